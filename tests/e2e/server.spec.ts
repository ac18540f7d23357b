import { expect, test } from "../support/browser/browser-test.ts"
import { DEMO_PORT } from "../support/ports.ts"

test("forms work behind a proxy that terminates TLS", async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: `http://localhost:${DEMO_PORT}` })
  const headers = {
    "X-Forwarded-Proto": "https",
    Origin: `https://localhost:${DEMO_PORT}`,
    "Sec-Fetch-Site": "same-origin",
  }
  const answer = await request.post("/", { headers, form: { prompt: " " } })
  expect(answer.status()).toBe(400)
  expect(await answer.text()).toContain("请输入小说主题…")
  await request.dispose()
})

test("refuses methods that a route does not take, and lists those that it takes", async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: `http://localhost:${DEMO_PORT}` })
  for (const [method, path] of [
    ["OPTIONS", "/"],
    ["PROPFIND", "/profile"],
    ["OPTIONS", "/nowhere"],
  ] as const) {
    const answer = await request.fetch(path, { method })
    expect(answer.status(), `${method} ${path}`).toBe(405)
    expect(answer.headers().allow).toContain("POST")
  }
  await request.dispose()
})
