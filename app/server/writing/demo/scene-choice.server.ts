import { CONTENT_LEVELS, type ContentLevel } from "#app/domain/content-level.ts"
import { countCharacters } from "#app/domain/count-characters.ts"
import { countStyle } from "#app/server/writing/manner/style-notes.server.ts"
import { drawnFrom, type Lot } from "./random.server.ts"
import type { StoryPlace } from "./stories.server.ts"
import { type StoryParagraph, type StoryScene, templateOf } from "./story-file.server.ts"

/** A scene that may be told next. */
export interface Ahead {
  scene: StoryScene
  at: StoryPlace
}

/** A scene as it is told. */
export interface ToldScene extends Ahead {
  paragraphs: string[]
  /** Those without which it reads well. */
  optional: ReadonlySet<string>
  characters: number
}

interface Choice {
  /** How many characters to tell. */
  target: number
  level: ContentLevel
  /** The ids of the scenes that have been told. */
  before: ReadonlySet<string>
  lot: Lot
  /** The manner of a reference, to which the chosen scenes come close; null without one. */
  style: { dialogueShare: number } | null
  /** The paragraph of a template; its key decides between its phrasings. */
  tell: (source: string, key: string) => string
}

interface DraftParagraph {
  /** Names it, however it is told. */
  key: string
  text: string
  characters: number
  /** `level`: told at this content level, and left out only where there is no room. */
  need: "plain" | "level" | "optional"
  /** How many of the levels are without it: what few have comes first. */
  rarity: number
}

/** A scene with its paragraphs told, of which some may still be left out. */
interface Draft extends Ahead {
  paragraphs: DraftParagraph[]
  /** Of the plain paragraphs. */
  characters: number
}

/** How much more a scene in the manner of the reference counts than the order of chance. */
const STYLE_WEIGHT = 8
/** How much more a scene counts in which the content level shows. */
const LEVEL_WEIGHT = 0.3

/**
 * Chooses what to tell of the scenes ahead: the core ones of one part with what the content level adds to them, then
 * others as long as there is room and what they need has been told, then optional paragraphs. Where all of a part is
 * too little, the next part begins.
 */
export function chooseScenes(
  ahead: readonly Ahead[],
  choice: Choice,
): { chosen: ToldScene[]; spare: ToldScene[] } {
  const drafts = ahead.map((one) => draftOf(one, choice))
  const within = partsFor(drafts, choice)
  const told = new Set(choice.before)
  const chosen = new Set<Draft>()
  let left = choice.target
  const take = (draft: Draft) => {
    chosen.add(draft)
    told.add(draft.scene.id)
    left -= draft.characters
  }
  for (const draft of within.filter(({ scene }) => scene.core)) {
    // A part of which only the beginning fits goes on in the next text.
    if (chosen.size > 0 && draft.characters > left) break
    take(draft)
  }
  const kept = new Set<DraftParagraph>()
  const keep = (need: DraftParagraph["need"]) => {
    for (const one of paragraphsByChance([...chosen], need, choice)) {
      if (kept.has(one) || one.characters > left) continue
      kept.add(one)
      left -= one.characters
    }
  }
  keep("level")
  const last = [...chosen].at(-1)
  const others = byPreference(
    within.filter((draft) => !draft.scene.core && last !== undefined && isBefore(draft.at, last.at)),
    choice,
  )
  for (let isAgain = true; isAgain; ) {
    const fitting = others.filter((draft) => {
      return !chosen.has(draft) && draft.characters <= left && draft.scene.needs.every((id) => told.has(id))
    })
    isAgain = fitting[0] !== undefined
    if (fitting[0]) take(fitting[0])
  }
  keep("level")
  keep("optional")
  const toScene = (draft: Draft): ToldScene => {
    const paragraphs = draft.paragraphs.filter((one) => one.need === "plain" || kept.has(one))
    return {
      scene: draft.scene,
      at: draft.at,
      paragraphs: paragraphs.map(({ text }) => text),
      optional: new Set(paragraphs.filter(({ need }) => need !== "plain").map(({ text }) => text)),
      characters: paragraphs.reduce((sum, { characters }) => sum + characters, 0),
    }
  }
  const spare = within.filter((draft) => !chosen.has(draft) && draft.scene.needs.every((id) => told.has(id)))
  return { chosen: within.filter((draft) => chosen.has(draft)).map(toScene), spare: spare.map(toScene) }
}

