import type { GenerationRequest } from "#app/domain/generation.ts"
import { ELDERS, FRIENDS, HEROES, TITLES, TOWNS } from "./cast.prose.server.ts"
import { PASSAGES } from "./passages.prose.server.ts"
import {
  CONTINUED_FIRST_SCENE,
  CONTINUED_LAST_SCENE,
  type DemoScene,
  FIRST_SCENE,
  LAST_SCENE,
  MIDDLE_SCENES,
} from "./scenes.prose.server.ts"
import { fill, hash, pick, seededRandom, shuffled } from "./template.server.ts"
import { quotableLine, storyWords } from "./words.server.ts"

/** How many variants of every passage the demo tells before it runs out of text. */
const PASSAGE_ROUNDS = 12
/** How much of a continued text the demo reads, in UTF-16 units: the filters look for repetitions as far back. */
const REACH_UNITS = 30_000

/** The story of one request; the same request always gets the same story. */
export class DemoStory {
  /** The end of the continued text; empty for a new novel. */
  readonly before: string
  readonly #seed: number
  readonly #cast: Record<"hero" | "friend" | "elder" | "town" | "ask", string>
  readonly #words: string[]

  constructor(request: GenerationRequest) {
    const { prompt, direction, rewrites } = request
    this.before = request.existing.slice(-REACH_UNITS)
    this.#seed = hash(prompt + direction + (rewrites ?? ""), request.existing.length)
    const asked = direction === "" ? [prompt] : [direction, prompt]
    this.#words = [...new Set(asked.flatMap(storyWords))]
    const castRandom = seededRandom(hash(request.prompt))
    const cast = (names: readonly string[]) => {
      const chosen = pick(castRandom, names)
      return names.find((name) => this.before.includes(name)) ?? chosen
    }
    this.#cast = {
      hero: cast(HEROES),
      friend: cast(FRIENDS),
      elder: cast(ELDERS),
      town: cast(TOWNS),
      ask: quotableLine(asked[0] ?? ""),
    }
  }

  /** A title for the story. */
  title(): string {
    return this.tell(pick(seededRandom(this.#seed), TITLES))
  }

  /** This many scenes in order, with a first and a last one. */
  scenes(count: number): DemoScene[] {
    const isContinued = this.before !== ""
    const middle = this.#middleScenes(isContinued)
    const chosen = Array.from({ length: Math.max(0, count - 2) }, (_, index) => {
      return middle[Math.floor((index * middle.length) / Math.max(1, count - 2))] ?? FIRST_SCENE
    })
    return isContinued
      ? [CONTINUED_FIRST_SCENE, ...chosen, CONTINUED_LAST_SCENE]
      : [FIRST_SCENE, ...chosen, LAST_SCENE]
  }

  /** Fills a template with the words of this story. */
  tell(template: string, round = 0): string {
    const random = seededRandom(hash(this.#seed, template, round))
    const [k = "", k2 = k] = shuffled(random, this.#words)
    return fill(template, { ...this.#cast, k, k2 }, random)
  }

  /** Passages to tell beside the scenes, in an order that depends on the request. */
  *passages(): Generator<string> {
    for (let round = 0; round < PASSAGE_ROUNDS; round += 1) {
      const order = shuffled(seededRandom(hash(this.#seed, round)), PASSAGES)
      for (const template of order) yield this.tell(template, round)
    }
  }

  /** The middle scenes, with those that the continued text already holds at the end. */
  #middleScenes(isContinued: boolean): DemoScene[] {
    if (!isContinued) return [...MIDDLE_SCENES]
    const told = (scene: DemoScene) => this.before.includes(this.tell(scene.closing).slice(-12))
    return [...MIDDLE_SCENES].sort((one, other) => Number(told(one)) - Number(told(other)))
  }
}
