import { APIError } from "openai"
import { expect, test } from "vitest"
import { failureIn } from "#app/server/writing/endpoint/failure-body.server.ts"
import { reportFailure } from "#app/server/writing/endpoint/failure-report.server.ts"
import { changeFor, chatCall, FIRST_DIALECT } from "#app/server/writing/endpoint/openai-dialect.server.ts"
import { toWriterError } from "#app/server/writing/endpoint/openai-errors.server.ts"
import type { WritingTask } from "#app/server/writing/endpoint/writer.server.ts"
import { complaintBody, RANGE_COMPLAINTS, SYSTEM_COMPLAINTS } from "../../../support/upstream/complaints.ts"

const BODIES = [0, 1, 2, 3, 4, 5]
const MORE_RANGES = [
  (max: number) => `max_tokens should be in [1,${max}]`,
  (max: number) => `Parameter max_tokens: allowed 1-${max}`,
  (max: number) => `max_tokens 必须小于等于 ${max}（模型上下文 131072）`,
  (max: number) => `the max_tokens you set exceeds ${max} (code: 1210)`,
  (max: number, sent: number) => `max_completion_tokens of ${sent} is over the maximum ${max}`,
]

test.each([...RANGE_COMPLAINTS, ...MORE_RANGES].map((says) => [says(8_192, 20_000), says] as const))(
  "learns the range: %s",
  (_example, says) => {
    for (const max of [512, 900, 4_096, 8_192, 16_384])
      for (const body of BODIES) {
        const limit = settle(20_000, (sent) => (sent > max ? complaintBody(says(max, sent), body) : null))
        expect(limit).toBeLessThanOrEqual(max)
        expect(limit).toBeGreaterThanOrEqual(max - 2)
      }
  },
)

test("without a number, the limit is halved until it fits", () => {
  const limit = settle(4_000, (sent) =>
    sent > 1_500 ? { error: { message: "max_tokens is too large" } } : null,
  )
  expect(limit).toBe(1_000)
})

test("a limit below the least one is raised", () => {
  const least = (sent: number) =>
    sent < 1_024 ? { error: { message: "max_tokens must be at least 1024" } } : null
  expect(settle(400, least)).toBeGreaterThanOrEqual(1_024)
})

test("an endpoint that takes no limit gets none, and one with another name gets that", () => {
  const says = (message: string) => changeFor(errorOf(400, { error: { message } }), FIRST_DIALECT, 1_000)
  expect(
    says(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
  ).toEqual({
    limitName: "max_completion_tokens",
  })
  expect(says("max_tokens: Extra inputs are not permitted")).toEqual({ limitName: null })
})

test.each(SYSTEM_COMPLAINTS)("puts the system into the user's message: $message", ({ status, message }) => {
  for (const body of BODIES) {
    const change = changeFor(errorOf(status, complaintBody(message, body)), FIRST_DIALECT, 1_000)
    expect(change).toEqual({ takesSystemMessage: false })
    const call = chatCall("scripted", task(1_000), { ...FIRST_DIALECT, ...change })
    expect(call.messages).toEqual([{ role: "user", content: "规矩\n\n写约 900 字" }])
  }
})

test.each([
  [400, "Content Exists Risk"],
  [400, "model does not exist"],
  [500, "internal error"],
  [503, "The system is overloaded"],
  [401, "Incorrect API key"],
  [429, "rate limit: 8192 tokens per minute, max_tokens counts"],
  [
    400,
    "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.",
  ],
])("changes nothing after %i %s", (status, message) => {
  expect(changeFor(errorOf(status, { error: { message } }), FIRST_DIALECT, 1_000)).toBeNull()
})

test("a model that thinks gets room for it, within the range of its endpoint", () => {
  const limit = (dialect: object) => chatCall("m", task(900), { ...FIRST_DIALECT, ...dialect }).max_tokens
  expect(limit({})).toBe(900)
  expect(limit({ thinks: true })).toBeGreaterThanOrEqual(16_000)
  expect(limit({ thinks: true, limitTo: 8_192 })).toBe(8_192)
})

test("the operator's fields are in the call, and a limit among them replaces ours", () => {
  const extra = { enable_thinking: false, thinking: { type: "disabled" }, max_completion_tokens: 3_000 }
  const call = chatCall("m", task(900), FIRST_DIALECT, extra)
  expect(call).toMatchObject(extra)
  expect(call).not.toHaveProperty("max_tokens")
})

test("the report of a failure names its cause without a word of the call", () => {
  const prompt = "灯塔守望者收到一封信，contact someone@example.com"
  const message = `Invalid request: "灯塔守望者收到\\u4e00封信" rejected for key sk-abcdef123, Someone@Example.com`
  const error = toWriterError(errorOf(400, { error: { message, code: "invalid_prompt" } }))
  const report = reportFailure(error, ["sk-abcdef123", prompt])

  expect(report).toMatchObject({ kind: "misused", status: 400, code: "invalid_prompt" })
  expect(report.cause).toContain("Invalid request")
  expect(report.cause).not.toMatch(/灯塔|守望|收到|封信|abcdef|someone|example/i)
})

/** Sends a call as the writer does until the endpoint complains no more; the limit that it took. */
function settle(maxTokens: number, complains: (sent: number) => unknown): number {
  let dialect = FIRST_DIALECT
  for (let tries = 0; tries < 6; tries += 1) {
    const call = chatCall("scripted", task(maxTokens), dialect)
    const sent = call.max_tokens ?? call.max_completion_tokens ?? Number.NaN
    const complaint = complains(sent)
    if (complaint === null) return sent
    const change = changeFor(errorOf(400, complaint), dialect, maxTokens)
    if (!change) return Number.NaN
    dialect = { ...dialect, ...change }
  }
  return Number.NaN
}

function errorOf(status: number, body: unknown): APIError {
  return APIError.generate(status, { error: failureIn(body) }, undefined, new Headers())
}

function task(maxTokens: number): WritingTask {
  return {
    kind: "style",
    messages: [
      { role: "system", content: "规矩" },
      { role: "user", content: "写约 900 字" },
    ],
    maxTokens,
    frequencyPenalty: 0,
  }
}
