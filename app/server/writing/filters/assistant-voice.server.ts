import { CANNED, FIRST_PERSON, REFUSAL_KINDS, REPORTED } from "./assistant.lexicon.server.ts"
import {
  BARE_ACT,
  CRAFT,
  NOTE_LABEL,
  PLAIN_ACTS,
  REMARK_ACTS,
  REMARK_HINTS,
  REMARK_LABEL,
  REMARK_WORDS,
  TELLS_OF_SPEECH,
  THIRD_PERSON,
} from "./remark-acts.lexicon.server.ts"

const REFUSAL_MAX_UNITS = 700
/** Of a refusal or a remark, nearly all speaks as an assistant: it tells no scene. */
const VOICED_FROM_SHARE = 0.65
/** Behind a story, a refusal shows in so many ways. */
const PLAIN_FROM_KINDS = 4
/** A refusal that says little else is one short sentence. */
const CURT_MAX_UNITS = 120
const REMARK_MAX_UNITS = 240
const REMARK_FROM_POINTS = 3
const REMARK_WITH_PERSONS_FROM_POINTS = 6
/** A remark in front of a story, in one line with it, has to be plainer than a whole line. */
const PREFACE_FROM_ACTS = 2
/** A line that says hardly more than words for a text tells nothing. */
const TELLS_UP_TO_SHARE = 0.1
/** Fewer letters may be the end of a sentence. */
const TELLS_NOTHING_FROM_LETTERS = 6

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
  const sentences = line.match(SENTENCE_OR_HEAD) ?? []
  const voiced = sentences.map(isVoiced)
  const first = voiced.indexOf(false)
  const preface = sentences.slice(0, Math.max(0, first)).join("")
  if (isRemark(line) && (voiced.lastIndexOf(true) > first || !isPreface(preface))) return ""
  return isPreface(preface) ? line.slice(preface.length) : line
}

/** Whether this line speaks about the text, to whoever asked for it, rather than telling the story. */
export function isRemark(line: string): boolean {
  const told = withoutSpeech(line).trim()
  if (told === "" || told.length > REMARK_MAX_UNITS || told.length <= line.trim().length / 2) return false
  if (voicedShare(told) < VOICED_FROM_SHARE) return false
  if (REMARK_LABEL.test(told)) return true
  const { acts, points, tellsNothing } = remarkIn(told)
  const isAddressed = tellsNothing || acts.some((act) => act !== BARE_ACT)
  if (!isAddressed && !(NOTE_LABEL.test(told) && points > 0)) return false
  return points >= (THIRD_PERSON.test(told) ? REMARK_WITH_PERSONS_FROM_POINTS : REMARK_FROM_POINTS)
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

/** Whether these first sentences of a line are a remark, and plainly not part of the story behind them. */
function isPreface(sentences: string): boolean {
  if (withoutSpeech(sentences) !== sentences) return false
  const { acts, tellsNothing } = remarkIn(sentences)
  const isPlain =
    acts.length >= PREFACE_FROM_ACTS || acts.includes("presents") || (tellsNothing && acts.includes(BARE_ACT))
  return isPlain && isRemark(sentences)
}

function remarkIn(told: string) {
  const acts = ACTS.filter((act) => REMARK_ACTS[act].test(told))
  const plainActs = PLAIN_ACTS.filter((act) => acts.includes(act)).length
  const hints = REMARK_HINTS.filter((hint) => hint.test(told)).length
  const craft = new Set(told.match(CRAFT)).size
  const letters = lettersOf(told)
  const tellsNothing =
    letters >= TELLS_NOTHING_FROM_LETTERS &&
    lettersOf(told.replace(CRAFT, "").replace(REMARK_WORDS, "")) <= letters * TELLS_UP_TO_SHARE
  return { acts, tellsNothing, points: craft * 2 + hints + acts.length + plainActs + Number(tellsNothing) }
}

function lettersOf(text: string): number {
  return text.match(LETTER)?.length ?? 0
}

/** The share of the sentences that speak about a text, by length. */
function voicedShare(told: string): number {
  const voiced = (told.match(SENTENCE) ?? []).filter(isVoiced)
  return voiced.join("").length / told.length
}

function isVoiced(sentence: string): boolean {
  if (TELLS_OF_SPEECH.test(sentence)) return false
  if (REMARK_LABEL.test(sentence) || NOTE_LABEL.test(sentence)) return true
  return ACTS.some((act) => REMARK_ACTS[act].test(sentence)) || sentence.search(CRAFT) !== -1
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
const ACTS = Object.keys(REMARK_ACTS) as (keyof typeof REMARK_ACTS)[]
const ADDRESSING: readonly Kind[] = ["speaksAsAssistant", "addressesAsker", "offers"]
const SPEECH = /“[^”\n]*”?|「[^」\n]*」?|『[^』\n]*』?|"[^"\n]*"?/gu
const SENTENCES = /[。！？!?…\n]+|\.(?=\s|$)/u
/** A sentence with the blanks behind it. */
const SENTENCE = /(?:[^。！？!?…\n.]|\.(?!\s|$))*[。！？!?…\n.]+\s*|(?:[^。！？!?…\n.]|\.(?!\s|$))+$/gu
/** A sentence with the blanks behind it, or what stands before a colon. */
const SENTENCE_OR_HEAD =
  /(?:[^。！？!?…\n：:.]|\.(?!\s|$))*[。！？!?…\n：:.]+\s*|(?:[^。！？!?…\n：:.]|\.(?!\s|$))+$/gu
const FOREIGN_SENTENCE = /^[^\p{Script=Han}]{20,}/u
const LETTER = /[\p{L}\p{N}]/gu
const LIST_ITEM = /^(?:\d+[.、)）]|[-*•])/u
const DIVIDER = /^[*—-]+$/u
