import type { GenerationFailure } from "#app/domain/generation.ts"
import { ANSWERS } from "./answer-scenarios.ts"
import type { FAILURE_BODIES } from "./complaints.ts"
import type { Manner } from "./prose.ts"
import { REFERENCES } from "./references.ts"
import type { CLOSINGS, OPENINGS, REFUSALS } from "./remarks.ts"
import type { Wire } from "./wire.ts"

/** How the scripted upstream answers one call. By default it writes well. */
export interface Reply {
  status?: number
  retryAfterSeconds?: number
  /** Sends `retry-after` as a date instead of seconds. */
  retryAfterIsDate?: boolean
  errorCode?: string
  errorMessage?: string
  /** The share of the requested characters that it writes. */
  share?: number
  /** It writes at most this many characters, or always about this many, whatever the call requests. */
  atMost?: number
  always?: number
  /** It cuts every answer off here, whatever limit the call sends. */
  tokensAtMost?: number
  manner?: Manner
  finish?: "stop" | "length" | "content_filter"
  /** Text before and after the story. */
  opening?: string
  closing?: string
  /** Text in place of the story. */
  text?: string
  /** Sentences of this kind before, behind or in place of the story; the seed and the call choose which. */
  opens?: keyof typeof OPENINGS
  closes?: keyof typeof CLOSINGS
  declines?: keyof typeof REFUSALS
  /** Where it declines: instead of the story, behind a thought, or after a part of the story. */
  declinesAfter?: "thought" | "story"
  /** A harmless passage in which somebody declines, inside the story or in place of its end. */
  tellsOfDeclining?: "within" | "last"
  /** A thought between tags of any family, or the tokens of a chat template around the answer. */
  thinksBetweenTags?: boolean
  leaksTokens?: boolean
  /** How it treats the marks that the prompt asks for; `prefaced`: it also writes around them. */
  marks?: "both" | "opening" | "prefaced" | "each-paragraph"
  /** It begins with so many characters of the text so far, from any place, before it goes on. */
  beginsAnew?: number
  /** It quotes so many sentences of the prompt's tail inside a paragraph that begins with a new one. */
  quotesTail?: number
  /** It repeats a sentence with another number in it over and over. */
  counts?: "arabic" | "chinese"
  language?: "english" | "verse"
  /** How many characters of the prompt's tail it repeats first. */
  repeatsTail?: number
  /** Repeats a paragraph of this many calls ago, word for word or with a few words changed. */
  repeatsParagraph?: { callsAgo: number; changed?: boolean }
  /** Copies a run of this many characters from the reference every few sentences. */
  copiesReference?: number
  /** Repeats one sentence over and over. */
  loops?: boolean
  /** Stops inside the last sentence. */
  breaksOff?: boolean
  reasoning?: "first" | "only"
  /** How many tokens it thinks first, inside `max_tokens`, and where that shows. */
  thinks?: { tokens: number; shown: "reasoning_content" | "reasoning" | "parts" | "tags" | "usage" }
  /**
   * How long it is silent before its first byte and, when it thinks, before its first text; in multiples of the
   * silence that its client allows within an answer.
   */
  silentFor?: number
  wire?: Wire
  /** How it sends the bytes: by frame, byte by byte, or cut inside a character. */
  delivery?: "frames" | "bytes" | "cut-characters"
  charactersPerFrame?: number
  /** How fast this reply comes, where it is not as fast as all others. */
  charactersPerSecond?: number
  /** It keeps that speed only from this character on. */
  slowsAfter?: number
  oddities?: readonly Oddity[]
  /**
   * What happens after this many characters: silence, a destroyed socket, or a stream that closes without a
   * finish reason.
   */
  hangsAfter?: number
  dropsAfter?: number
  closesAfter?: number
  /** These characters are counted behind so many cards of a plan. */
  afterCards?: number
  /** A parameter that it rejects with a 400. */
  unknownParameter?: "max_tokens" | "stream_options" | "frequency_penalty"
  /** It rejects a greater `max_tokens` in a sentence that gives its range. */
  maxTokens?: number
  /** It rejects system messages. */
  refusesSystem?: boolean
  /** It answers 200 with a body that reports this failure. */
  failsInBody?: keyof typeof FAILURE_BODIES
  tokensPerCharacter?: number
}