function draftOf({ scene, at }: Ahead, { level, tell }: Choice): Draft {
  const paragraphs = scene.text.flatMap((one, index): DraftParagraph[] => {
    if (!isForLevel(one, level)) return []
    const key = `${scene.id} ${index}`
    const text = tell(templateOf(one), key)
    return [{ key, text, characters: countCharacters(text), need: needOf(one), rarity: rarityOf(one) }]
  })
  const plain = paragraphs.filter(({ need }) => need === "plain")
  return { scene, at, paragraphs, characters: plain.reduce((sum, { characters }) => sum + characters, 0) }
}

function needOf(one: StoryParagraph): DraftParagraph["need"] {
  if (typeof one === "string") return "plain"
  return "optional" in one ? "optional" : "level"
}

function rarityOf(one: StoryParagraph): number {
  if (typeof one === "string" || "optional" in one) return 0
  return "fromLevel" in one ? one.fromLevel - 1 : CONTENT_LEVELS.length - one.toLevel
}

/** Whether a paragraph is told at this content level. */
export function isForLevel(one: StoryParagraph, level: ContentLevel): boolean {
  if (typeof one === "string" || "optional" in one) return true
  return "fromLevel" in one ? level >= one.fromLevel : level <= one.toLevel
}

/** The drafts of the first part, and of those behind it, until there is enough that can be told. */
function partsFor(drafts: readonly Draft[], { target, before }: Choice): Draft[] {
  const first = drafts[0]?.at.part ?? 0
  const within: Draft[] = []
  const known = new Set(before)
  let characters = 0
  for (let part = first; ; part += 1) {
    const ofPart = drafts.filter(({ at }) => at.part === part)
    within.push(...ofPart)
    for (const { scene, paragraphs } of ofPart) {
      if (!scene.needs.every((id) => known.has(id))) continue
      known.add(scene.id)
      characters += paragraphs.reduce((sum, one) => sum + one.characters, 0)
    }
    if (ofPart.length === 0 || characters >= target) return within
  }
}

function isBefore(one: StoryPlace, other: StoryPlace): boolean {
  return one.part < other.part || (one.part === other.part && one.scene < other.scene)
}

/** In an order of chance, first those in which the level shows; with a reference, first those that have as much dialogue. */
function byPreference(drafts: readonly Draft[], { lot, style }: Choice): Draft[] {
  const weight = (draft: Draft) => {
    const shows = draft.paragraphs.some(({ need }) => need === "level")
    const chance = drawnFrom(lot, draft.scene.id)() - (shows ? LEVEL_WEIGHT : 0)
    return style === null ? chance : chance + STYLE_WEIGHT * distance(draft.paragraphs, style)
  }
  const weights = new Map(drafts.map((draft) => [draft, weight(draft)]))
  return drafts.toSorted((one, other) => (weights.get(one) ?? 0) - (weights.get(other) ?? 0))
}

function distance(paragraphs: readonly DraftParagraph[], style: NonNullable<Choice["style"]>): number {
  const { dialogueShare } = countStyle(paragraphs.map(({ text }) => text).join("\n"))
  return Math.abs(dialogueShare - style.dialogueShare)
}

/** The paragraphs of one kind, in an order of chance; with a reference, first those that have as much dialogue. */
function paragraphsByChance(
  drafts: readonly Draft[],
  kind: DraftParagraph["need"],
  { lot, style }: Choice,
): DraftParagraph[] {
  return drafts
    .flatMap(({ paragraphs }) => paragraphs.filter(({ need }) => need === kind))
    .map((one) => {
      const chance = drawnFrom(lot, one.key)()
      return { one, weight: style === null ? chance : chance + STYLE_WEIGHT * distance([one], style) }
    })
    .sort((one, other) => other.one.rarity - one.one.rarity || one.weight - other.weight)
    .map(({ one }) => one)
}
