import { expect, test } from "vitest"
import { missingSupabaseVariables, parseEnvironment } from "#app/server/env.server.ts"

const SESSION_SECRET = "sixteen characters or more"

test("only the session secret is required", () => {
  const env = parseEnvironment({ SESSION_SECRET })
  expect(env.supabase).toBeNull()
  expect(env.model).toBeNull()
  expect(env.MAX_CONTENT_LEVEL).toBe(5)
})

test("an empty variable is one that is not set", () => {
  const env = parseEnvironment({
    SESSION_SECRET,
    OPENAI_API_KEY: "",
    SUPABASE_URL: "",
    MAX_CONTENT_LEVEL: "",
  })
  expect(env.model).toBeNull()
  expect(env.MAX_CONTENT_LEVEL).toBe(5)
})

test("a base URL alone is a local model", () => {
  const env = parseEnvironment({
    SESSION_SECRET,
    OPENAI_BASE_URL: "http://localhost:11434/v1",
    OPENAI_MODEL: "qwen",
  })
  expect(env.model).toMatchObject({ baseURL: "http://localhost:11434/v1", model: "qwen" })
})

test("a Supabase that is half configured is none, and what is missing is named", () => {
  const half = parseEnvironment({ SESSION_SECRET, SUPABASE_URL: "https://x.test" })
  expect(half.supabase).toBeNull()
  expect(missingSupabaseVariables(half)).toEqual(["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"])
  expect(missingSupabaseVariables(parseEnvironment({ SESSION_SECRET }))).toEqual([])
})

test.each([
  ["SESSION_SECRET", { SESSION_SECRET: "short" }],
  ["SESSION_SECRET", {}],
  ["SUPABASE_URL", { SESSION_SECRET, SUPABASE_URL: "not a url" }],
  ["OPENAI_BASE_URL", { SESSION_SECRET, OPENAI_BASE_URL: "localhost" }],
  ["MAX_CONTENT_LEVEL", { SESSION_SECRET, MAX_CONTENT_LEVEL: "6" }],
  ["MAX_CONTENT_LEVEL", { SESSION_SECRET, MAX_CONTENT_LEVEL: "many" }],
  ["DEMO_CHARACTERS_PER_SECOND", { SESSION_SECRET, DEMO_CHARACTERS_PER_SECOND: "-1" }],
])("a bad %s is named", (name, variables) => {
  expect(() => parseEnvironment(variables)).toThrow(name)
})
