import { eachParagraph, paragraphsOf } from "#app/domain/story.ts"
import { castFrom, castWith, slotValues } from "./cast.server.ts"
import { STORIES, type Story, type StoryPlace, type StoryTemplate } from "./stories.server.ts"
import type { BegunParagraph, Cast, FoundSlots } from "./template.server.ts"
import { TemplateIndex } from "./template-index.server.ts"

/** A text that the demo has told, or a part of it: by which story, how far, and with whom. */
export interface FoundTelling {
  story: Story
  /** The ids of the scenes that were found, and where the last of them stands. */
  told: ReadonlySet<string>
  last: StoryPlace
  /** The index of the last paragraph that was found among those of the story; -1 before the first. */
  index: number
  /** What stands behind that paragraph: a paragraph that is cut off, or somebody else's. */
  tail: string
  /** What the slots held in each paragraph, in order. */
  slots: FoundSlots[]
}

/** Where a text stops within its story: behind a paragraph, or inside it. */
export interface Stop {
  at: StoryPlace
  paragraph: number
  /** How the paragraph goes on that is cut off; null where it is whole. */
  begun: BegunParagraph | null
}

/** So much of the end of a text is looked at, in UTF-16 units: three of the longest parts. */
const REACH_UNITS = 30_000
/** One paragraph alone may be chance, or quoted. */
const PARAGRAPHS_MIN = 2
/** Words of this length tell one story from another, in UTF-16 units. */
const OWN_WORDS_UNITS = 4
/** A paragraph that fixes fewer letters, such as a short answer, may stand in any story. */
const OWN_LETTERS = 7
/** So much of the first paragraph tells the story, in UTF-16 units. */
const OPENING_UNITS = 8

/** Finds the story that the end of a text comes from; null if its writer is somebody else. */
export function findTelling(text: string): FoundTelling | null {
  const paragraphs = paragraphsOf(text.slice(-REACH_UNITS))
  const story = storyOf(paragraphs)
  if (!story) return null
  const matches: Match[] = []
  let index = -1
  for (const [at, paragraph] of paragraphs.entries()) {
    const match = matchFrom(story, paragraph, index)
    if (!match) continue
    matches.push({ ...match, paragraph: at })
    index = match.index
  }
  const [first, last] = [matches[0], matches.at(-1)]
  if (!first || !last) return null
  const isOpening = first.paragraph === 0 && first.at.part === 0 && first.at.scene === 0
  if (matches.length < PARAGRAPHS_MIN && !isOpening) return null
  return {
    story,
    told: new Set(matches.map(({ at }) => story.sceneAt(at).id)),
    last: last.at,
    index,
    tail: paragraphs.slice(last.paragraph + 1).join(""),
    slots: matches.map(({ slots }) => slots),
  }
}

/** Finds the story that a text has only begun: it stops within the first paragraph. */
export function findOpening(text: string, castOf: (story: Story) => Cast): FoundTelling | null {
  let tail = ""
  for (const paragraph of eachParagraph(text)) {
    tail += paragraph
    // No paragraph of a story is so long, and a whole novel need not be looked through.
    if (tail.length > REACH_UNITS) return null
  }
  if (tail.length < OPENING_UNITS) return null
  const found = STORIES.flatMap((story) => {
    const one = { ...NOTHING_TOLD, story, tail }
    const stop = stopOf(one, new Set(), castOf(story))
    return stop?.at.scene === 0 ? [{ one, inSlots: longestName(stop.begun) }] : []
  })
  // A name may be any words, so a story passes for another one whose words it takes for a name.
  const [closest] = found.toSorted((one, other) => one.inSlots - other.inSlots)
  return closest?.one ?? null
}

function longestName(begun: BegunParagraph | null): number {
  return Math.max(
    0,
    ...[...(begun?.slots ?? [])].map(([slot, value]) => (GENDERED_SLOT.test(slot) ? 0 : value.length)),
  )
}

const GENDERED_SLOT = /\.(?:fe)?male$/

const NOTHING_TOLD = { told: new Set<string>(), last: { part: 0, scene: 0 }, index: -1, slots: [] }

/**
 * Where a found telling stops; null where somebody else has written its end. `before` are the ids of the scenes that
 * have been told.
 */
