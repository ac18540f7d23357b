import { expect, test } from "vitest"
import { missingSupabaseVariables, parseEnvironment } from "#app/server/config/env.server.ts"

const SESSION_SECRET = "sixteen characters or more"

test("reads the size of the model's context", () => {
  expect(parseEnvironment({ SESSION_SECRET }).OPENAI_CONTEXT_TOKENS).toBeUndefined()
  expect(parseEnvironment({ SESSION_SECRET, OPENAI_CONTEXT_TOKENS: "8192" }).OPENAI_CONTEXT_TOKENS).toBe(
    8_192,
  )
})

test("requires only the session secret", () => {
  const env = parseEnvironment({ SESSION_SECRET })
  expect(env.supabase).toBeNull()
  expect(env.model).toBeNull()
  expect(env.MAX_CONTENT_LEVEL).toBe(5)
})

test("treats an empty variable as unset", () => {
  const env = parseEnvironment({
    SESSION_SECRET,
    OPENAI_API_KEY: "",
    SUPABASE_URL: "",
    MAX_CONTENT_LEVEL: "",
  })
  expect(env.model).toBeNull()
  expect(env.MAX_CONTENT_LEVEL).toBe(5)
})

test("takes a base URL alone for a local model", () => {
  const env = parseEnvironment({
    SESSION_SECRET,
    OPENAI_BASE_URL: "http://localhost:11434/v1",
    OPENAI_MODEL: "qwen",
  })
  expect(env.model).toMatchObject({ baseURL: "http://localhost:11434/v1", model: "qwen" })
})

test("waits three minutes for a model's first byte, plans with it and adds nothing to its calls", () => {
  const of = (variables: NodeJS.ProcessEnv) =>
    parseEnvironment({ SESSION_SECRET, OPENAI_API_KEY: "k", OPENAI_MODEL: "m", ...variables }).model
  expect(of({})).toMatchObject({
    firstByteMs: 180_000,
    planModel: undefined,
    memoryModel: undefined,
    extraBody: undefined,
  })
  expect(
    of({
      OPENAI_FIRST_BYTE_SECONDS: "240",
      OPENAI_PLAN_MODEL: "planner",
      OPENAI_MEMORY_MODEL: "reader",
      OPENAI_EXTRA_BODY: '{"thinking": {"type": "disabled"}}',
    }),
  ).toMatchObject({
    firstByteMs: 240_000,
    planModel: "planner",
    memoryModel: "reader",
    extraBody: { thinking: { type: "disabled" } },
  })
})

test("moderates at OpenAI by default, and at another endpoint only with a named model", () => {
  const moderation = (variables: NodeJS.ProcessEnv) => {
    return parseEnvironment({ SESSION_SECRET, ...variables }).moderation?.model ?? null
  }
  const OPENAI_BASE_URL = "https://models.test/v1"
  expect(moderation({})).toBeNull()
  expect(moderation({ OPENAI_API_KEY: "k" })).toBe("omni-moderation-latest")
  expect(moderation({ OPENAI_API_KEY: "k", MODERATION_MODEL: "mine" })).toBe("mine")
  expect(moderation({ OPENAI_API_KEY: "k", OPENAI_BASE_URL })).toBeNull()
  expect(moderation({ OPENAI_BASE_URL, MODERATION_MODEL: "mine" })).toBe("mine")
})

test("treats a half-configured Supabase as none, and names what is missing", () => {
  const half = parseEnvironment({ SESSION_SECRET, SUPABASE_URL: "https://x.test" })
  expect(half.supabase).toBeNull()
  expect(missingSupabaseVariables(half)).toEqual(["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"])
  expect(missingSupabaseVariables(parseEnvironment({ SESSION_SECRET }))).toEqual([])
})

