import { z } from "zod"
import type { Json } from "#app/server/supabase/database.types.ts"
import { type BackendKeys, keysRefusedBy } from "#app/server/supabase/refused-keys.server.ts"
import { clientOf, type OperatorClient } from "../operator-backend.ts"
import { backendMessages as messages, type SchemaPart } from "./backend-messages.ts"
import type { CheckedBackend } from "./environment.ts"
import { DESCRIBING_MIGRATION, expectedSchema } from "./expected-schema.ts"
import { type Finding, withoutSecrets } from "./finding.ts"
import { checkMailLinks } from "./mail-links.ts"
import { tryAsStrangers } from "./strangers.ts"

const ANSWER_MS = 10_000
/** PostgREST's code for a function that is not there. */
const NO_FUNCTION = "PGRST202"
const MIB = 1_024 * 1_024

interface Bucket {
  public: boolean
  file_size_limit?: number | null
  allowed_mime_types?: string[] | null
}

const BUCKETS: Record<string, Bucket> = {
  avatars: {
    public: true,
    file_size_limit: 2 * MIB,
    allowed_mime_types: ["image/gif", "image/jpeg", "image/png", "image/webp"],
  },
  novel_references: {
    public: false,
    file_size_limit: 10 * MIB,
    allowed_mime_types: ["text/plain"],
  },
}

/** Tests a backend, and leaves it as it was. */
export async function* checkBackend(backend: CheckedBackend, signal: AbortSignal): AsyncGenerator<Finding> {
  const line = boundedLine(signal)
  const silence = await findSilence(backend.url, line)
  yield silence ?? messages.answers(withoutSecrets(backend.url))
  if (silence) return

  const admin = clientOf(backend.url, backend.secretKey, line)
  const wrongKeys = await findWrongKeys(backend, admin, line)
  yield* wrongKeys.length > 0 ? wrongKeys : [messages.keysAccepted()]
  if (wrongKeys.length > 0) return

  yield* checkSchema(admin, backend.migrationsFolder)
  yield* checkBuckets(admin)
  yield* tryAsStrangers(backend, line)
  if (backend.isEmbedded) yield messages.mailsInTerminal()
  else yield* checkMailLinks(backend, line)
}

/** Fetches with a time limit; aborts with the signal. */
function boundedLine(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, {
      ...init,
      signal: AbortSignal.any([
        signal,
        AbortSignal.timeout(ANSWER_MS),
        ...(init?.signal ? [init.signal] : []),
      ]),
    })
}

async function findSilence(url: string, line: typeof fetch): Promise<Finding | null> {
  try {
    const answer = await line(`${url}/auth/v1/health`)
    const text = await answer.text()
    // A key is missing here, which every Supabase says in JSON.
    return isJson(text) && answer.status < 500
      ? null
      : messages.notSupabase(withoutSecrets(url), answer.status)
  } catch (error) {
    return messages.silent(withoutSecrets(url), causeOf(error))
  }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object"
  } catch {
    return false
  }
}

/** The code under a failed fetch, such as ECONNREFUSED. */
function causeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  return String(cause?.code ?? name)
}

async function findWrongKeys(
  backend: CheckedBackend,
  admin: OperatorClient,
  line: typeof fetch,
): Promise<Finding[]> {
  const refused = await keysRefusedBy(backend, () => line)
  if (refused === null) return [messages.silent(withoutSecrets(backend.url), "/auth/v1/settings")]
  if (refused.length > 0) return refused.map((name) => refusedKey(name, backend))
  const visitor = clientOf(backend.url, backend.publishableKey, line)
  const [asAdmin, asVisitor] = await Promise.all([
    admin.rpc("describe_backend"),
    visitor.rpc("describe_backend"),
  ])
  const findings: Finding[] = []
  if (asAdmin.error?.code === "42501") findings.push(messages.secretKeyIsWeak())
  if (!asVisitor.error) findings.push(messages.publishableKeyIsStrong())
  return findings
}

function refusedKey(name: string, { url, publishableKey, secretKey }: BackendKeys): Finding {
  const project = projectOf(name === "SUPABASE_SECRET_KEY" ? secretKey : publishableKey)
  const isOther = project !== null && !new URL(url).hostname.startsWith(`${project}.`)
  return isOther ? messages.keyOfOtherProject(name, project, withoutSecrets(url)) : messages.keyRefused(name)
}

/** A legacy key names its project; a new one does not. */
function projectOf(key: string): string | null {
  const claims = Buffer.from(key.split(".")[1] ?? "", "base64url").toString()
  return /"ref"\s*:\s*"([a-z0-9]+)"/.exec(claims)?.[1] ?? null
}

const descriptionSchema = z.object({
  migrations: z.array(z.string()).nullable(),
  tables: z.record(z.string(), z.boolean()),
  functions: z.array(z.string()),
  policies: z.array(z.string()).nullable(),
})

async function* checkSchema(admin: OperatorClient, folder: string): AsyncGenerator<Finding> {
  const { data, error } = await admin.rpc("describe_backend")
  if (error?.code === NO_FUNCTION) return yield messages.descriptionMissing(DESCRIBING_MIGRATION)
  const description = readDescription(data)
  if (error || !description) return yield messages.descriptionFailed(error?.code ?? "—")
  const expected = expectedSchema(folder)
  yield* compareMigrations(expected.migrations, description.migrations)

  const there: Record<SchemaPart, string[]> = {
    tables: Object.keys(description.tables),
    functions: description.functions,
    policies: description.policies ?? [],
  }
  const missing = (Object.keys(there) as SchemaPart[])
    .map((part) => ({ part, names: without(expected[part], there[part]) }))
    .filter(({ names }) => names.length > 0)
  yield* missing.length > 0
    ? missing.map(({ part, names }) => messages.partsMissing(part, names))
    : [messages.partsComplete()]
  const open = there.tables.filter((table) => !description.tables[table])
  if (open.length > 0) yield messages.rowSecurityOff(open)
}

function readDescription(data: Json) {
  return descriptionSchema.safeParse(data).data ?? null
}

function* compareMigrations(expected: string[], applied: string[] | null): Generator<Finding> {
  if (applied === null) return yield messages.noHistory()
  const missing = without(expected, applied)
  yield missing.length > 0 ? messages.migrationsMissing(missing) : messages.migrationsApplied(expected.length)
  const unknown = without(applied, expected)
  if (unknown.length > 0) yield messages.migrationsUnknown(unknown)
}

function without(names: string[], others: string[]): string[] {
  return names.filter((name) => !others.includes(name))
}

async function* checkBuckets(admin: OperatorClient): AsyncGenerator<Finding> {
  const { data, error } = await admin.storage.listBuckets()
  if (error) return yield messages.bucketsSilent(error.name)
  for (const [id, wanted] of Object.entries(BUCKETS)) {
    const bucket = data.find((one) => one.id === id)
    const differences = bucket ? differencesOf(bucket, wanted) : []
    if (!bucket) yield messages.bucketMissing(id)
    else if (differences.length > 0) yield messages.bucketWrong(id, differences.join(", "))
    else yield messages.bucketRight(id)
  }
}

function differencesOf(bucket: Bucket, wanted: Bucket): string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => settingOf(bucket[name as keyof Bucket]) !== settingOf(value))
    .map(([name, value]) => `${name}: ${settingOf(value)}`)
}

function settingOf(value: unknown): string {
  return Array.isArray(value) ? value.toSorted().join(" ") : String(value)
}
