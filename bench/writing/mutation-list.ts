/** One way to break the engine: a text in a source file that stands there once, and what replaces it. */
export interface Mutation {
  name: string
  file: string
  find: string
  replace: string
  /** The scenarios to run; some faults show only where a model misbehaves. */
  scenarios: readonly string[]
}

const PLAIN = ["well", "well-slightly-long", "stops-early"]
/** Enough runs for the targets of a mean. */
const MANY = [
  "well",
  "well-slightly-short",
  "well-slightly-long",
  "stops-early",
  "counts-badly",
  "comments",
  "empty-deltas",
  "no-usage",
  "no-done",
  "refrains",
  "corner-quotes",
  "crlf",
]
const OVERRUNS = ["overruns", "overruns-by-half", "runs-on-at-the-end"]
/**
 * Models that reach the end of their story only when they are asked for it once more, and so many others that the
 * share of closed stories is well above its target as long as the engine asks.
 */
const BROKEN_OFF = [
  "overruns",
  "overruns-by-half",
  "runs-long-at-the-end",
  "runs-on-at-the-end",
  "cut-off-at-the-end",
  "drops-at-the-end",
  "length-limited",
  "never-more-than-700-tokens",
  "well",
  "refrains",
  "well-slightly-short",
  "well-slightly-long",
  "stops-early",
  "comments",
  "empty-deltas",
  "crlf",
]

const WRITING = "app/server/writing"

