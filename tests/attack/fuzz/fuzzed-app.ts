import { WITH_PROBE } from "../../support/ask-probe.ts"
import { ask } from "../../support/http-request.ts"
import { type OwnApp, startApp } from "../../support/own-app.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"
import type { Surroundings } from "./bad-request.ts"

const FORM = { "Content-Type": "application/x-www-form-urlencoded" }
/** High limits, because the parsers lie behind them. Generations stay few, or the run would measure those. */
const RATE_LIMITS =
  "sign-in.address=100000/1h sign-in.email=100000/1h sign-in.email-at-address=100000/1h novel-save.account=100000/1h avatar-upload.account=100000/1h"

/** Starts the built app on a backend, with a signed-in visitor who owns a text, a novel and a generation. */
export async function startFuzzedApp(
  backend: Record<string, string>,
  routes: readonly string[],
): Promise<{ app: OwnApp; around: Surroundings }> {
  const app = await startApp({ ...backend, RATE_LIMITS }, WITH_PROBE)
  const account = new Map<string, string>()
  await post(app, account, "/login", { intent: "register", email: newEmail(), password: PASSWORD })
  const key = crypto.randomUUID()
  await post(app, account, "/save", {
    title: "灯塔",
    content: "雨停了。",
    content_level: "1",
    is_public: "on",
    key,
  })
  const asked = { prompt: "雨夜的灯塔", erotic_level: "1", length: "1", reference_text: "" }
  const written = await post(app, account, "/generate-novel", asked)
  const generation = String(JSON.parse(written.body).id)
  const shelf = await ask(`${app.origin}/my-novels`, { headers: { Cookie: headerOf(account) } })
  const novel = /\/novels\/([0-9a-f-]{36})/.exec(shelf.body)?.[1]
  if (!novel) throw new Error("there is no novel to attack")

  const visitor = new Map<string, string>()
  await post(app, visitor, "/generate-novel", asked)
  const around = {
    host: new URL(app.origin).host,
    routes,
    cookies: [headerOf(account), headerOf(visitor)],
    ids: [novel, generation, crypto.randomUUID(), "nobodyhasthisone123456"],
  }
  return { app, around }
}

async function post(app: OwnApp, cookies: Map<string, string>, path: string, fields: Record<string, string>) {
  const headers = { ...FORM, Cookie: headerOf(cookies) }
  const body = new URLSearchParams(fields).toString()
  const answer = await ask(app.origin + path, { method: "POST", headers, body })
  for (const cookie of answer.headers["set-cookie"] ?? []) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    cookies.set(name, value)
  }
  return answer
}

function headerOf(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
}
