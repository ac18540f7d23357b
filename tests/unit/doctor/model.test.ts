import { expect, test } from "vitest"
import { type Finding, printed } from "../../../scripts/doctor/finding.ts"
import { checkModel } from "../../../scripts/doctor/model.ts"
import { type Faults, startChatEndpoint } from "../../support/chat-endpoint.ts"

const KEY = "sk-a-secret-of-the-operator"
const MODEL = "scripted"
const NOBODY = "http://127.0.0.1:9/v1"

test("an obedient model: everything is right, at the cost that was stated", async () => {
  const { findings, calls } = await examine()

  expect(findings.filter(({ verdict }) => verdict === "wrong")).toEqual([])
  expect(saidOf(findings, "right")).toEqual([
    expect.stringContaining(`The model ${MODEL} answers`),
    expect.stringMatching(/streams: the text arrived over \d+ milliseconds/),
    expect.stringContaining("does not think"),
    expect.stringContaining("obeys the system message"),
    expect.stringContaining("limit of an answer is max_tokens"),
    expect.stringContaining("limit of 64 tokens works"),
    expect.stringContaining("remembers the beginning"),
  ])
  const [, stated = "", input = "", output = ""] =
    /about (\d+) calls .* (\d+) tokens in and (\d+) out/.exec(findings[0]?.english ?? "") ?? []
  expect(calls).toHaveLength(Number(stated))
  const sent = calls.flatMap(({ messages }) => messages.map(({ content }) => content.length))
  expect(sent.reduce((sum, length) => sum + length)).toBeLessThan(Number(input))
  const limits = calls.map(({ max_tokens = 0 }) => max_tokens)
  expect(limits.reduce((sum, limit) => sum + limit)).toBeLessThanOrEqual(Number(output))
})

