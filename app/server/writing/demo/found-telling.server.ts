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
/** Words of this length tell one story from another, in UTF-16 units. */
const RUN_UNITS = 4

/** Finds the story that the end of a text comes from; null if its writer is somebody else. */
export function findTelling(text: string): FoundTelling | null {
  const paragraphs = paragraphsOf(text.slice(-REACH_UNITS))
  const story = storyOf(paragraphs)
  if (!story) return null
  const matches = paragraphs.flatMap((paragraph) => matchIn(story.templates, paragraph) ?? [])
  const last = matches.at(-1)
  if (!last || matches.length < PARAGRAPHS_MIN) return null
  return {
    story,
    told: new Set(matches.map(({ at }) => story.sceneAt(at).id)),
    last: last.at,
    slots: matches.map(({ slots }) => slots),
  }
}

/** The cast of a found telling, with what `drawn` holds for all that it does not show. */
export function foundCast({ slots }: FoundTelling, drawn: Cast): Cast {
  return castFrom(drawn, slots)
}

/** The template that a paragraph of this story was told from; null if its writer is somebody else. */
export function templateIn(story: Story, paragraph: string): Template | null {
  return matchIn(story.templates, paragraph)?.template ?? null
}

/** The story that the latest paragraphs come from, by the templates that no other story's can pass for. */
function storyOf(paragraphs: readonly string[]): Story | null {
  const runs = new Set(paragraphs.flatMap(runsOf))
  const lasts = STORIES.map((story) => {
    const templates = story.templates.filter(({ template }) => {
      return runs.has(template.fixedWords.slice(0, RUN_UNITS))
    })
    return { story, last: paragraphs.findLastIndex((paragraph) => matchIn(templates, paragraph)) }
  })
  const latest = lasts.reduce((one, other) => (other.last > one.last ? other : one))
  return latest.last === -1 ? null : latest.story
}

function runsOf(paragraph: string): string[] {
  return Array.from({ length: Math.max(0, paragraph.length - RUN_UNITS + 1) }, (_, at) =>
    paragraph.slice(at, at + RUN_UNITS),
  )
}

function matchIn(templates: Story["templates"], paragraph: string) {
  for (const { template, at } of templates) {
    const slots = paragraph.includes(template.fixedWords) ? template.findIn(paragraph) : null
    if (slots) return { template, at, slots }
  }
  return null
}
