import { expect, test } from "vitest"
import type { FailureReport } from "#app/server/writing/endpoint/failure-report.server.ts"
import {
  createOpenAIWriter,
  type OpenAIWriterOptions,
} from "#app/server/writing/endpoint/openai-writer.server.ts"
import { collectNovel } from "../../../support/upstream/run.ts"
import type { Scenario } from "../../../support/upstream/scenarios.ts"
import { startScriptedUpstream } from "../../../support/upstream/scripted-upstream.ts"

test("the plan goes to its own model, and every call has the operator's fields", async () => {
  const { calls, end } = await write({ name: "well" }, { planModel: "planner", extraBody: { top_p: 0.9 } })

  expect(end).toBe("done")
  expect(calls.map(({ kind, body }) => [kind, body.model])).toEqual(
    calls.map(({ kind }) => [kind, kind === "plan" ? "planner" : "scripted"]),
  )
  expect(calls.every(({ body }) => "top_p" in body && body.top_p === 0.9)).toBe(true)
})

test("what one call has learnt, the next ones know", async () => {
  const reply = { refusesSystem: true, maxTokens: 1_000 }
  for (const seed of [1, 2, 3, 4, 5]) {
    const { calls, end } = await write({ name: "particular", seed, plan: reply, beats: [reply] })

    expect(end).toBe("done")
    expect(calls.filter(({ answered }) => !answered)).toHaveLength(2)
    expect(calls.filter(({ answered }) => answered).every(({ maxTokens }) => maxTokens <= 1_000)).toBe(true)
  }
})

test("once an answer has shown a thought, every call has room for one", async () => {
  for (const shown of ["reasoning_content", "reasoning", "parts", "tags", "usage"] as const) {
    const thinks = { tokens: 700, shown }
    const { calls } = await write({ name: "thinks", plan: { thinks }, beats: [{ thinks }] })
    expect(calls.slice(1).every(({ maxTokens }) => maxTokens >= 16_000)).toBe(true)
  }
})

test("a silent model is waited for, and an answer that falls silent is given up sooner", async () => {
  const firstByteMs = 1_500
  const silent = await write({ name: "silent", plan: { silentFor: 4 } }, { firstByteMs, silenceMs: 100 })
  expect(silent.end).toBe("done")
  expect(silent.calls.filter(({ kind }) => kind === "plan")).toHaveLength(1)

  const began = performance.now()
  const falling = await write(
    { name: "falls silent", plan: { hangsAfter: 9 } },
    { firstByteMs: 60_000, silenceMs: 50 },
  )
  expect(falling.end).toBe("unreachable")
  expect(performance.now() - began).toBeLessThan(30_000)
})

test("the operator hears why a call failed, and no word of the visitor", async () => {
  const reports: FailureReport[] = []
  const { end } = await write(
    { name: "no key", seed: 3, plan: { failsInBody: "unauthorized" } },
    { onFailure: (report) => reports.push(report) },
  )

  expect(end).toBe("unauthorized")
  expect(reports).toMatchObject([{ kind: "unauthorized" }])
  expect(reports[0]?.cause).not.toBe("")
})

async function write(scenario: Scenario, options: Partial<OpenAIWriterOptions> = {}) {
  const upstream = await startScriptedUpstream(scenario)
  try {
    const model = "scripted"
    const writer = createOpenAIWriter({
      apiKey: "none",
      baseURL: upstream.url,
      model,
      readEveryMs: 0,
      ...options,
    })
    return { ...(await collectNovel({}, { writer })), calls: upstream.calls }
  } finally {
    await upstream.close()
  }
}