/** Peculiarities of the stream itself that stay within the protocol or close to it. */
export type Oddity =
  | "comments"
  | "empty-deltas"
  | "second-choice"
  | "split-surrogates"
  | "no-usage"
  | "no-finish-reason"
  | "no-done"
  /** After the finish reason, neither `[DONE]` nor a close. */
  | "no-end"
  /** Usage without the tokens of the answer. */
  | "half-usage"

/** How much the model can read, what the endpoint does with more, and how it counts. */
interface ContextScript {
  /** Of prompt and answer together. */
  tokens: number
  /** The words of its 400, with {limit}, {prompt}, {answer} and {total} for the counts; else it cuts without a word. */
  overflow?: string
  /** What it keeps of a prompt that it cuts, as a share of its context; by default all that fits. */
  keeps?: number
}

export interface Scenario {
  name: string
  context?: ContextScript
  /** Its tokens for one of ours, in counts and limits; and what it adds to, or leaves out of, its count of a prompt. */
  tokenFactor?: number
  countFactor?: number
  /** Its answers to other requests, by path: the list of its models, Ollama's version. */
  answers?: Record<string, unknown>
  seed?: number
  /** The failure with which it must end, and how much text is kept then; by default the novel is written. */
  end?: GenerationFailure
  kept?: "some" | "none"
  /** A text whose style the novel imitates. */
  reference?: string
  /** The reply to all plan calls, or the replies in order; the last one repeats. */
  plan?: Reply | Reply[]
  /** The status that answers a call which comes beside another one. */
  besideStatus?: number
  /** The reply to the call for notes on that style. */
  style?: Reply
  /** The reply to the calls for what is to be remembered. */
  memory?: Reply
  /** The replies to the beat calls in order; the last one repeats. */
  beats?: Reply[]
  /** The replies to the calls that ask for the end of the story, instead of those; the last one repeats. */
  lastPart?: Reply[]
}

const WELL: Reply = {}
/** Characters outside the basic plane, one with a variation selector. */
const SIGNS = ["😀", "𠮷", "🌧️"]
const THOUGHT = "我先想一想：读者要的是一个安静的故事，<b>人物</b>要少。\n## 结构\n1. 起\n2. 合\n"

/** Endpoints whose model reads little, by how they say so. */
const OVERFLOWS = {
  openai:
    "This model's maximum context length is {limit} tokens. However, you requested {total} tokens ({prompt} in the messages, {answer} in the completion). Please reduce the length of the messages or completion.",
  llama: "request ({prompt} tokens) exceeds the available context size ({limit} tokens), try increasing it",
  qwen: "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, {limit}]",
  chinese: "输入的总 token 数 {prompt} 超过了模型的上下文上限 {limit}",
  unnumbered: "Prompt is too long for this model.",
  excess: "prompt too long; exceeded max context length by {excess} tokens",
}