test.each<[string, Faults, string, string[]]>([
  ["buffers the whole answer", { buffers: true }, "came all at once", ["proxy_buffering off"]],
  ["ignores max_tokens", { ignoresLimit: true }, "takes max_tokens and ignores it", ["OPENAI_EXTRA_BODY="]],
  ["ignores the system message", { ignoresSystem: true }, "did not obey it", ["OPENAI_MODEL="]],
  ["calls a cut answer complete", { hidesCut: true }, "says that it is complete", ["OPENAI_BASE_URL="]],
  ["sends no finish reason", { omitsFinish: true }, "no finish_reason", ["OPENAI_BASE_URL="]],
  [
    "drops the beginning of a long prompt",
    { contextTokens: 9_000 },
    "the beginning was probably dropped in silence",
    ["OPENAI_CONTEXT_TOKENS="],
  ],
  [
    "drops nearly all of a long prompt",
    { contextTokens: 4_096 },
    "silently dropped the beginning",
    ["OPENAI_CONTEXT_TOKENS="],
  ],
  [
    "refuses a long prompt",
    { overflowsAt: 4_096 },
    "as too long; it takes 4096",
    ["OPENAI_CONTEXT_TOKENS=4096"],
  ],
  [
    "thinks until its limit is used up",
    { thinks: "field", thinksForever: true },
    "thoughts used up a limit of 1000 tokens",
    [`OPENAI_EXTRA_BODY='{"enable_thinking":false}'`],
  ],
  ["says nothing", { isMute: true }, "holds no text", ["OPENAI_MODEL="]],
  ["drops the line", { drops: true }, "connection broke in the middle", ["time-outs"]],
  ["hangs", { hangs: true }, "sent no byte within 1 seconds", ["OPENAI_FIRST_BYTE_SECONDS="]],
  [
    "answers with a web page",
    { instead: { status: 200, type: "text/html", body: "<!doctype html><title>welcome</title>" } },
    "answers with a web page",
    ["/v1"],
  ],
  [
    "has no such address",
    { instead: { status: 404, body: '{"detail":"Not Found"}' } },
    "no chat/completions",
    ["/v1"],
  ],
  [
    "refuses the key, quoting it",
    { instead: { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key: ${KEY}` } }) } },
    "refuses OPENAI_API_KEY (401)",
    ["OPENAI_API_KEY=…"],
  ],
  [
    "wants money",
    { instead: { status: 402, body: '{"error":{"message":"Insufficient Balance"}}' } },
    "account cannot pay",
    ["Top it up"],
  ],
  [
    "is overworked",
    { instead: { status: 429, body: '{"error":{"message":"rate limit"}}' } },
    "is busy",
    ["again later"],
  ],
])("an endpoint that %s: says so, and what to do", async (_, faults, problem, advice) => {
  const { findings, text } = await examine(faults)

  expect(saidOf(findings, "wrong").filter((said) => said.includes(problem))).toHaveLength(1)
  for (const word of advice) expect(text).toContain(word)
  expect(text).not.toContain(KEY)
  expect(text).not.toMatch(/^\s+at /m)
})

test("without a key, says that one is missing", async () => {
  const faults = { instead: { status: 401, body: '{"error":{"message":"no key"}}' } }
  expect((await examine(faults, { apiKey: "none" })).text).toContain("OPENAI_API_KEY is not set")
})

test("an unknown model: names those that the endpoint has", async () => {
  const names = { "/v1/models": { data: [{ id: "qwen2.5:14b" }, { id: "other\u001b[2J" }] } }
  const { findings, text } = await examine({ tells: names, lacksModel: true })

  expect(saidOf(findings, "wrong")).toEqual([expect.stringContaining(`has no model ${MODEL}`)])
  expect(text).toContain("→ OPENAI_MODEL=qwen2.5:14b")
  expect(text).not.toContain("\u001b")
})

test("an endpoint where nobody listens", async () => {
  const { findings } = await examine({}, { baseURL: NOBODY })
  expect(saidOf(findings, "wrong")).toEqual([expect.stringContaining("Cannot reach")])
})

test("a password in the address is not shown", async () => {
  const { text } = await examine({}, { baseURL: "http://me:hidden-word@127.0.0.1:9/v1?key=hidden-word" })
  expect(text).toContain("Cannot reach the model's endpoint http://127.0.0.1:9/v1 ")
  expect(text).not.toContain("hidden-word")
})

test("what the app meets by itself is no fault", async () => {
  const renamed = await examine({ refusesLimit: "max_tokens" })
  expect(renamed.text).toContain("uses max_completion_tokens by itself")
  expect(renamed.text).toContain("limit of 64 tokens works")
  const unlimited = await examine({ refusesLimit: "both" })
  expect(unlimited.text).toContain("sends none by itself")
  const moved = await examine({ refusesSystem: true })
  expect(moved.text).toContain("puts it into the user's first one by itself")
  for (const { findings } of [renamed, unlimited, moved]) expect(saidOf(findings, "wrong")).toEqual([])
})

test.each([
  ["field", "in a field of its own"],
  ["tags", "between <think> tags in the text"],
] as const)(
  "a model that thinks in %s: says what that costs, and how to turn it off",
  async (thinks, place) => {
    const { findings, text } = await examine({ thinks })

    expect(saidOf(findings, "wrong")).toEqual([])
    expect(saidOf(findings, "note").join("\n")).toContain(`thinks before it answers (${place})`)
    expect(text).toContain("OPENAI_EXTRA_BODY=")
  },
)

test("a server on this machine: asks with how much it was loaded, and names its own setting", async () => {
  const ollama = (context_length: number) => ({
    "/api/version": { version: "0.12.0" },
    "/api/ps": { models: [{ name: `${MODEL}:latest`, context_length }] },
  })
  const small = await examine({ tells: ollama(4_096), contextTokens: 4_096 })
  expect(small.text).toContain("remembers the beginning")
  expect(small.text).toContain("→ OLLAMA_CONTEXT_LENGTH=32000 ollama serve")
  const large = await examine({ tells: ollama(32_768) })
  expect(large.text).toContain("loaded with a context of 32768 tokens, but the app reckons with 4096")
  expect(large.text).toContain("→ OPENAI_CONTEXT_TOKENS=32768")
  const studio = { "/v1/models": { data: [{ id: MODEL, loaded_context_length: 4_096 }] } }
  expect((await examine({ tells: studio })).text).toContain("→ LM Studio → Context Length: 32000")
  const set = await examine({ tells: ollama(32_768) }, {}, 32_768)
  expect(saidOf(set.findings, "wrong")).toEqual([])
})

test("a model of its own for the plan or the memory is tried too", async () => {
  const { calls, text } = await examine({}, { planModel: "planner", memoryModel: MODEL })
  expect(calls.filter(({ model }) => model === "planner")).toHaveLength(1)
  expect(text).toContain("The model planner answers")
})

test("a limit that the operator sets is left alone", async () => {
  const { findings, text } = await examine({}, { extraBody: { max_tokens: 500 } })
  expect(text).toContain("OPENAI_EXTRA_BODY sets a limit")
  expect(saidOf(findings, "wrong")).toEqual([])
})

async function examine(
  faults: Faults = {},
  endpoint: Partial<Parameters<typeof checkModel>[0]["endpoint"]> = {},
  contextTokens: number | null = null,
) {
  const served = await startChatEndpoint(faults)
  const findings: Finding[] = []
  const checked = {
    endpoint: {
      apiKey: KEY,
      baseURL: served.url,
      model: MODEL,
      planModel: undefined,
      memoryModel: undefined,
      extraBody: undefined,
      firstByteMs: 1_000,
      ...endpoint,
    },
    contextTokens,
    windowTokens: 16_000,
  }
  try {
    for await (const finding of checkModel(checked, new AbortController().signal)) findings.push(finding)
  } finally {
    await served.close()
  }
  return { findings, text: findings.map(printed).join("\n"), calls: served.calls }
}

function saidOf(findings: Finding[], verdict: Finding["verdict"]): string[] {
  return findings.filter((finding) => finding.verdict === verdict).map(({ english }) => english)
}
