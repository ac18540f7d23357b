import type { App } from "@supabase/lite"

type Mailer = NonNullable<App["_mailer"]>

/**
 * "Sends" mail to the terminal. The links are the app's own, because lite's lead to itself and forget where to
 * go next. Hosted Supabase is set up with the same /auth/confirm links (docs/deployment.md).
 */
export function printedMail(appOrigin: string): Mailer {
  const print = (type: string) => async (to: string, token: string) => {
    const link = `${appOrigin}/auth/confirm?token_hash=${token}&type=${type}`
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
