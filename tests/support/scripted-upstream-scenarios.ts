/** What the scripted upstream answers to one call. Without any of these it writes well. */
export interface Reply {
  status?: number
  retryAfterSeconds?: number
  errorCode?: string
  errorMessage?: string
  /** Of the characters asked, how many it writes. */
  share?: number
  finish?: "stop" | "length" | "content_filter"
  /** Written before and after the story. */
  opening?: string
  closing?: string
  /** In the place of the story. */
  text?: string
  /** How many characters of the prompt's tail it repeats first. */
  repeatsTail?: number
  /** Says one sentence again and again. */
  loops?: boolean
  /** Stops inside the last sentence. */
  breaksOff?: boolean
  reasoning?: "first" | "only"
  /** How the bytes leave: a frame at a time, one byte at a time, or cut inside a character. */
  delivery?: "frames" | "bytes" | "cut-characters"
  charactersPerFrame?: number
  /** After so many characters: silence, a destroyed socket, or a stream closed with no reason. */
  hangsAfter?: number
  dropsAfter?: number
  closesAfter?: number
  /** Parameters that it answers with a 400. */
  unknownParameter?: "max_tokens" | "stream_options" | "frequency_penalty"
  tokensPerCharacter?: number
}

export interface Scenario {
  name: string
  seed?: number
  plan?: Reply
  /** By number of the beat call; the last one repeats. */
  beats?: Reply[]
}

const WELL: Reply = {}
const THOUGHT = "我先想一想：读者要的是一个安静的故事，<b>人物</b>要少。\n## 结构\n1. 起\n2. 合\n"

export const SCENARIOS: readonly Scenario[] = [
  { name: "well" },
  { name: "well-slightly-short", beats: [{ share: 0.88 }] },
  { name: "well-slightly-long", beats: [{ share: 1.14 }] },
  { name: "stops-short", beats: [{ share: 0.5 }] },
  { name: "stops-very-short", beats: [{ share: 0.12 }] },
  { name: "stops-mid-sentence", beats: [{ breaksOff: true }] },
  { name: "overruns", beats: [{ share: 3, tokensPerCharacter: 0.3 }] },
  { name: "bad-plan", plan: { text: "好的！这是一个关于勇气的故事，我会认真写。" } },
  { name: "silent-plan", plan: { text: "" } },
  { name: "repeats-tail", beats: [{ repeatsTail: 300 }] },
  { name: "repeats-whole-tail", beats: [{ repeatsTail: 5_000 }] },
  { name: "loops-once", beats: [{ loops: true }, WELL] },
  { name: "loops", beats: [{ loops: true }] },
  { name: "thinks-aloud", beats: [{ opening: `<think>${THOUGHT}</think>\n\n`, charactersPerFrame: 1 }] },
  { name: "thinks-without-opening", beats: [{ opening: `${THOUGHT}</think>\n\n`, charactersPerFrame: 1 }] },
  { name: "english-preamble", beats: [{ opening: "Sure! Here is the continuation of the story:\n\n" }] },
  { name: "chinese-preamble", beats: [{ opening: "好的，以下是小说正文：\n\n## 第一章 雨夜\n\n" }] },
  { name: "remarks", beats: [{ opening: "```\n", closing: "\n```\n（本节约900字，未完待续）\n" }] },
  { name: "length-limited", beats: [{ share: 2, tokensPerCharacter: 2 }] },
  { name: "filtered", beats: [WELL, { share: 0.4, finish: "content_filter" }] },
  { name: "filtered-at-once", beats: [{ text: "", finish: "content_filter" }] },
  {
    name: "refused-400",
    beats: [WELL, { status: 400, errorCode: "content_filter", errorMessage: "Content Exists Risk" }],
  },
  {
    name: "declines-in-words",
    beats: [{ text: "抱歉，我无法创作这样的内容。如果你愿意，我可以写别的故事。" }],
  },
  { name: "bad-request", beats: [{ status: 400, errorMessage: "model does not exist" }] },
  { name: "unauthorized", plan: { status: 401, errorMessage: "Incorrect API key" } },
  { name: "unauthorized-later", beats: [WELL, { status: 401, errorMessage: "Incorrect API key" }] },
  { name: "rate-limited-once", beats: [{ status: 429, retryAfterSeconds: 0 }, WELL] },
  { name: "rate-limited", beats: [WELL, { status: 429, retryAfterSeconds: 0 }] },
  { name: "rate-limited-for-long", beats: [{ status: 429, retryAfterSeconds: 3_600 }] },
  { name: "server-error-once", beats: [{ status: 500 }, WELL] },
  { name: "server-error", beats: [{ status: 500 }] },
  { name: "unavailable", plan: { status: 503 } },
  { name: "hangs-once", beats: [{ hangsAfter: 300 }, WELL] },
  { name: "hangs", beats: [WELL, { hangsAfter: 0 }] },
  { name: "hangs-before-plan", plan: { hangsAfter: 0 } },
  { name: "drips-bytes", beats: [{ delivery: "bytes", charactersPerFrame: 60 }] },
  { name: "cuts-characters", beats: [{ delivery: "cut-characters", charactersPerFrame: 20 }] },
  { name: "drops-once", beats: [{ dropsAfter: 333 }, WELL] },
  { name: "drops-after-some", beats: [{ dropsAfter: 333 }] },
  { name: "drops", beats: [WELL, { dropsAfter: 5 }] },
  { name: "closes-early", beats: [{ closesAfter: 333 }] },
  { name: "empty", beats: [{ text: "" }] },
  { name: "empty-once", beats: [{ text: "" }, WELL] },
  { name: "reasons-only", beats: [{ reasoning: "only", finish: "length" }] },
  { name: "reasons-first", beats: [{ reasoning: "first" }] },
  {
    name: "wants-max-completion-tokens",
    plan: { unknownParameter: "max_tokens" },
    beats: [{ unknownParameter: "max_tokens" }],
  },
  {
    name: "no-stream-options",
    plan: { unknownParameter: "stream_options" },
    beats: [{ unknownParameter: "stream_options" }],
  },
]

export function scenarioNamed(name: string): Scenario {
  const scenario = SCENARIOS.find((known) => known.name === name)
  if (!scenario)
    throw new Error(`no scenario "${name}"; there are: ${SCENARIOS.map((one) => one.name).join(", ")}`)
  return scenario
}