export function stopOf(
  { story, index, tail }: FoundTelling,
  before: ReadonlySet<string>,
  cast: Cast,
): Stop | null {
  const last = story.templates[index]
  if (tail === "") return last ? { ...last, begun: null } : null
  const next = [...followers(story, index, before)]
  for (const one of next) {
    const begun = one.template.goOnFrom(tail, cast)
    if (begun) return { ...one, begun }
    // It was cut off once and has been completed since.
    if (one.template.findIn(tail)) return { ...one, begun: null }
  }
  // It was cut off within a name that the story has not told before.
  const values = slotValues(story.file)
  for (const one of next) {
    for (const [slot, value] of values) {
      const begun = one.template.goOnFrom(tail, castWith(cast, { [slot]: value }))
      if (begun) return { ...one, begun: { ...begun, slots: new Map([...begun.slots, [slot, value]]) } }
    }
  }
  for (const one of next) {
    const begun = one.template.goOnFrom(tail, cast, "in a name")
    if (begun) return { ...one, begun }
  }
  return null
}

/** The paragraphs one of which comes next: each up to the next plain one of its scene, each scene up to a core one. */
function* followers(story: Story, index: number, before: ReadonlySet<string>): Generator<StoryTemplate> {
  const last = story.templates[index]
  let passed: StoryPlace | null = null
  for (const one of story.templates.slice(index + 1)) {
    const { needs, core } = story.sceneAt(one.at)
    const isSame = last !== undefined && isOneScene(one.at, last.at)
    if (passed && isOneScene(one.at, passed)) continue
    if (!isSame && !needs.every((id) => before.has(id))) continue
    yield one
    if (!one.isPlain) continue
    if (isSame || core) return
    passed = one.at
  }
}

function isOneScene(one: StoryPlace, other: StoryPlace): boolean {
  return one.part === other.part && one.scene === other.scene
}

/** The cast of a found telling, with what `drawn` holds for all that it does not show. */
export function foundCast({ slots }: FoundTelling, drawn: Cast): Cast {
  return castFrom(drawn, slots)
}

/** What a paragraph of this story was told from; null if its writer is somebody else. */
export function templateIn(story: Story, paragraph: string): StoryTemplate | null {
  return firstMatch(story.byWords.candidatesFor(paragraph), paragraph)?.one ?? null
}

/** The templates that no other story's can pass for. */
const OWN_TEMPLATES = new TemplateIndex(
  STORIES.flatMap((story) =>
    story.templates
      .filter(({ template }) => {
        return template.fixedLetters >= OWN_LETTERS && template.fixedWords.length >= OWN_WORDS_UNITS
      })
      .map(({ template }) => ({ template, story })),
  ),
)

/** The story that the latest paragraphs come from. */
function storyOf(paragraphs: readonly string[]): Story | null {
  for (const paragraph of paragraphs.toReversed()) {
    const match = firstMatch(OWN_TEMPLATES.candidatesFor(paragraph), paragraph)
    if (match) return match.one.story
  }
  return null
}

interface Match {
  at: StoryPlace
  /** Among the paragraphs of the story, and of the text. */
  index: number
  paragraph: number
  slots: FoundSlots
}

/** The paragraph of the story that this one was told from: the next one behind `index` that fits. */
function matchFrom(story: Story, paragraph: string, index: number): Omit<Match, "paragraph"> | null {
  const candidates = story.byWords
    .candidatesFor(paragraph)
    .filter((one) => one.template.fixedLetters >= OWN_LETTERS || comesSoon(story, index, one))
  const later = candidates.filter((one) => one.index > index)
  const match = firstMatch(later, paragraph) ?? firstMatch(candidates, paragraph)
  return match && { at: match.one.at, slots: match.slots, index: match.one.index }
}

/** Whether a paragraph stands behind this one in its scene, or in a scene behind it up to the next core one. */
function comesSoon(story: Story, index: number, one: StoryTemplate): boolean {
  const last = story.templates[index]
  const isBetween = ({ at }: StoryTemplate) =>
    !isOneScene(at, one.at) && !(last !== undefined && isOneScene(at, last.at))
  const passed = story.templates.slice(index + 1, one.index)
  return one.index > index && !passed.some((other) => isBetween(other) && story.sceneAt(other.at).core)
}

function firstMatch<One extends Pick<StoryTemplate, "template">>(
  candidates: readonly One[],
  paragraph: string,
): { one: One; slots: FoundSlots } | null {
  for (const one of candidates) {
    const slots = one.template.findIn(paragraph)
    if (slots) return { one, slots }
  }
  return null
}
