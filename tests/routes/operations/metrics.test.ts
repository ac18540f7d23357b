import { readFileSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import { countCharacters } from "#app/domain/count-characters.ts"
import { GENERATION_FAILURES, GENERATION_STATUSES } from "#app/domain/generation.ts"
import { routePaths } from "../../support/app-visitor.ts"
import { ask } from "../../support/http-request.ts"
import { type OwnApp, sharedBackend, startApp } from "../../support/own-app.ts"
import { type ScriptedUpstream, startScriptedUpstream } from "../../support/upstream/scripted-upstream.ts"

const TOKEN = "only-for-the-test-of-metrics"
const PROMPT = "雨夜的灯塔守护人"
const WIRE = { prompt: PROMPT, erotic_level: 1, length: 1, reference_text: "" }

let app: OwnApp
let upstream: ScriptedUpstream
/** What has been written for visitors. */
const written: { id: string; content: string }[] = []

beforeAll(async () => {
  upstream = await startScriptedUpstream("server-error-once")
  app = await startApp({ ...sharedBackend(), METRICS_TOKEN: TOKEN, OPENAI_BASE_URL: upstream.url })
  written.push(JSON.parse((await generate(WIRE)).body))
})

afterAll(async () => {
  await app.stop()
  await upstream.close()
})

test("there are none without a token of the operator's", async () => {
  const other = await startApp({})
  const headers = { Authorization: "Bearer " }
  expect(await ask(`${other.origin}/metrics`)).toMatchObject({ status: 404, body: "404" })
  expect(await ask(`${other.origin}/metrics`, { headers })).toMatchObject({ status: 404 })
  await other.stop()
})

test.each([
  ["no token", {}],
  ["another token", { Authorization: `Bearer ${TOKEN.slice(1)}x` }],
  ["the beginning of the token", { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
  ["another scheme", { Authorization: `Basic ${TOKEN}` }],
  ["an empty one", { Authorization: "Bearer" }],
])("refuses %s", async (_, headers) => {
  const answer = await ask(`${app.origin}/metrics`, { headers })
  expect(answer).toMatchObject({ status: 401, body: "401" })
  expect(answer.headers["www-authenticate"]).toBe("Bearer")
})

test("tells of what was written, and how", async () => {
  const [text = { content: "" }] = written
  const characters = countCharacters(text.content)
  await expect.poll(() => figureOf('luobi_generations_ended_total{status="done",failure="none"}')).toBe(1)
  expect(await figureOf("luobi_characters_written_total")).toBe(characters)
  expect(await figureOf("luobi_length_ratio_sum")).toBeCloseTo(characters / 2_000)
  expect(await figureOf("luobi_first_text_seconds_count")).toBe(1)
  expect(await figureOf("luobi_generations_running")).toBe(0)
  expect(await figureOf('luobi_model_failures_total{kind="unreachable"}')).toBe(1)
  const cached = (await figureOf('luobi_model_tokens_total{kind="cached"}')) ?? 0
  expect(cached).toBeGreaterThan(0)
  expect(await figureOf('luobi_model_tokens_total{kind="input"}')).toBeGreaterThan(cached)
  expect(await figureOf('luobi_model_tokens_total{kind="output"}')).toBeGreaterThan(0)
})

test("counts requests by route and status, refusals by reason, and what is open", async () => {
  await ask(`${app.origin}/shared/00000000-0000-4000-8000-000000000000`)
  await ask(`${app.origin}/nowhere/${PROMPT.length}`)
  expect((await generate({ ...WIRE, erotic_level: 5 })).status).toBe(403)
  expect(await figureOf('luobi_requests_total{route="/shared/:id",status="404"}')).toBe(1)
  expect(await figureOf('luobi_requests_total{route="/*",status="404"}')).toBe(1)
  expect(await figureOf('luobi_requests_total{route="/generate-novel",status="403"}')).toBe(1)
  expect(await figureOf('luobi_refusals_total{reason="adult-unconfirmed"}')).toBe(1)
  expect(await figureOf('luobi_requests_open{route="/metrics"}')).toBe(1)
})

test("a generation that another process goes on with is a takeover", async () => {
  const slow = await startScriptedUpstream("well", { charactersPerSecond: 400 })
  const variables = { ...sharedBackend(), METRICS_TOKEN: TOKEN, OPENAI_BASE_URL: slow.url }
  const first = await startApp(variables)
  const body = new URLSearchParams({ ...WIRE, erotic_level: "1", length: "1", key: "takeover" }).toString()
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/event-stream" }
  const begun = await ask(`${first.origin}/generate-novel`, { method: "POST", headers, body, readBytes: 1 })
  const id = String(begun.headers["x-generation-id"])
  const cookie = (begun.headers["set-cookie"] ?? []).map((set) => set.split(";")[0]).join("; ")
  await first.stop()
  const events = await ask(`${app.origin}/generations/${id}/events`, { headers: { Cookie: cookie } })
  await slow.close()
  expect(events.body).toContain("event: done")
  expect(await figureOf("luobi_takeovers_total")).toBe(1)
})

test("no label holds what a visitor sent, an id or an address", async () => {
  const text = await scrape()
  expect(text).not.toMatch(/\p{Script=Han}|nowhere|127\.0\.0\.1|[0-9a-f]{8}-[0-9a-f]{4}-/u)
  for (const { id } of written) expect(text).not.toContain(id)
  const values: Record<string, (value: string) => boolean> = {
    route: (route) =>
      ["none", "file", "/assets/*", "/*", ...routePaths().map((path) => path.replace(/^\/?/, "/"))].includes(
        route,
      ),
    status: (status) => /^[2-5]\d\d$/.test(status) || GENERATION_STATUSES.some((one) => one === status),
    failure: (failure) => failure === "none" || GENERATION_FAILURES.some((one) => one === failure),
    kind: (kind) => /^[a-z]+$/.test(kind),
    reason: (reason) => /^[a-z-]+$/.test(reason),
    le: (bound) => bound === "+Inf" || Number(bound) > 0,
  }
  const labels = [...text.matchAll(/(\w+)="([^"]*)"/g)]
  expect(labels.length).toBeGreaterThan(30)
  for (const [label, name = "", value = ""] of labels) expect(values[name]?.(value), label).toBe(true)
})

test("is OpenMetrics", async () => {
  const { body, headers } = await ask(`${app.origin}/metrics`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  })
  expect(headers["content-type"]).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8")
  expect(headers["cache-control"]).toBe("no-store")
  expect(body.endsWith("\n# EOF\n")).toBe(true)
})

test("the dashboard asks for what there is, and for all of it", async () => {
  const dashboard = readFileSync("docs/grafana.json", "utf8")
  const asked = new Set(dashboard.match(/\bluobi_\w+/g))
  const given = [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", type = ""]) => ({
    name,
    series:
      type === "counter"
        ? [`${name}_total`]
        : type === "histogram"
          ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
          : [name],
  }))
  expect(given.length).toBeGreaterThan(5)
  const series = given.flatMap((metric) => metric.series)
  expect([...asked].filter((name) => !series.includes(name))).toEqual([])
  expect(given.filter((metric) => !metric.series.some((name) => asked.has(name)))).toEqual([])
})

function generate(wire: object) {
  return ask(`${app.origin}/generate-novel`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(wire),
  })
}

async function scrape(): Promise<string> {
  const headers = { Authorization: `Bearer ${TOKEN}` }
  return (await ask(`${app.origin}/metrics`, { headers })).body
}

/** The value of a line; null if there is none. */
async function figureOf(series: string): Promise<number | null> {
  const line = (await scrape()).split("\n").find((one) => one.startsWith(`${series} `))
  return line ? Number(line.split(" ").at(-1)) : null
}