export const MUTATIONS: readonly Mutation[] = [
  sent("the visitor's wish is not sent", "content.replaceAll(request.prompt, '')"),
  sent("the direction is not sent", "content.replaceAll(request.direction, '')"),
  sent(
    "the plan is not sent",
    "(task.plan ?? []).reduce((rest, { summary }) => rest.replaceAll(summary, ''), content)",
  ),
  sent(
    "the text so far is not sent",
    "(task.written ?? '').split('\\n').filter((line) => line.length > 20).reduce((rest, line) => rest.replaceAll(line, ''), content)",
  ),
  sent(
    "the continued text is not sent",
    "(request.existing ?? '').split('\\n').filter((line) => line.length > 20).reduce((rest, line) => rest.replaceAll(line, ''), content)",
  ),
  sent("the ban is not sent", "content.replace(/未满十八岁/g, '')"),
  sent("the notes on the reference are not sent", "content.replace(/句子长短：/g, '')", ["imitates"]),
  sent("nothing asks for an end", "content.replace(/这是最后一|把故事收住/g, '')"),
  call("no limit is sent", "{ ...task, maxTokens: undefined }"),
  {
    name: "every call waits",
    file: "tests/support/upstream/run.ts",
    find: "const watched = watch(writer, taken)",
    replace:
      "const watched = watch({ async *write(task, signal) { await new Promise((done) => setTimeout(done, 1_500)); yield* writer.write(task, signal) } }, taken)",
    scenarios: MANY,
  },
  {
    name: "40 % of every answer is read and thrown away",
    file: `${WRITING}/write-call.server.ts`,
    find: "      yield* manuscript.append(piece, text.early)\n",
    replace:
      "      if (manuscript.characters - before.characters < task.characters * 0.6) yield* manuscript.append(piece, text.early)\n",
    scenarios: PLAIN,
  },
  {
    name: "every call ends after 60 % of what was asked for",
    file: `${WRITING}/write-call.server.ts`,
    find: "      if (text.ended) {\n        outcome.ended = text.ended\n",
    replace:
      "      if (text.ended || manuscript.characters - before.characters > task.characters * 0.6) {\n        outcome.ended = text.ended ?? 'full'\n",
    scenarios: PLAIN,
  },
  {
    name: "the reader gets a piece twice",
    file: `${WRITING}/write-call.server.ts`,
    find: "      yield* manuscript.append(piece, text.early)\n",
    replace:
      "      yield* manuscript.append(piece, text.early)\n      if (piece.endsWith('。')) yield* manuscript.append(manuscript.written.slice(-60))\n",
    scenarios: PLAIN,
  },
  {
    name: "the novel ends at the first paragraph end from 0.98 on",
    file: `${WRITING}/pacing/next-task.server.ts`,
    find: "paragraphFrom: never",
    replace: "paragraphFrom: length.target * 0.98",
    scenarios: PLAIN,
  },
  {
    name: "what is held at the end is thrown away",
    file: `${WRITING}/filters/ending-gate.server.ts`,
    find: "return (this.#held + rest).trimEnd()",
    replace: 'return ""',
    scenarios: [...PLAIN, "runs-long-at-the-end", "overruns-by-half"],
  },
  {
    name: "the novel goes beyond the band",
    file: `${WRITING}/pacing/writing-state.server.ts`,
    find: "longestInBand(length) - 1",
    replace: "Math.floor(length.target * 1.15)",
    scenarios: OVERRUNS,
  },
  {
    name: "a story that is cut back is not closed",
    file: `${WRITING}/pacing/after-call.server.ts`,
    find: "  if (!isBrokenOff || state.hasClosed",
    replace: "  if (true || !isBrokenOff || state.hasClosed",
    scenarios: BROKEN_OFF,
  },
  {
    name: "an open quotation at the end costs its paragraph",
    file: `${WRITING}/prose/sentence-end.server.ts`,
    find: "if (characters + closing.length <= longest)",
    replace: "if (closing === '' && characters <= longest)",
    scenarios: ["ends-in-unclosed-quotes"],
  },
  {
    name: "a model that stops early is not asked again",
    file: `${WRITING}/pacing/after-call.server.ts`,
    find: "  if (isLastBeat(state)) return extendBeat(state, length)\n",
    replace: "  if (isLastBeat(state)) return { ...state, verdict: 'finished' }\n",
    scenarios: ["stops-early", "stops-short", "counts-badly"],
  },
  {
    name: "every part is asked for in small calls",
    file: `${WRITING}/pacing/next-task.server.ts`,
    find: "const asked = Math.round(wanted / state.delivery)",
    replace: "const asked = Math.round(Math.min(wanted, 250))",
    scenarios: MANY,
  },
  {
    name: "paragraphs a third alike are dropped",
    file: `${WRITING}/prose/likeness.server.ts`,
    find: "const SAME_FROM_SHARE = 0.8",
    replace: "const SAME_FROM_SHARE = 0.33",
    scenarios: ["refrains"],
  },
  {
    name: "repeated paragraphs pass",
    file: `${WRITING}/prose/likeness.server.ts`,
    find: "const SAME_FROM_SHARE = 0.8",
    replace: "const SAME_FROM_SHARE = 2",
    scenarios: ["repeats-last-paragraph", "rewords-last-paragraph"],
  },
  {
    name: "a repeated tail passes",
    file: `${WRITING}/filters/join-cut.server.ts`,
    find: "const rest = this.#held.slice(this.#cut).trimStart()",
    replace: "const rest = this.#held.trimStart()",
    scenarios: ["repeats-tail", "repeats-whole-tail"],
  },
  {
    name: "remarks and preambles pass",
    file: `${WRITING}/filters/line-filter.server.ts`,
    find: "    else if (!NOT_STORY.test(line) && !this.#isEcho(line) && (this.hasText || !isPreface(line)))\n",
    replace: "    else\n",
    scenarios: ["remarks", "chinese-preamble", "headings"],
  },
  {
    name: "thoughts pass",
    file: `${WRITING}/filters/think-filter.server.ts`,
    find: '      case "opens":\n        this.#habit.thinks = true\n        return this.#open()\n',
    replace: '      case "opens":\n        return ""\n',
    scenarios: ["thinks-aloud", "thinks-half-way"],
  },
  {
    name: "copies from the reference pass",
    file: `${WRITING}/filters/verbatim-cut.server.ts`,
    find: "const COPIED_FROM_UNITS = 24",
    replace: "const COPIED_FROM_UNITS = 2_400",
    scenarios: ["copies-30", "copies-120"],
  },
]

/** The source file with its one mutation. Throws if the text to replace does not stand there exactly once. */
export function mutated(source: string, { name, file, find, replace }: Mutation): string {
  const parts = source.split(find)
  if (parts.length !== 2)
    throw new Error(`mutation "${name}": its text stands ${parts.length - 1} times in ${file}, not once`)
  return parts.join(replace)
}

/** A change of every message that the engine sends; `content`, `task` and `request` are at hand. */
function sent(name: string, content: string, scenarios = PLAIN): Mutation {
  const messages = `task.messages.map(({ role, content }) => ({ role, content: ${content} }))`
  return call(name, `{ ...task, messages: ${messages} }`, scenarios)
}

/** A change of every call that the engine makes. */
function call(name: string, changed: string, scenarios = PLAIN): Mutation {
  return {
    name,
    file: "tests/support/upstream/run.ts",
    find: "const watched = watch(writer, taken)",
    replace: `const changed = (task) => (${changed})
    const watched = watch({ write: (task, signal) => writer.write(changed(task), signal) }, taken)`,
    scenarios,
  }
}