export const SCENARIOS: readonly Scenario[] = [
  { name: "well" },
  { name: "well-slightly-short", beats: [{ share: 0.88 }] },
  { name: "well-slightly-long", beats: [{ share: 1.14 }] },
  { name: "stops-early", beats: [{ share: 0.7 }] },
  { name: "overruns-by-half", beats: [{ share: 1.5 }] },
  {
    name: "counts-badly",
    beats: [0.7, 1.5, 0.9, 1.3, 0.6, 1.6, 1, 0.75, 1.45, 0.8, 1.2, 1.5, 0.7].map((share) => ({ share })),
  },
  { name: "runs-long-at-the-end", lastPart: [{ share: 1.6 }, WELL] },
  { name: "runs-on-at-the-end", lastPart: [{ share: 2.5, tokensPerCharacter: 0.3 }] },
  { name: "stops-early-at-the-end", lastPart: [{ share: 0.6 }, WELL] },
  { name: "cut-off-at-the-end", lastPart: [{ share: 0.9, finish: "length", breaksOff: true }, WELL] },
  { name: "drops-at-the-end", lastPart: [{ dropsAfter: 333 }, WELL] },
  {
    name: "refuses-the-closing",
    lastPart: [
      { share: 2.5, tokensPerCharacter: 0.3 },
      { status: 400, errorCode: "content_filter" },
    ],
  },
  { name: "never-more-than-700-tokens", beats: [{ tokensAtMost: 700 }] },
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
  { name: "filtered", end: "refused", kept: "some", beats: [WELL, { share: 0.4, finish: "content_filter" }] },
  { name: "filtered-at-once", end: "refused", kept: "none", beats: [{ text: "", finish: "content_filter" }] },
  {
    name: "refused-400",
    end: "refused",
    kept: "some",
    beats: [WELL, { status: 400, errorCode: "content_filter", errorMessage: "Content Exists Risk" }],
  },
  {
    name: "declines-in-words",
    end: "refused",
    kept: "none",
    beats: [{ text: "抱歉，我无法创作这样的内容。如果你愿意，我可以写别的故事。" }],
  },
  {
    name: "bad-request",
    end: "internal",
    kept: "none",
    beats: [{ status: 400, errorMessage: "model does not exist" }],
  },
  {
    name: "unauthorized",
    end: "unauthorized",
    kept: "none",
    plan: { status: 401, errorMessage: "Incorrect API key" },
  },
  {
    name: "unauthorized-later",
    end: "unauthorized",
    kept: "some",
    beats: [WELL, { status: 401, errorMessage: "Incorrect API key" }],
  },
  { name: "rate-limited-once", beats: [{ status: 429, retryAfterSeconds: 0 }, WELL] },
  { name: "rate-limited", end: "busy", kept: "some", beats: [WELL, { status: 429, retryAfterSeconds: 0 }] },
  {
    name: "rate-limited-for-long",
    end: "busy",
    kept: "none",
    beats: [{ status: 429, retryAfterSeconds: 3_600 }],
  },
  { name: "server-error-once", beats: [{ status: 500 }, WELL] },
  { name: "server-error", end: "unreachable", kept: "none", beats: [{ status: 500 }] },
  { name: "unavailable", end: "busy", kept: "none", plan: { status: 503 } },
  { name: "hangs-once", beats: [{ hangsAfter: 300 }, WELL] },
  { name: "hangs", end: "unreachable", kept: "some", beats: [WELL, { hangsAfter: 0 }] },
  { name: "hangs-before-plan", end: "unreachable", kept: "none", plan: { hangsAfter: 0 } },
  { name: "drips-bytes", beats: [{ delivery: "bytes", charactersPerFrame: 60 }] },
  { name: "cuts-characters", beats: [{ delivery: "cut-characters", charactersPerFrame: 20 }] },
  { name: "drops-once", beats: [{ dropsAfter: 333 }, WELL] },
  { name: "drops-after-some", beats: [{ dropsAfter: 333 }] },
  { name: "drops", end: "unreachable", kept: "some", beats: [WELL, { dropsAfter: 5 }] },
  { name: "closes-early", beats: [{ closesAfter: 333 }] },
  { name: "empty", end: "empty", kept: "none", beats: [{ text: "" }] },
  { name: "empty-once", beats: [{ text: "" }, WELL] },
  { name: "reasons-only", end: "empty", kept: "none", beats: [{ reasoning: "only", finish: "length" }] },
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
  { name: "never-more-than-1800", beats: [{ atMost: 1_800 }] },
  { name: "always-1200", beats: [{ always: 1_200 }] },
  { name: "repeats-last-paragraph", beats: [{ repeatsParagraph: { callsAgo: 1 } }] },
  { name: "repeats-paragraph-of-three-calls-ago", beats: [{ repeatsParagraph: { callsAgo: 3 } }] },
  { name: "rewords-last-paragraph", beats: [{ repeatsParagraph: { callsAgo: 1, changed: true } }] },
  {
    name: "rewords-paragraph-of-three-calls-ago",
    beats: [{ repeatsParagraph: { callsAgo: 3, changed: true } }],
  },
  { name: "thinks-half-way", beats: [{ closing: `\n<think>${THOUGHT}</think>\n`, charactersPerFrame: 2 }] },
  {
    name: "thinks-in-capitals",
    beats: [{ opening: `<THINKING>${THOUGHT}</THINKING>\n`, charactersPerFrame: 2 }],
  },
  { name: "opens-no-thought-in-plan", plan: { opening: `${THOUGHT}</think>\n` } },
  { name: "headings", beats: [{ manner: { heading: "## 第三章 归途" } }] },
  { name: "refrains", beats: [{ manner: { refrains: true } }] },
  { name: "bold", beats: [{ manner: { bold: "**" } }] },
  { name: "traditional", beats: [{ manner: { script: "traditional" } }] },
  {
    name: "english-words",
    beats: [{ manner: { objects: ["一台 Mac", "那张 CD", "半盒 Tea", "iPad"] } }],
  },
  { name: "half-width", beats: [{ manner: { punctuation: "half-width" } }] },
  { name: "corner-quotes", beats: [{ manner: { punctuation: "corner-quotes" } }] },
  { name: "unclosed-quotes", beats: [{ manner: { punctuation: "unclosed-quotes" } }] },
  {
    name: "ends-in-unclosed-quotes",
    lastPart: [{ manner: { punctuation: "unclosed-quotes", paragraphs: "one" } }, WELL],
  },
  { name: "indented", beats: [{ manner: { indent: "　　" } }] },
  { name: "blank-runs", beats: [{ manner: { lineBreak: "\n \n\n　\n\n" } }] },
  { name: "crlf", beats: [{ manner: { lineBreak: "\r\n\r\n" } }] },
  {
    name: "astral-split",
    beats: [{ manner: { signs: SIGNS }, oddities: ["split-surrogates"], charactersPerFrame: 1 }],
  },
  { name: "astral-bytes", beats: [{ manner: { signs: SIGNS }, delivery: "bytes", charactersPerFrame: 60 }] },
  { name: "one-paragraph", beats: [{ manner: { paragraphs: "one" } }] },
  {
    name: "one-paragraph-of-9000",
    beats: [{ manner: { paragraphs: "one" }, always: 9_000, tokensPerCharacter: 0.05 }],
  },
  { name: "lines-of-dialogue", beats: [{ manner: { paragraphs: "lines" } }] },
  {
    name: "rate-limited-until-a-date",
    beats: [{ status: 429, retryAfterSeconds: 0, retryAfterIsDate: true }, WELL],
  },
  {
    name: "rate-limited-until-tomorrow",
    end: "busy",
    kept: "none",
    beats: [{ status: 429, retryAfterSeconds: 86_400, retryAfterIsDate: true }],
  },
  { name: "comments", beats: [{ oddities: ["comments"] }] },
  { name: "empty-deltas", beats: [{ oddities: ["empty-deltas"] }] },
  { name: "second-choice", beats: [{ oddities: ["second-choice"] }] },
  { name: "no-usage", beats: [{ oddities: ["no-usage"] }] },
  { name: "no-finish-reason", beats: [{ oddities: ["no-finish-reason"] }] },
  { name: "no-done", beats: [{ oddities: ["no-done"] }] },
  { name: "imitates", reference: REFERENCES.prose },
  { name: "imitates-english", reference: REFERENCES.english },
  { name: "imitates-orders", reference: REFERENCES.orders },
  { name: "copies-30", reference: REFERENCES.prose, beats: [{ copiesReference: 30 }] },
  { name: "copies-120", reference: REFERENCES.prose, beats: [{ copiesReference: 120 }] },
  { name: "copies-short-reference", reference: REFERENCES.short, beats: [{ copiesReference: 60 }] },
  { name: "silent-first", ...always({ silentFor: 1.7 }) },
  { name: "thinks-in-silence", ...always({ silentFor: 1.7, thinks: { tokens: 900, shown: "usage" } }) },
  { name: "thinks-6000", ...always({ thinks: { tokens: 6_000, shown: "reasoning_content" } }) },
  { name: "thinks-6000-as-reasoning", ...always({ thinks: { tokens: 6_000, shown: "reasoning" } }) },
  { name: "thinks-6000-in-parts", ...always({ thinks: { tokens: 6_000, shown: "parts" } }) },
  { name: "thinks-6000-in-tags", ...always({ thinks: { tokens: 6_000, shown: "tags" } }) },
  { name: "thinks-6000-unseen", ...always({ thinks: { tokens: 6_000, shown: "usage" } }) },
  { name: "thinks-24000", ...always({ thinks: { tokens: 24_000, shown: "reasoning_content" } }) },
  {
    name: "thinks-in-8192",
    ...always({ thinks: { tokens: 3_000, shown: "reasoning_content" }, maxTokens: 8_192 }),
  },
  { name: "takes-few-tokens", ...always({ maxTokens: 900 }) },
  { name: "half-usage", ...always({ oddities: ["half-usage"] }) },
  { name: "no-end", ...always({ oddities: ["no-end"] }) },
  { name: "refuses-system", ...always({ refusesSystem: true }) },
  { name: "plain-json", ...always({ wire: "plain-json" }) },
  { name: "pretty-json", ...always({ wire: "pretty-json", delivery: "cut-characters" }) },
  { name: "json-lines", ...always({ wire: "json-lines" }) },
  { name: "no-blank-lines", ...always({ wire: "no-blank-lines" }) },
  { name: "no-blank-lines-in-bytes", ...always({ wire: "no-blank-lines", delivery: "bytes" }) },
  { name: "message", ...always({ wire: "message" }) },
  { name: "last-message", ...always({ wire: "last-message" }) },
  { name: "cumulative", ...always({ wire: "cumulative" }) },
  { name: "cumulative-astral", ...always({ wire: "cumulative", manner: { signs: SIGNS } }) },
  { name: "parts", ...always({ wire: "parts" }) },
  { name: "no-key-in-body", end: "unauthorized", kept: "none", ...always({ failsInBody: "unauthorized" }) },
  { name: "busy-in-body", end: "busy", kept: "some", beats: [WELL, { failsInBody: "busy" }] },
  { name: "busy-once-in-body", beats: [{ failsInBody: "busy" }, WELL] },
  { name: "refused-in-body", end: "refused", kept: "some", beats: [WELL, { failsInBody: "refused" }] },
  ...ANSWERS,
  { name: "context-4096", context: { tokens: 4_096, overflow: OVERFLOWS.openai } },
  { name: "context-4096-in-chinese", context: { tokens: 4_096, overflow: OVERFLOWS.chinese } },
  { name: "context-4096-unnumbered", context: { tokens: 4_096, overflow: OVERFLOWS.unnumbered } },
  { name: "context-8192", tokenFactor: 0.7, context: { tokens: 8_192, overflow: OVERFLOWS.qwen } },
  { name: "context-8192-of-llama", tokenFactor: 1.2, context: { tokens: 8_192, overflow: OVERFLOWS.llama } },
  { name: "context-8192-by-excess", context: { tokens: 8_192, overflow: OVERFLOWS.excess } },
  { name: "cuts-silently-4096", context: { tokens: 4_096 } },
  { name: "cuts-silently-to-half", tokenFactor: 0.7, context: { tokens: 8_192, keeps: 0.5 } },
  { name: "plan-stalls-after-cards", plan: { hangsAfter: 1, afterCards: 2 } },
  { name: "plan-stalls-after-cards-once", plan: [{ hangsAfter: 1, afterCards: 2 }, WELL] },
  { name: "plan-drops-after-cards", plan: [{ dropsAfter: 9, afterCards: 2 }, WELL] },
  { name: "plan-closes-after-cards", plan: { closesAfter: 9, afterCards: 2 } },
  { name: "plan-fails-after-cards", plan: [{ dropsAfter: 9, afterCards: 2 }, { status: 500 }] },
  { name: "plan-cut-after-cards", plan: [{ tokensAtMost: 330 }, WELL] },
  { name: "one-call-at-a-time", besideStatus: 429 },
  { name: "fails-beside", besideStatus: 500 },
  { name: "counts-a-third", countFactor: 0.33 },
  { name: "counts-triple", countFactor: 3 },
]

/** The same reply to every plan and beat call. */
function always(reply: Reply): Pick<Scenario, "plan" | "beats"> {
  return { plan: reply, beats: [reply] }
}

export function scenarioNamed(name: string): Scenario {
  const scenario = SCENARIOS.find((known) => known.name === name)
  if (!scenario)
    throw new Error(`no scenario "${name}"; there are: ${SCENARIOS.map((one) => one.name).join(", ")}`)
  return scenario
}