test("changes single rate limits and keeps the others", () => {
  const before = parseEnvironment({ SESSION_SECRET }).RATE_LIMITS
  const changed = parseEnvironment({
    SESSION_SECRET,
    RATE_LIMITS: "generation.address=500/2h, sign-in.email=20/m",
  }).RATE_LIMITS
  expect(changed).toEqual({
    ...before,
    generation: { ...before.generation, address: { count: 500, seconds: 7_200 } },
    "sign-in": { ...before["sign-in"], email: { count: 20, seconds: 60 } },
  })
  expect(parseEnvironment({ SESSION_SECRET }).RATE_LIMITS).toEqual(before)
})

test("changes single running limits and keeps the others", () => {
  const before = parseEnvironment({ SESSION_SECRET }).RUNNING_LIMITS
  const RUNNING_LIMITS = "visitor=5 address=7"
  expect(parseEnvironment({ SESSION_SECRET, RUNNING_LIMITS }).RUNNING_LIMITS).toEqual({
    ...before,
    visitor: 5,
    address: 7,
  })
})

const legacyKey = (role: string) =>
  ["{}", JSON.stringify({ iss: "supabase", role }), "x"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".")

test("keeps generations and references for a day and reports for ever, unless it is told otherwise", () => {
  const of = (RETENTION?: string) => parseEnvironment({ SESSION_SECRET, RETENTION }).RETENTION
  expect(of()).toEqual({ generations: 24, references: 24, reports: null })
  expect(of("generations=3d, references=2h reports=180d")).toEqual({
    generations: 72,
    references: 2,
    reports: 4_320,
  })
  expect(of("reports=30d reports=forever").reports).toBeNull()
})

test("accepts keys of either generation where they belong", () => {
  for (const [SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY] of [
    ["sb_publishable_x", "sb_secret_x"],
    [legacyKey("anon"), legacyKey("service_role")],
    ["of some", "other kind"],
  ]) {
    const SUPABASE_URL = "https://x.test"
    const variables = { SESSION_SECRET, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY }
    expect(parseEnvironment(variables).supabase).not.toBeNull()
  }
})

