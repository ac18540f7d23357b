import { rmSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type BackendKeys, readOrMakeKeys } from "../../../supabase/local/backend-keys.ts"
import { type Backend, openBackend } from "../../../supabase/local/open-backend.ts"
import { newDataDir } from "../../support/backend/embedded-backend.ts"

// The test runs the backend in its own process: only requests of the same tick are sure to meet in the session.
let dataDir = ""
let keys: BackendKeys
let backend: Backend

beforeAll(async () => {
  dataDir = newDataDir()
  keys = readOrMakeKeys(dataDir).keys
  backend = await openBackend({ dataDir, keys, appOrigin: "http://127.0.0.1", confirmEmail: false })
  const credentials = JSON.stringify({ email: "a@example.com", password: "password1" })
  const { user } = await call("/auth/v1/signup", keys.publishableKey, credentials)
  await call(
    "/rest/v1/novels",
    keys.secretKey,
    JSON.stringify({ title: "私", content: "文", user_id: user.id }),
  )
})

afterAll(async () => {
  await backend?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test("a visitor's query never runs in the role of the secret key", async () => {
  const read = (key: string) => call("/rest/v1/novels?select=title", key)
  const pairs = Array.from({ length: 100 }, () => [read(keys.publishableKey), read(keys.secretKey)])
  const answers = await Promise.all(pairs.map((pair) => Promise.all(pair)))
  expect(answers.every(([visitors]) => visitors.length === 0)).toBe(true)
  expect(answers.every(([, admins]) => admins.length === 1)).toBe(true)
})

async function call(path: string, apikey: string, body?: string) {
  const request = new Request(`http://127.0.0.1${path}`, {
    headers: { apikey, "content-type": "application/json" },
    ...(body ? { method: "POST", body } : {}),
  })
  const text = await (await backend.fetch(request)).text()
  return text === "" ? null : JSON.parse(text)
}
