import { expect, test } from "vitest"
import type { GenerationRequest } from "#app/domain/generation.ts"
import { NOVEL_LENGTHS } from "#app/domain/novel-length.ts"
import { hash, pick, seededRandom } from "#app/server/writing/demo/random.server.ts"
import { STORIES } from "#app/server/writing/demo/stories.server.ts"
import { tellingOf } from "#app/server/writing/demo/telling.server.ts"
import { requestFor } from "../../support/upstream/run.ts"

const SEED = 20_261_123
const SHARED_BELOW = 0.4
const HEROES = ["林远舟", "许青禾", "周晚", "何砚秋"]

test.each(STORIES.flatMap(({ kind }) => NOVEL_LENGTHS.map((length) => ({ kind, length }))))(
  `three versions of one $kind, length $length, are three tellings (seed ${SEED})`,
  ({ kind, length }) => {
    const random = seededRandom(hash(SEED, kind, length))
    const prompt = `${kind}故事，主角叫${pick(random, HEROES)}，第${Math.floor(random() * 1_000)}夜`
    const runs = [undefined, 1, 2].map((version) => {
      return runsOf(tell({ prompt, length, ...(version && { version, rewrites: `it ${random()}` }) }))
    })
    const shared = [0, 1, 2].map((at) =>
      sharedShare(runs[at] as Set<string>, runs[(at + 1) % 3] as Set<string>),
    )
    for (const share of shared) expect(share, `${prompt}: ${shared.join(", ")}`).toBeLessThan(SHARED_BELOW)
  },
)

test("a version that does not tell which one it is, is another one all the same", () => {
  const prompt = "渡口的灯"
  const texts = [null, "", "one", "other"].map((rewrites) => tell({ prompt, rewrites }))
  expect(new Set(texts).size).toBe(texts.length)
})

function tell(request: Partial<GenerationRequest>): string {
  const scenes = tellingOf(requestFor(request)).chapters.flat()
  return scenes.flatMap(({ paragraphs }) => paragraphs).join("")
}

const RUN = 12

function runsOf(text: string): Set<string> {
  return new Set(Array.from({ length: text.length - RUN + 1 }, (_, at) => text.slice(at, at + RUN)))
}

function sharedShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return one.intersection(other).size / Math.min(one.size, other.size)
}
