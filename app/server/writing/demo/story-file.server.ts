import { z } from "zod"

const words = z.string().min(1)
/** What stands in a slot, as it is found again in a text that goes on. */
const slotValue = z.string().regex(/^[^\p{P}]{1,24}$/u)
const genders = z.enum(["male", "female"])
export type Gender = z.output<typeof genders>

const person = z.strictObject({
  gender: genders,
  /** Of each gender that the person may have. */
  names: z.partialRecord(genders, z.array(slotValue).min(6)),
  who: words,
  wants: words,
  lacks: words,
  habit: words,
})

const paragraph = z.union([
  words,
  /** The scene reads well without it. */
  z.strictObject({ optional: words }),
  /** Only told from, or up to, a content level. */
  z.strictObject({ fromLevel: z.int().min(2).max(5), text: words }),
  z.strictObject({ toLevel: z.int().min(1).max(4), text: words }),
])

const scene = z.strictObject({
  id: words,
  /** The core scenes alone are a whole story. */
  core: z.boolean().default(false),
  /** Scenes that must have been told before. */
  needs: z.array(words),
  card: z.strictObject({ where: words, want: words, hindrance: words, change: words, stop: words }),
  text: z.array(paragraph).min(1),
})

const part = z.strictObject({
  /** The last picture, as an outline names it. */
  ending: words,
  scenes: z.array(scene).min(2),
})

/** A story of the demo: `stories/README.md` tells a writer what each field is for. */
export const storyFileSchema = z.strictObject({
  kind: words,
  titles: z.array(words).min(5),
  premise: words,
  hero: person,
  people: z.record(z.string(), person),
  places: z.array(slotValue).min(8),
  setting: z.array(words).min(1),
  manner: words,
  /** What can be seen or heard around any of its scenes, in any season. */
  scenery: z.array(words).min(2),
  plants: z.array(words).min(1),
  words: z.record(z.string(), z.array(slotValue).min(1)).default({}),
  things: z.tuple([z.array(slotValue).min(6), z.array(slotValue).min(6), z.array(slotValue).min(6)]),
  /** The novel, and two that continue it. */
  parts: z.tuple([part, part, part]),
})

export type StoryFile = z.output<typeof storyFileSchema>
export type StoryPerson = z.output<typeof person>
export type StoryScene = z.output<typeof scene>
export type StoryParagraph = z.output<typeof paragraph>

/** The template of a paragraph. */
export function templateOf(one: StoryParagraph): string {
  if (typeof one === "string") return one
  return "optional" in one ? one.optional : one.text
}
