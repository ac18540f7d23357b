import { randomBytes, randomUUID } from "node:crypto"
import type { BackendKeys } from "#app/server/supabase/refused-keys.server.ts"
import { clientOf, type OperatorClient } from "../operator-backend.ts"
import { backendMessages as messages, type Stranger } from "./backend-messages.ts"
import type { Finding } from "./finding.ts"

const TITLE = "doctor"

/** An account for one run, which nobody else can sign in to. */
export interface TrialAccount {
  id: string
  email: string
  /** Signed in. */
  client: OperatorClient
}

/**
 * Saves a private novel under a trial account and tries to reach it as a visitor and as another account. Deletes
 * both accounts in the end.
 */
export async function* tryAsStrangers(keys: BackendKeys, line: typeof fetch): AsyncGenerator<Finding> {
  const admin = clientOf(keys.url, keys.secretKey, line)
  const accounts: TrialAccount[] = []
  try {
    for (const _ of ["author", "stranger"]) {
      const made = await makeTrialAccount(keys, line)
      if ("problem" in made) return yield messages.notTried(made.problem)
      accounts.push(made)
    }
    const [author, other] = accounts as [TrialAccount, TrialAccount]
    const novelId = randomUUID()
    const novel = { id: novelId, title: TITLE, content: TITLE, user_id: author.id }
    const saved = await author.client.from("novels").insert(novel).select("id")
    if (saved.error) return yield messages.ownerMayNot(saved.error.code)
    if (saved.data.length === 0) return yield messages.ownerMayNot("0 rows")

    const visitor = clientOf(keys.url, keys.publishableKey, line)
    const findings = [
      ...(await attempts({ as: "visitor", client: visitor, admin, author, novelId })),
      ...(await attempts({ as: "account", client: other.client, admin, author, novelId })),
    ]
    yield* findings.length > 0 ? findings : [messages.strangersRefused()]
  } finally {
    yield* await deleteTrialAccounts(keys, accounts)
  }
}

interface Attempted {
  as: Stranger
  client: OperatorClient
  admin: OperatorClient
  author: TrialAccount
  novelId: string
}

/** What counts is what has become of the rows, whatever the stranger was told. */
async function attempts({ as, client, admin, author, novelId }: Attempted): Promise<Finding[]> {
  const findings: Finding[] = []
  const read = await client.from("novels").select("id").eq("id", novelId)
  if (read.data && read.data.length > 0) findings.push(messages.strangerMay(as, "reads"))
  const profile = await client.from("profiles").select("id").eq("id", author.id)
  if (profile.data && profile.data.length > 0) findings.push(messages.strangerMay(as, "reads-profile"))

  const forgedId = randomUUID()
  await client.from("novels").insert({ id: forgedId, title: TITLE, content: TITLE, user_id: author.id })
  const forged = await admin.from("novels").select("id").eq("id", forgedId)
  if (forged.data && forged.data.length > 0) findings.push(messages.strangerMay(as, "forges"))

  await client.from("novels").update({ title: as }).eq("id", novelId)
  const changed = await admin.from("novels").select("title").eq("id", novelId)
  if (changed.data?.[0]?.title === as) findings.push(messages.strangerMay(as, "changes"))

  await client.from("novels").delete().eq("id", novelId)
  const left = await admin.from("novels").select("id").eq("id", novelId)
  if (left.data && left.data.length === 0) findings.push(messages.strangerMay(as, "deletes"))
  // An error without a code is no refusal: nobody answered.
  const isLost = [read, profile, forged, changed, left].some(({ error }) => error && !error.code)
  return isLost ? [...findings, messages.trialCutShort()] : findings
}

/** Makes an account without sending a mail. */
export async function makeTrialAccount(
  { url, publishableKey, secretKey }: BackendKeys,
  line: typeof fetch,
): Promise<TrialAccount | { problem: string }> {
  const client = clientOf(url, publishableKey, line)
  const credentials = {
    email: `doctor-${randomUUID()}@luobi.invalid`,
    password: randomBytes(24).toString("base64url"),
  }
  const created = await clientOf(url, secretKey, line).auth.admin.createUser({
    ...credentials,
    email_confirm: true,
  })
  // The embedded backend has no such door, and confirms whoever signs up.
  const session = created.error
    ? await signUpUnlessMailed(client, url, publishableKey, line, credentials)
    : await client.auth.signInWithPassword(credentials)
  const user = session?.data.user ?? created.data.user
  if (session?.data.session && user) return { id: user.id, email: credentials.email, client }
  if (user) await removeAccount({ url, publishableKey, secretKey }, user.id)
  return { problem: session?.error?.code ?? created.error?.code ?? "no session" }
}

async function signUpUnlessMailed(
  client: OperatorClient,
  url: string,
  apikey: string,
  line: typeof fetch,
  credentials: { email: string; password: string },
) {
  const settings = await line(`${url}/auth/v1/settings`, { headers: { apikey } }).then((answer) =>
    answer.json(),
  )
  return settings.mailer_autoconfirm === true ? client.auth.signUp(credentials) : null
}

/** Also when the run was stopped meanwhile. Tells of those that are left. */
export async function deleteTrialAccounts(keys: BackendKeys, accounts: TrialAccount[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { id, email } of accounts) {
    const problem = await removeAccount(keys, id)
    if (problem) findings.push(messages.trialAccountLeft(email, problem))
  }
  return findings
}

/** Returns why it could not; null when the account is gone. */
async function removeAccount({ url, secretKey }: BackendKeys, id: string): Promise<string | null> {
  const admin = clientOf(url, secretKey)
  const nobody = randomUUID()
  const deleted = await admin.rpc("delete_account", { p_user_id: id, p_owner: nobody, p_reporter: nobody })
  if (!deleted.error) return null
  const { error } = await admin.auth.admin.deleteUser(id)
  return error ? deleted.error.code : null
}
