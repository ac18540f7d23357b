import { countCharacters } from "#app/domain/count-characters.ts"
import { COMPANION, companionIn, isThere } from "./companion.server.ts"
import { withOneMark } from "./manner/sentences.server.ts"
import type { Lot } from "./random.server.ts"
import type { ToldScene } from "./scene-choice.server.ts"
import type { Steps } from "./steps/steps.server.ts"
import type { Story } from "./stories.server.ts"
import type { Cast } from "./template.server.ts"
import { OF_TWO } from "./wish/wish.lexicon.server.ts"
import {
  remember,
  SCENES_MAX,
  tellWishes,
  type WishTeller,
  wishPeople,
  wishSteps,
} from "./wish-scenes.server.ts"

interface DirectionSetting {
  story: Story
  cast: Cast
  lot: Lot
  /** Of the whole text, in characters. */
  target: number
  /** What goes on. */
  existing: string
}

/** What a direction adds to a telling. */
interface DirectionScenes {
  /** About how many characters it needs. */
  characters: number
  /** What happens, in few words; empty where nothing is said to. */
  change: string
  /** The scenes with those of the direction among them: one that tells it, and others that come back to it. */
  among: (scenes: readonly ToldScene[], isBegun: boolean) => Steps<ToldScene[]>
}

/** A text from this length on comes back to its direction twice. */
const BACK_AGAIN_FROM_CHARACTERS = 5_000
/** Where it does so first, as a share of its scenes. */
const BACK_FIRST_SHARE = 0.6
/** About the length of one way to come back, in characters. */
const BACK_CHARACTERS = 60
/** Whoever stands in so much of the text before, in UTF-16 units, is still there. */
const LATELY_UNITS = 2_000
/** A scene that is told no further back than this, in UTF-16 units, is not told again. */
const TOLD_UNITS = 40_000
/** A scene that no file has stands between two of a file. */
const BETWEEN = 0.5
/** The slot that holds what happens. */
const CHANGE = "{direction}"

/** The scenes that a direction adds; none where nothing of it can be told. */
export function* directionScenes(direction: string, setting: DirectionSetting): Steps<DirectionScenes> {
  const { story, cast, lot, target, existing } = setting
  const before = withOneMark(existing.slice(-TOLD_UNITS))
  const tellerWith = (companion: string | null): WishTeller => {
    return {
      story,
      cast,
      lot,
      people: wishPeople(cast, story, companion),
      before,
      turn: 0,
      scenesMax: SCENES_MAX,
      isBrief: false,
    }
  }
  const lately = existing.slice(-LATELY_UNITS)
  const longest = tellerWith(COMPANION)
  const wishes = yield* wishSteps(direction, longest.people)
  if (wishes.length === 0) return { characters: 0, change: "", among: everyScene }
  yield
  const backs = target >= BACK_AGAIN_FROM_CHARACTERS ? 2 : 1
  return {
    characters: countCharacters(tellWishes(wishes, longest).join("")) + backs * BACK_CHARACTERS,
    change: wishes.find(({ named }) => named !== "")?.named ?? "",
    among: function* (scenes, isBegun) {
      const [first, ...rest] = scenes
      if (!first) return []
      const near = companionIn([lately, textOf(scenes.slice(0, 2))], cast)
      // Who asks for two, gets the one who was there last and comes back.
      const { friend, otherIs } = longest.people
      const needsTwo = OF_TWO.test(direction) || [friend, otherIs].some((name) => direction.includes(name))
      const companion = near ?? (needsTwo ? companionIn([lately, textOf(scenes)], cast) : null)
      const teller = tellerWith(companion)
      const told = tellWishes(yield* wishSteps(direction, teller.people), teller)
      if (told.length === 0) return [...scenes]
      const opening = sceneBeside(first, isBegun ? BETWEEN : -BETWEEN, {
        id: "direction",
        told,
        change: CHANGE,
      })
      const placed = isBegun ? [first, opening, ...rest] : [opening, first, ...rest]
      for (let time = 0; time < backs; time += 1) {
        const share = time === 0 ? BACK_FIRST_SHARE : 1
        const index = Math.max(2, Math.min(placed.length - 1, Math.round(placed.length * share)))
        const [earlier, later] = [placed[index - 1], placed[index]]
        if (!earlier || !later) continue
        const isBack = companion !== null && isThere(companion, [textOf([earlier]), textOf([later])], cast)
        const teller = tellerWith(isBack ? companion : null)
        const back = remember(yield* wishSteps(direction, teller.people), time, teller)
        const id = `direction again ${time}`
        if (back.length > 0)
          placed.splice(index, 0, sceneBeside(later, -BETWEEN, { id, told: back, change: "" }))
      }
      return placed
    },
  }
}

// biome-ignore lint/correctness/useYield: it has nothing to wait for
function* everyScene(scenes: readonly ToldScene[]): Steps<ToldScene[]> {
  return [...scenes]
}

function sceneBeside(
  { at }: ToldScene,
  step: number,
  { id, told, change }: { id: string; told: string[]; change: string },
): ToldScene {
  const card = { where: "", want: "", hindrance: "", change, stop: "" }
  return {
    scene: { id, core: false, needs: [], card, text: [] },
    at: { ...at, scene: at.scene + step },
    paragraphs: told,
    optional: new Set(),
    characters: countCharacters(told.join("")),
  }
}

function textOf(scenes: readonly ToldScene[]): string {
  return scenes.flatMap(({ paragraphs }) => paragraphs).join("\n")
}
