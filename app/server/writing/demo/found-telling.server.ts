import { paragraphsOf } from "#app/domain/story.ts"
import { castFrom } from "./cast.server.ts"
import { STORIES, type Story, type StoryPlace } from "./stories.server.ts"
import type { Cast, FoundSlots, Template } from "./template.server.ts"

/** A text that the demo has told, or a part of it: by which story, how far, and with whom. */
export interface FoundTelling {
  story: Story
  /** The ids of the scenes that were found, and where the last of them stands. */
  told: ReadonlySet<string>
  last: StoryPlace
  /** What the slots held in each paragraph, in order. */
  slots: FoundSlots[]
}

/** So much of the end of a text is looked at, in UTF-16 units: three of the longest parts. */
const REACH_UNITS = 30_000
/** One paragraph alone may be chance, or quoted. */
const PARAGRAPHS_MIN = 2

/** Finds the story that the end of a text comes from; null if its writer is somebody else. */
export function findTelling(text: string): FoundTelling | null {
  const paragraphs = paragraphsOf(text.slice(-REACH_UNITS))
  const found = STORIES.map((story) => foundIn(story, paragraphs)).filter((one) => one !== null)
  return found.reduce<(typeof found)[number] | null>(
    (latest, one) => (latest === null || one.lastParagraph > latest.lastParagraph ? one : latest),
    null,
  )
}

/** The cast of a found telling, with what `drawn` holds for all that it does not show. */
export function foundCast({ slots }: FoundTelling, drawn: Cast): Cast {
  return castFrom(drawn, slots)
}

/** The template that a paragraph of this story was told from; null if its writer is somebody else. */
export function templateIn(story: Story, paragraph: string): Template | null {
  return matchIn(story, paragraph)?.template ?? null
}

function foundIn(
  story: Story,
  paragraphs: readonly string[],
): (FoundTelling & { lastParagraph: number }) | null {
  const matches = paragraphs.flatMap((paragraph, index) => {
    const match = matchIn(story, paragraph)
    return match ? [{ ...match, index }] : []
  })
  const last = matches.at(-1)
  if (!last || matches.length < PARAGRAPHS_MIN) return null
  return {
    story,
    told: new Set(matches.map(({ at }) => story.sceneAt(at).id)),
    last: last.at,
    slots: matches.map(({ slots }) => slots),
    lastParagraph: last.index,
  }
}

function matchIn(story: Story, paragraph: string) {
  for (const { template, at } of story.templates) {
    const slots = paragraph.includes(template.fixedWords) ? template.findIn(paragraph) : null
    if (slots) return { template, at, slots }
  }
  return null
}
