import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { ROOT } from "../children.ts"
import { clientOf } from "../operator-backend.ts"
import { backendMessages as messages } from "./backend-messages.ts"
import type { CheckedBackend } from "./environment.ts"
import type { Finding } from "./finding.ts"
import { deleteTrialAccounts, makeTrialAccount } from "./strangers.ts"

/** No Supabase should send anybody there. */
const ELSEWHERE = "https://doctor.invalid/"

const settingsSchema = z.object({
  external: z.object({ email: z.boolean(), anonymous_users: z.boolean().optional() }),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
})

/** Asks Supabase how its mails lead back to the app. Sends none. */
export async function* checkMailLinks(backend: CheckedBackend, line: typeof fetch): AsyncGenerator<Finding> {
  const wrong = await findWrongSettings(backend, line)
  yield* wrong.length > 0 ? wrong : [messages.mailSettingsRight()]
  if (!backend.appOrigin) yield messages.originUnset()

  const account = await makeTrialAccount(backend, line)
  if ("problem" in account) yield messages.linksUnknown(account.problem)
  else {
    try {
      yield* checkLinks(backend, line, account.email)
    } finally {
      yield* await deleteTrialAccounts(backend, [account])
    }
  }
  yield messages.checkByHand(configured("otp_expiry"))
}

async function findWrongSettings({ url, publishableKey }: CheckedBackend, line: typeof fetch) {
  const answer = await line(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } })
  const settings = settingsSchema.safeParse(await answer.json()).data
  if (!settings) return []
  const found: [boolean, string, string][] = [
    [!settings.external.email, "Email provider", "on"],
    [settings.disable_signup, "Allow new users to sign up", "on"],
    [settings.mailer_autoconfirm, "Confirm email", "on"],
    [settings.external.anonymous_users === true, "Allow anonymous sign-ins", "off"],
  ]
  return found
    .filter(([isWrong]) => isWrong)
    .map(([, setting, value]) => messages.mailSettingWrong(setting, value))
}

async function* checkLinks(
  { url, secretKey, appOrigin }: CheckedBackend,
  line: typeof fetch,
  email: string,
): AsyncGenerator<Finding> {
  const { admin } = clientOf(url, secretKey, line).auth
  const own = await admin.generateLink({ type: "recovery", email })
  if (own.error) return yield messages.linksUnknown(own.error.code ?? own.error.name)
  const { redirect_to: siteUrl, email_otp: code } = own.data.properties
  const leadsToApp = !appOrigin || originOf(siteUrl) === originOf(appOrigin)
  yield leadsToApp ? messages.siteUrl(siteUrl) : messages.siteUrlWrong(siteUrl, appOrigin)
  yield messages.codeLength(code.length, configured("otp_length"))

  const astray = await admin.generateLink({ type: "recovery", email, options: { redirectTo: ELSEWHERE } })
  const leadsAway = astray.data.properties?.redirect_to.startsWith(ELSEWHERE)
  if (leadsAway) yield messages.redirectsOpen()
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}

/** A number of supabase/config.toml, which `supabase config push` would set. */
function configured(name: string): number {
  const settings = readFileSync(join(ROOT, "supabase/config.toml"), "utf8")
  return Number(new RegExp(`^${name} = (\\d+)$`, "m").exec(settings)?.[1])
}