test.each([
  ["SUPABASE_PUBLISHABLE_KEY", { SESSION_SECRET, SUPABASE_PUBLISHABLE_KEY: "sb_secret_x" }],
  ["SUPABASE_PUBLISHABLE_KEY", { SESSION_SECRET, SUPABASE_PUBLISHABLE_KEY: " sb_secret_x" }],
  ["SUPABASE_PUBLISHABLE_KEY", { SESSION_SECRET, SUPABASE_PUBLISHABLE_KEY: legacyKey("service_role") }],
  ["SUPABASE_SECRET_KEY", { SESSION_SECRET, SUPABASE_SECRET_KEY: "sb_publishable_x" }],
  ["SUPABASE_SECRET_KEY", { SESSION_SECRET, SUPABASE_SECRET_KEY: legacyKey("anon") }],
  ["APP_ORIGIN", { SESSION_SECRET, APP_ORIGIN: "javascript:alert" }],
  ["APP_ORIGIN", { SESSION_SECRET, APP_ORIGIN: "ftp://luobi.example" }],
  ["SUPABASE_URL", { SESSION_SECRET, SUPABASE_URL: "file:///etc" }],
  ["SESSION_SECRET", { SESSION_SECRET: "short" }],
  ["SESSION_SECRET", {}],
  ["SUPABASE_URL", { SESSION_SECRET, SUPABASE_URL: "not a url" }],
  ["OPENAI_BASE_URL", { SESSION_SECRET, OPENAI_BASE_URL: "localhost" }],
  ["MAX_CONTENT_LEVEL", { SESSION_SECRET, MAX_CONTENT_LEVEL: "6" }],
  ["OPENAI_CONTEXT_TOKENS", { SESSION_SECRET, OPENAI_CONTEXT_TOKENS: "4k" }],
  ["OPENAI_CONTEXT_TOKENS", { SESSION_SECRET, OPENAI_CONTEXT_TOKENS: "512" }],
  ["MODERATION_MODEL", { SESSION_SECRET, MODERATION_MODEL: "of nobody" }],
  ["MAX_CONTENT_LEVEL", { SESSION_SECRET, MAX_CONTENT_LEVEL: "many" }],
  ["TRUSTED_IP_HEADER", { SESSION_SECRET, TRUSTED_IP_HEADER: "no header" }],
  ["RATE_LIMITS", { SESSION_SECRET, RATE_LIMITS: "generation.address" }],
  ["generation.moon=5/1h", { SESSION_SECRET, RATE_LIMITS: "generation.moon=5/1h" }],
  ["constructor.name=5/1h", { SESSION_SECRET, RATE_LIMITS: "constructor.name=5/1h" }],
  ["sign-in.email=0/1h", { SESSION_SECRET, RATE_LIMITS: "generation.visitor=9/1h sign-in.email=0/1h" }],
  ["sign-in.email=5/8d", { SESSION_SECRET, RATE_LIMITS: "sign-in.email=5/8d" }],
  ["RUNNING_LIMITS", { SESSION_SECRET, RUNNING_LIMITS: "visitor" }],
  ["moon=5", { SESSION_SECRET, RUNNING_LIMITS: "visitor=1 moon=5" }],
  ["RETENTION", { SESSION_SECRET, RETENTION: "generations" }],
  ["moon=5d is not one of generations, references, reports", { SESSION_SECRET, RETENTION: "moon=5d" }],
  ["constructor=5d is not one of", { SESSION_SECRET, RETENTION: "reports=9d constructor=5d" }],
  ["generations=0h must be from 24h to 365d", { SESSION_SECRET, RETENTION: "generations=0h" }],
  ["generations=23h must be from 24h to 365d", { SESSION_SECRET, RETENTION: "generations=23h" }],
  ["generations=-2d must be", { SESSION_SECRET, RETENTION: "generations=-2d" }],
  ["generations=abc must be", { SESSION_SECRET, RETENTION: "generations=abc" }],
  ["generations=2 must be", { SESSION_SECRET, RETENTION: "generations=2" }],
  ["generations=999999d must be", { SESSION_SECRET, RETENTION: "generations=999999d" }],
  ["generations=99999999999h must be", { SESSION_SECRET, RETENTION: "generations=99999999999h" }],
  ["generations=forever must be", { SESSION_SECRET, RETENTION: "generations=forever" }],
  ["references=0d must be from 1h to 365d", { SESSION_SECRET, RETENTION: "references=0d" }],
  ["reports=1h must be from 24h to 3650d, or forever", { SESSION_SECRET, RETENTION: "reports=1h" }],
  ["visitor=0", { SESSION_SECRET, RUNNING_LIMITS: "visitor=0" }],
  ["OPENAI_EXTRA_BODY: must be a JSON object", { SESSION_SECRET, OPENAI_EXTRA_BODY: "temperature=1" }],
  ["OPENAI_EXTRA_BODY: must be a JSON object", { SESSION_SECRET, OPENAI_EXTRA_BODY: "[1]" }],
  ["OPENAI_EXTRA_BODY: must be a JSON object", { SESSION_SECRET, OPENAI_EXTRA_BODY: "null" }],
  ["OPENAI_EXTRA_BODY: may not set model", { SESSION_SECRET, OPENAI_EXTRA_BODY: '{"model": "mine"}' }],
  [
    "may not set messages, stream",
    { SESSION_SECRET, OPENAI_EXTRA_BODY: '{"stream": false, "messages": []}' },
  ],
  ["OPENAI_FIRST_BYTE_SECONDS", { SESSION_SECRET, OPENAI_FIRST_BYTE_SECONDS: "soon" }],
  ["OPENAI_FIRST_BYTE_SECONDS", { SESSION_SECRET, OPENAI_FIRST_BYTE_SECONDS: "0" }],
  ["OPENAI_FIRST_BYTE_SECONDS", { SESSION_SECRET, OPENAI_FIRST_BYTE_SECONDS: "301" }],
  ["DEMO_CHARACTERS_PER_SECOND", { SESSION_SECRET, DEMO_CHARACTERS_PER_SECOND: "-1" }],
])("names a bad %s", (name, variables) => {
  expect(() => parseEnvironment(variables)).toThrow(name)
})
