import { OF_A_MAN, OF_A_WOMAN } from "./people/gender.lexicon.server.ts"
import { drawnFrom, type Lot, pick } from "./random.server.ts"
import type { Asked } from "./read-request.server.ts"
import type { Gender, StoryFile, StoryPerson } from "./story-file.server.ts"
import { FIRST_PERSON, LOVE_STORY, PRONOUN, TWO_MEN, TWO_WOMEN } from "./telling.prose.server.ts"
import type { Cast, FoundSlots } from "./template.server.ts"

/** The people whose names and genders a visitor may choose, in the order in which a prompt names them. */
const CHOSEN_FIRST = ["hero", "friend"]

/** The cast of a new telling: what was asked for, and what the lot draws of the rest. The prompt tells who loves whom. */
export function castFor(story: StoryFile, asked: Asked, lot: Lot, prompt = ""): Cast {
  const random = drawnFrom(lot, story.kind)
  const wished = new Map(CHOSEN_FIRST.map((role, at) => [role, asked.people[at]]))
  const taken = new Set(asked.people.map(({ name }) => name))
  const values: Record<string, string> = {}
  const genders: Record<string, Gender> = {}
  for (const [role, { names, gender: usual }] of storyPeople(story)) {
    const wish = wished.get(role)
    const isEither = names.male !== undefined && names.female !== undefined
    const told = role === "hero" ? heroGender(story, asked, prompt) : null
    const lover = role === "friend" && story.kind === LOVE_STORY ? loverGender(genders.hero, prompt) : null
    const gender = (isEither && (wish?.gender ?? told ?? lover)) || usual
    const free = (names[gender] ?? []).filter((name) => !taken.has(name))
    const drawn = pick(random, free)
    genders[role] = gender
    values[role] = wish?.name ?? drawn
    taken.add(values[role])
  }
  for (const [name, choices] of Object.entries(story.words)) values[name] = pick(random, choices)
  story.things.forEach((choices, at) => {
    const drawn = pick(random, choices)
    values[`thing${at + 1}`] = asked.things[at] ?? drawn
  })
  const place = pick(random, story.places)
  values.place = asked.place ?? place
  return { values, genders, isFirstPerson: asked.isFirstPerson }
}

function heroGender({ kind }: StoryFile, asked: Asked, prompt: string): Gender | null {
  return (kind === LOVE_STORY ? pairOf(prompt) : null) ?? asked.heroGender
}

/** The gender of the one whom the hero of a love story loves. */
function loverGender(hero: Gender | undefined, prompt: string): Gender {
  const isMan = OF_A_WOMAN.test(prompt)
  const pair = pairOf(prompt)
  if (pair) return pair
  if (isMan !== OF_A_MAN.test(prompt)) return isMan ? "male" : "female"
  return hero === "female" ? "male" : "female"
}

/** The gender of both, where the prompt asks for two of one sex. */
function pairOf(prompt: string): Gender | null {
  if (TWO_MEN.test(prompt)) return "male"
  return TWO_WOMEN.test(prompt) ? "female" : null
}

/** The roles of a story and who plays them, the hero first. */
export function storyPeople({ hero, people }: StoryFile): [string, StoryPerson][] {
  return [["hero", hero], ...Object.entries(people)]
}

/** Whatever a story may put into a slot of its own accord, with the slot. */
export function slotValues(story: StoryFile): [slot: string, value: string][] {
  const people = storyPeople(story).map(([role, { names }]) => [role, Object.values(names).flat()] as const)
  const things = story.things.map((choices, at) => [`thing${at + 1}`, choices] as const)
  const choices = [...people, ["place", story.places] as const, ...Object.entries(story.words), ...things]
  return choices.flatMap(([slot, values]) => values.map((value): [string, string] => [slot, value]))
}

/**
 * The cast of a text that goes on: as it was found in it, paragraph by paragraph, and `drawn` for the rest. Where a slot
 * was found with several values, the most frequent one counts.
 */
export function castFrom(drawn: Cast, found: readonly FoundSlots[]): Cast {
  const votes = new Map<string, Map<string, number>>()
  for (const slots of found) {
    for (const [slot, value] of slots) {
      const of = votes.get(slot) ?? new Map<string, number>()
      votes.set(slot, of.set(value, (of.get(value) ?? 0) + 1))
    }
  }
  const most = (slot: string) => {
    const counted = [...(votes.get(slot) ?? [])].sort(([, one], [, other]) => other - one)
    return counted[0]?.[0]
  }
  const told = most("hero") ?? most("hero.he")
  const isFirstPerson = told === undefined ? drawn.isFirstPerson : told === FIRST_PERSON
  const values = Object.fromEntries(
    Object.entries(drawn.values).map(([slot, value]) => {
      const seen = slot === "hero" && isFirstPerson ? most("hero.name") : (most(slot) ?? most(`${slot}.name`))
      return [slot, seen ?? value]
    }),
  )
  const genders = Object.fromEntries(
    Object.entries(drawn.genders).map(([role, gender]) => [role, genderIn(role, votes) ?? gender]),
  )
  return { values, genders, isFirstPerson }
}

function genderIn(role: string, votes: ReadonlyMap<string, ReadonlyMap<string, number>>): Gender | null {
  const sum = (slot: string) => [...(votes.get(slot)?.values() ?? [])].reduce((all, one) => all + one, 0)
  const pronoun = (gender: Gender) => votes.get(`${role}.he`)?.get(PRONOUN[gender]) ?? 0
  const male = sum(`${role}.male`) + pronoun("male")
  const female = sum(`${role}.female`) + pronoun("female")
  if (male === female) return null
  return male > female ? "male" : "female"
}

/** The cast with other people, a place or objects, as the wish for what comes next names them. */
export function castWith(
  cast: Cast,
  wished: Partial<Record<string, string>>,
  genders: Cast["genders"] = {},
): Cast {
  const named = Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== undefined))
  return {
    ...cast,
    values: { ...cast.values, ...(named as Record<string, string>) },
    genders: { ...cast.genders, ...genders },
  }
}
