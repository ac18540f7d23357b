import { AsyncLocalStorage } from "node:async_hooks"
import type { App } from "@supabase/lite"

type Mailer = NonNullable<App["_mailer"]>

/** Where the request that is being answered wants its mail to lead; lite tells its mailer only where the site is. */
const wantedRedirect = new AsyncLocalStorage<string | null>()

/** Answers a request so that a mail about it may know where its sender wants it to lead. */
export function withRedirect(
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return (request) => {
    const wanted = new URL(request.url).searchParams.get("redirect_to")
    return wantedRedirect.run(wanted, () => fetch(request))
  }
}

/**
 * "Sends" mail to the terminal. The links are the app's own, because lite's lead to itself and forget where to
 * go next. Hosted Supabase is set up with the same /auth/confirm links (docs/deployment.md).
 */
export function printedMail(appOrigin: string): Mailer {
  const print = (type: string) => async (to: string, token: string) => {
    const link = `${appOrigin}/auth/confirm?token_hash=${token}&type=${type}${redirectFor(appOrigin)}`
    console.log(`邮件 mail → ${to}  [${type}]\n  ${link}`)
  }
  return {
    sendConfirmation: print("signup"),
    sendRecovery: print("recovery"),
    sendMagicLink: print("magiclink"),
    sendEmailChange: print("email_change"),
    async sendReauthentication(to, code) {
      console.log(`邮件 mail → ${to}  [reauthentication ${code}]`)
    },
  }
}

/** Like hosted Supabase without redirect addresses of its own, passes on what leads to the site itself. */
function redirectFor(appOrigin: string): string {
  const wanted = wantedRedirect.getStore() ?? ""
  return URL.parse(wanted)?.origin === new URL(appOrigin).origin
    ? `&redirect_to=${encodeURIComponent(wanted)}`
    : ""
}
