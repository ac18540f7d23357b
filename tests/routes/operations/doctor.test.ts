import { execFile } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { createClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { checkBackend } from "../../../scripts/doctor/backend.ts"
import type { CheckedBackend } from "../../../scripts/doctor/environment.ts"
import { DESCRIBING_MIGRATION } from "../../../scripts/doctor/expected-schema.ts"
import { type Finding, printed } from "../../../scripts/doctor/finding.ts"
import { checkMailLinks } from "../../../scripts/doctor/mail-links.ts"
import { loadLite } from "../../../supabase/local/load-lite.ts"
import {
  type EmbeddedBackend,
  newDataDir,
  startEmbeddedBackend,
} from "../../support/backend/embedded-backend.ts"
import { type HostedAuth, hostedLine } from "../../support/backend/hosted-auth.ts"
import { startChatEndpoint } from "../../support/chat-endpoint.ts"
import { nodeEnvironment } from "../../support/node-environment.ts"
import { sharedBackend } from "../../support/own-app.ts"

const ROOT = join(import.meta.dirname, "../../..")
const MIGRATIONS = join(ROOT, "supabase/migrations")
const ORIGIN = "https://novels.example"

/** What somebody might do to a database by hand, each found by itself. */
const DAMAGE = `
  drop policy "novels: owner deletes" on public.novels;
  drop policy "profiles: own and authors of public novels are readable" on public.profiles;
  create policy "open" on public.profiles for select using (true);
  create policy "too kind" on public.novels for update using (true) with check (true);
  create policy "too kind to readers" on public.novels for select using (true);
  alter table public.quotas disable row level security;
  drop function public.list_own_titles(int);
  insert into supabase_migrations.schema_migrations (version) values ('29990101000000');
  delete from storage.buckets where id = 'avatars';
  update storage.buckets set public = true where id = 'novel_references';
`

describe("a backend as it should be", () => {
  test("has nothing wrong, and keeps nothing of the check", async () => {
    const findings = await examine()
    expect(wrongsOf(findings)).toEqual([])
    expect(textOf(findings)).toMatch(/All \d+ migrations are applied/)
    for (const said of [
      "avatars is right",
      "novel_references is right",
      "Row-level security works when tried",
    ])
      expect(textOf(findings)).toContain(said)
    expect(await countTrialNovels()).toBe(0)
  })

  test("with a migration that it lacks: names it, and how to apply it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "luobi-migrations-"))
    cpSync(MIGRATIONS, folder, { recursive: true })
    writeFileSync(join(folder, "29990101000000_later.sql"), "create table public.later (id int);")
    const findings = await examine({ migrationsFolder: folder })
    rmSync(folder, { recursive: true })
    expect(wrongsOf(findings)).toEqual([
      "Missing migrations (1): 29990101000000",
      expect.stringContaining("lacks tables: later"),
    ])
    expect(textOf(findings)).toContain("db push")
  })

  test.each([
    ["secretKey", "SUPABASE_SECRET_KEY", "sb_secret_of_another_project"],
    ["publishableKey", "SUPABASE_PUBLISHABLE_KEY", "sb_publishable_of_another_project"],
  ])("with a wrong %s: names the variable, and never shows it", async (name, variable, key) => {
    const findings = await examine({ [name]: key })
    expect(wrongsOf(findings)).toEqual([expect.stringContaining(`${variable} is refused`)])
    expect(textOf(findings)).toContain(`→ ${variable}=`)
    expect(textOf(findings)).not.toContain(key)
  })

  test("with a legacy key of another project: names that project", async () => {
    const claims = Buffer.from('{"role":"service_role","ref":"abcdefgh"}').toString("base64url")
    const findings = await examine({ secretKey: `x.${claims}.x` })
    expect(wrongsOf(findings)).toEqual([
      expect.stringContaining("SUPABASE_SECRET_KEY belongs to the project abcdefgh"),
    ])
  })

  test("with one key in both places: says which is which", async () => {
    const { SUPABASE_PUBLISHABLE_KEY = "", SUPABASE_SECRET_KEY = "" } = sharedBackend()
    const weak = await examine({ secretKey: SUPABASE_PUBLISHABLE_KEY })
    expect(wrongsOf(weak)).toEqual([expect.stringContaining("SUPABASE_SECRET_KEY has not the rights")])
    const strong = await examine({ publishableKey: SUPABASE_SECRET_KEY })
    expect(wrongsOf(strong)).toEqual([
      expect.stringContaining("SUPABASE_PUBLISHABLE_KEY has the rights of a secret key"),
    ])
  })

  test.each([
    ["nobody", "http://127.0.0.1:9", "does not answer"],
    ["something else", "", "is not a Supabase"],
  ])("at an address where %s answers", async (_, url, problem) => {
    const other = await startChatEndpoint({ instead: { status: 200, type: "text/html", body: "<html>" } })
    const findings = await examine({ url: url || new URL(other.url).origin })
    await other.close()
    expect(wrongsOf(findings)).toEqual([expect.stringContaining(problem)])
    expect(textOf(findings)).toContain("→ SUPABASE_URL=")
  })
})

