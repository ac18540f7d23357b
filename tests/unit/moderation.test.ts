import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { findModerationReason, type ModerationScores } from "#app/domain/moderation.ts"
import { countCodePoints } from "#app/domain/text.ts"
import { createClassifier } from "#app/server/moderation/classifier.server.ts"
import { MARKS, type ModerationManner } from "../support/upstream/scripted-moderation.ts"
import { type ScriptedUpstream, startScriptedUpstream } from "../support/upstream/scripted-upstream.ts"

const CALM: ModerationScores = { isAboutMinors: false, minors: 0.01, sexual: 0.01, graphic: 0.01 }
/** For tests of an endpoint that answers. */
const PATIENT = { timeoutMs: 5_000 }
/** For tests of one that does not. */
const TIMEOUT_MS = 300

let upstream: ScriptedUpstream

beforeAll(async () => {
  upstream = await startScriptedUpstream("well")
})

beforeEach(() => {
  upstream.moderation.release()
  upstream.moderation.calls = []
  upstream.moderation.mostAtOnce = 0
})

afterAll(() => upstream.close())

describe("what the scores of a text allow", () => {
  test.each([1, 2, 3, 4, 5] as const)("at level %i, bans minors and allows calm texts", (level) => {
    expect(findModerationReason(CALM, level)).toBeNull()
    expect(findModerationReason({ ...CALM, isAboutMinors: true }, level)).toBe("minor")
    expect(findModerationReason({ ...CALM, minors: 0.3 }, level)).toBe("minor")
  })

  test("allows sexual content from level 4 on, and unlimited cruelty at no level", () => {
    const levels = [1, 2, 3, 4, 5] as const
    const at = (scores: Partial<ModerationScores>) =>
      levels.map((level) => findModerationReason({ ...CALM, ...scores }, level))
    const beyond = "beyond-level"
    expect(at({ sexual: 0.9 })).toEqual([beyond, beyond, beyond, null, null])
    expect(at({ sexual: 1 })).toEqual([beyond, beyond, beyond, null, null])
    expect(at({ sexual: 0.7 })).toEqual([beyond, beyond, null, null, null])
    expect(at({ graphic: 0.55 })).toEqual([beyond, null, null, null, null])
    expect(at({ graphic: 0.92 })).toEqual([beyond, beyond, beyond, beyond, null])
    expect(at({ graphic: 0.99 })).toEqual([beyond, beyond, beyond, beyond, beyond])
  })
})

describe("the classifier", () => {
  test("returns the scores of each text, in order", async () => {
    const scores = await classifier(PATIENT).classify([
      "雨夜",
      `门口的${MARKS.minors}`,
      "",
      `${MARKS.sexual}旁边`,
    ])
    expect(scores.map(({ isAboutMinors }) => isAboutMinors)).toEqual([false, true, false, false])
    expect(scores.map(({ sexual }) => sexual > 0.5)).toEqual([false, false, false, true])
    expect(upstream.moderation.calls).toHaveLength(1)
  })

  test("judges a long text in pieces, and cuts no character in two", async () => {
    const [scores] = await classifier(PATIENT).classify([`${"𠮷".repeat(110_000)}${MARKS.graphic}`])
    expect(scores?.graphic).toBeGreaterThan(0.5)
    const pieces = upstream.moderation.calls.flat()
    expect(pieces.length).toBeGreaterThan(50)
    for (const piece of pieces) {
      expect(countCodePoints(piece)).toBeLessThanOrEqual(2_000)
      expect(piece.isWellFormed()).toBe(true)
    }
  })

  test("sends a few calls at once for many texts", async () => {
    upstream.moderation.manner = "held"
    const one = classifier(PATIENT)
    const all = Promise.all(Array.from({ length: 40 }, () => one.classify(["雨夜"])))
    await expect.poll(() => upstream.moderation.calls.length).toBe(8)
    upstream.moderation.release()
    expect(await all).toHaveLength(40)
    expect(upstream.moderation.mostAtOnce).toBe(8)
  })

  test("retries after a passing failure", async () => {
    upstream.moderation.manner = "fails"
    const scores = classifier(PATIENT).classify([MARKS.minors])
    await expect.poll(() => upstream.moderation.calls.length).toBe(1)
    upstream.moderation.release()
    expect((await scores)[0]?.isAboutMinors).toBe(true)
  })

  test.each<ModerationManner>(["hangs", "held", "fails", "busy", "garbage", "too-few", "drops"])(
    "gives up in time on an endpoint that %s",
    async (manner) => {
      upstream.moderation.manner = manner
      await expect(classifier().classify(["雨夜", "灯塔"])).rejects.toThrow()
    },
  )

  test("fails when nobody answers", async () => {
    const nobody = createClassifier({
      apiKey: "k",
      baseURL: "http://127.0.0.1:9/v1",
      model: "m",
      timeoutMs: 50,
    })
    await expect(nobody.classify(["雨夜"])).rejects.toThrow()
  })
})

function classifier({ timeoutMs = TIMEOUT_MS } = {}) {
  return createClassifier({ apiKey: "k", baseURL: upstream.url, model: "scripted", timeoutMs })
}
