import {
  CANNED,
  CRAFT,
  FIRST_PERSON,
  REFUSAL_KINDS,
  REMARK_KINDS,
  REMARK_LABEL,
  REPORTED,
  THIRD_PERSON,
} from "./assistant.lexicon.server.ts"

const REFUSAL_MAX_UNITS = 700
/** Of a refusal, nearly all speaks as an assistant: it tells no scene. */
const VOICED_FROM_SHARE = 0.65
/** Behind a story, a refusal shows in so many ways. */
const PLAIN_FROM_KINDS = 4
/** A refusal that says little else is one short sentence. */
const CURT_MAX_UNITS = 120
const REMARK_MAX_UNITS = 240
const REMARK_FROM_POINTS = 3
const REMARK_WITH_PERSONS_FROM_POINTS = 6

type Kind = keyof typeof REFUSAL_KINDS

/** Whether this is an answer of a model that declines to write, and not a story in which somebody declines. */
export function isRefusal(answer: string): boolean {
  const kinds = answer.length <= REFUSAL_MAX_UNITS ? kindsOfRefusal(answer) : null
  if (!kinds?.has("declines")) return false
  const addresses = ADDRESSING.filter((kind) => kinds.has(kind)).length
  if (addresses > 0) return addresses > 1 || kinds.has("apologises") || kinds.has("namesText")
  const isCurt = answer.trim().length <= CURT_MAX_UNITS && FIRST_PERSON.test(answer)
  return isCurt && kinds.has("apologises") && kinds.has("namesText")
}

/**
 * The offset in UTF-16 units at which a text turns into a refusal, for its last paragraphs; null when it
 * ends as a story does.
 */
export function findRefusalAfterStory(text: string): number | null {
  let at = text.length
  for (;;) {
    const start = text.lastIndexOf("\n", at - 2) + 1
    const paragraph = text.slice(start, at)
    if (start === 0 || !(LIST_ITEM.test(paragraph) || kindsOfRefusal(paragraph) !== null)) break
    at = start
  }
  const end = text.slice(at)
  const kinds = end === "" || end.length > REFUSAL_MAX_UNITS ? null : kindsOfRefusal(end)
  if (!kinds?.has("declines") || !isRefusal(end)) return null
  // Somebody in a story declines too, but not in so many ways, nor in a language of its own.
  const isPlain = kinds.size >= PLAIN_FROM_KINDS || FOREIGN_SENTENCE.test(end) || CANNED.test(end)
  return isPlain ? Math.max(0, at - 1) : null
}

/** The line without what it says about the text before the story begins; empty when it tells none. */
export function withoutPreface(line: string): string {
  const [, head = "", rest = ""] = HEAD.exec(line) ?? []
  if (rest !== "" && isRemark(head) && !REMARK_LABEL.test(head) && !isRemark(rest)) return rest
  return isRemark(line) ? "" : line
}

/** Whether this line speaks about the text, to whoever asked for it, rather than telling the story. */
export function isRemark(line: string): boolean {
  const told = withoutSpeech(line).trim()
  if (told === "" || told.length > REMARK_MAX_UNITS) return false
  if (REMARK_LABEL.test(told)) return true
  const craft = new Set(told.match(CRAFT)).size
  const points = craft * 2 + REMARK_KINDS.filter((kind) => kind.test(told)).length
  const isPlain = points >= (THIRD_PERSON.test(told) ? REMARK_WITH_PERSONS_FROM_POINTS : REMARK_FROM_POINTS)
  return isPlain && told.length > line.trim().length / 2
}

/** The text without last paragraphs that are remarks on it. */
export function withoutLastRemarks(text: string): string {
  let kept = text
  for (;;) {
    const start = kept.lastIndexOf("\n") + 1
    const last = kept.slice(start)
    if (start === 0 || !(isRemark(last) || (kept !== text && DIVIDER.test(last)))) return kept
    kept = kept.slice(0, start - 1)
  }
}

/** What the sentences of this text do; null where too many of them tell a story. */
function kindsOfRefusal(text: string): Set<Kind> | null {
  const kinds = new Set<Kind>()
  let voiced = 0
  let whole = 0
  for (const sentence of withoutSpeech(text).split(SENTENCES)) {
    const said = sentence.trim()
    if (said === "" || LIST_ITEM.test(said)) continue
    const found = REPORTED.test(said) ? [] : KINDS.filter((kind) => REFUSAL_KINDS[kind].test(said))
    for (const kind of found) kinds.add(kind)
    whole += said.length
    if (found.some((kind) => kind !== "namesText")) voiced += said.length
  }
  return whole > 0 && voiced >= whole * VOICED_FROM_SHARE ? kinds : null
}

function withoutSpeech(text: string): string {
  return text.replace(SPEECH, "")
}

const KINDS = Object.keys(REFUSAL_KINDS) as Kind[]
const ADDRESSING: readonly Kind[] = ["speaksAsAssistant", "addressesAsker", "offers"]
const SPEECH = /“[^”\n]*”?|「[^」\n]*」?|『[^』\n]*』?|"[^"\n]*"?/gu
const SENTENCES = /[。！？!?…\n]+|\.(?=\s|$)/u
const HEAD = /^([^：:]{4,60}[：:])\s*(.+)$/u
const FOREIGN_SENTENCE = /^[^\p{Script=Han}]{20,}/u
const LIST_ITEM = /^(?:\d+[.、)）]|[-*•])/u
const DIVIDER = /^[*—-]+$/u