describe("a backend that somebody damaged", () => {
  let backend: EmbeddedBackend
  let findings: Finding[] = []
  const dataDir = newDataDir()

  beforeAll(async () => {
    await (await startEmbeddedBackend({ dataDir })).stop()
    const lite = await loadLite()
    const connection = await lite.createPgliteConnection({ url: join(dataDir, "pg") })
    await connection.driver.exec(DAMAGE)
    await connection.close()
    backend = await startEmbeddedBackend({ dataDir })
    findings = await examine(backend)
  })
  afterAll(async () => {
    await backend?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test.each([
    ["a dropped policy", "lacks row-level security policies", "novels: owner deletes"],
    ["a dropped function", "lacks functions: list_own_titles", "supabase/migrations"],
    ["row-level security that is off", "Row-level security is off", 'alter table public."quotas" enable row'],
    ["a bucket that is gone", "bucket avatars is missing", "db push"],
    ["a private bucket that is public", "bucket novel_references are wrong", "public: false"],
    ["rows that strangers read", "A stranger without an account read a private novel", "Check the policies"],
    ["rows that accounts change", "Another account changed another's novel", "Check the policies"],
    ["profiles that strangers read", "A stranger without an account read somebody's profile", "db push"],
  ])("%s is found, with what to do", (_, problem, advice) => {
    const found = findings.filter(({ english }) => english.includes(problem))
    expect(found.map(({ verdict }) => verdict)).toEqual(["wrong"])
    expect(found.map(printed).join("\n")).toContain(advice)
  })

  test("migrations of a newer checkout are no fault", () => {
    const found = findings.find(({ english }) => english.includes("29990101000000"))
    expect(found?.verdict).toBe("note")
  })
})

test("a backend before the describing migration: says so, and guesses nothing", async () => {
  const line = await hostedLine(sharedBackend().SUPABASE_URL ?? "", { ...RIGHT_AUTH, lacksDescription: true })
  const findings = await examine({ url: line.url })
  line.close()
  expect(wrongsOf(findings)).toEqual([expect.stringContaining(DESCRIBING_MIGRATION)])
  expect(textOf(findings)).not.toMatch(/migrations (?:are applied|\()|Missing migrations/)
})

const RIGHT_AUTH: HostedAuth = {
  siteUrl: ORIGIN,
  codeDigits: 10,
  redirectsAnywhere: false,
  settings: { mailer_autoconfirm: false },
}

describe("mailed links of a hosted project", () => {
  test("as they should be: names what nobody can ask, with the values", async () => {
    const findings = await examineHosted({})
    expect(wrongsOf(findings)).toEqual([])
    for (const said of [`Mailed links lead to ${ORIGIN}`, "have 10 digits", "Email OTP expiration: 3600"])
      expect(textOf(findings)).toContain(said)
  })

  test.each<[string, Partial<HostedAuth>, string, string]>([
    ["that lead elsewhere", { siteUrl: "http://localhost:3000" }, "lead to http://localhost:3000", ORIGIN],
    ["with short codes", { codeDigits: 6 }, "only 6 digits", "Email OTP length: 10"],
    ["and any redirect", { redirectsAnywhere: true }, "let any address pass", "Redirect URLs: (none)"],
    ["without confirmation", { settings: {} }, "Confirm email", "Confirm email: on"],
    [
      "without sign-ups",
      { settings: { mailer_autoconfirm: false, disable_signup: true } },
      "Allow new users to sign up",
      "sign up: on",
    ],
  ])("%s: says so, and what to set", async (_, auth, problem, advice) => {
    const findings = await examineHosted(auth)
    expect(wrongsOf(findings)).toEqual([expect.stringContaining(problem)])
    expect(textOf(findings)).toContain(advice)
  })

  test("without APP_ORIGIN: says that it is missing", async () => {
    expect(wrongsOf(await examineHosted({}, null))).toEqual([
      expect.stringContaining("APP_ORIGIN is not set"),
    ])
  })
})

describe("npm run doctor", () => {
  test("exits with 0 when all is right, and shows no key", async () => {
    const endpoint = await startChatEndpoint()
    const line = await hostedLine(sharedBackend().SUPABASE_URL ?? "", RIGHT_AUTH)
    const { code, printed: text } = await run({
      ...sharedBackend(),
      SUPABASE_URL: line.url,
      APP_ORIGIN: ORIGIN,
      OPENAI_BASE_URL: endpoint.url,
      OPENAI_API_KEY: "sk-a-secret-of-the-operator",
      OPENAI_MODEL: "scripted",
    })
    line.close()
    await endpoint.close()
    expect(text).toContain("nothing is wrong")
    expect(code).toBe(0)
    const { SUPABASE_PUBLISHABLE_KEY = "", SUPABASE_SECRET_KEY = "", SESSION_SECRET = "" } = sharedBackend()
    for (const secret of [SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SESSION_SECRET, "sk-a-secret"])
      expect(text).not.toContain(secret)
  })

  test("finds swapped keys before it asks anybody", async () => {
    const { SUPABASE_PUBLISHABLE_KEY = "", SUPABASE_SECRET_KEY = "", ...others } = sharedBackend()
    const { code, printed: text } = await run({
      ...others,
      SUPABASE_PUBLISHABLE_KEY: SUPABASE_SECRET_KEY,
      SUPABASE_SECRET_KEY: SUPABASE_PUBLISHABLE_KEY,
    })
    expect(code).toBe(1)
    expect(text).toContain("two Supabase keys are swapped")
    expect(text).toContain("backend was not tested")
    for (const key of [SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY]) expect(text).not.toContain(key)
  })

  test("names what is half set, and what is malformed", async () => {
    const { SUPABASE_URL = "" } = sharedBackend()
    const { code, printed: text } = await run({ SUPABASE_URL, SESSION_SECRET: "short", RATE_LIMITS: "x=1" })
    expect(code).toBe(1)
    expect(text).toContain("Missing: SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY")
    expect(text).toContain("SESSION_SECRET needs at least 16 characters")
    expect(text).toContain("RATE_LIMITS")
    expect(text).not.toMatch(/^\s+at |"level":/m)
  })

  test("without variables and without npm start: says what cannot be tested, which is no fault", async () => {
    const { code, printed: text } = await run({ DATA_DIR: join(tmpdir(), "luobi-nowhere") })
    expect(code).toBe(0)
    expect(text).toContain("embedded backend, which is not running")
    expect(text).toContain("demo writer writes")
  })

  test("refuses what it does not know", async () => {
    expect(await run({}, ["--only", "database"])).toMatchObject({
      code: 1,
      printed: expect.stringContaining("npm run doctor"),
    })
  })
})

async function examine(changes: Partial<CheckedBackend> = {}): Promise<Finding[]> {
  const findings: Finding[] = []
  const { signal } = new AbortController()
  for await (const finding of checkBackend(checkedBackend(changes), signal)) findings.push(finding)
  return findings
}

function checkedBackend(changes: Partial<CheckedBackend>): CheckedBackend {
  const { SUPABASE_URL = "", SUPABASE_PUBLISHABLE_KEY = "", SUPABASE_SECRET_KEY = "" } = sharedBackend()
  return {
    url: SUPABASE_URL,
    publishableKey: SUPABASE_PUBLISHABLE_KEY,
    secretKey: SUPABASE_SECRET_KEY,
    appOrigin: null,
    isEmbedded: true,
    migrationsFolder: MIGRATIONS,
    ...changes,
  }
}

async function examineHosted(auth: Partial<HostedAuth>, appOrigin: string | null = ORIGIN) {
  const line = await hostedLine(sharedBackend().SUPABASE_URL ?? "", { ...RIGHT_AUTH, ...auth })
  const checked = checkedBackend({ url: line.url, isEmbedded: false, appOrigin })
  const findings: Finding[] = []
  try {
    for await (const finding of checkMailLinks(checked, fetch)) findings.push(finding)
  } finally {
    line.close()
  }
  return findings
}

/** The novels that trial accounts have left. */
async function countTrialNovels() {
  const { SUPABASE_URL = "", SUPABASE_SECRET_KEY = "" } = sharedBackend()
  const admin = createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
  const { count } = await admin
    .from("novels")
    .select("id", { count: "exact", head: true })
    .eq("title", "doctor")
  return count
}

function wrongsOf(findings: Finding[]): string[] {
  return findings.filter(({ verdict }) => verdict === "wrong").map(({ english }) => english)
}

function textOf(findings: Finding[]): string {
  return findings.map(printed).join("\n")
}

async function run(variables: Record<string, string>, parameters: string[] = []) {
  const script = join(ROOT, "scripts/doctor/main.ts")
  const env = { ...nodeEnvironment(), ...variables }
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...parameters], { env })
    return { code: 0, printed: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, printed: stdout + stderr }
  }
}
