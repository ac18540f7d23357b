import type { Reply, Scenario } from "./scenarios.ts"

const WELL: Reply = {}
const KINDS_OF_OPENINGS = ["agreeing", "announcing", "labels", "english", "echoes"] as const
const KINDS_OF_CLOSINGS = ["offering", "summing", "announcing", "english", "echoes"] as const

/** What models write beside a story, and in its place. */
export const ANSWERS: readonly Scenario[] = [
  ...KINDS_OF_OPENINGS.map((opens) => ({ name: `opens-${opens}`, beats: [{ opens }] })),
  ...KINDS_OF_CLOSINGS.map((closes) => ({ name: `closes-${closes}`, beats: [{ closes }] })),
  { name: "thinks-between-tags", beats: [{ thinksBetweenTags: true }] },
  { name: "leaks-tokens", beats: [{ leaksTokens: true }] },
  { name: "between-marks", beats: [{ marks: "both" }] },
  { name: "between-marks-prefaced", beats: [{ marks: "prefaced" }] },
  { name: "between-marks-each-paragraph", beats: [{ marks: "each-paragraph" }] },
  { name: "opening-mark-alone", beats: [{ marks: "opening" }] },
  { name: "between-marks-cut", beats: [{ marks: "both", share: 2, tokensPerCharacter: 2 }] },
  ...(["chinese", "english", "mixed"] as const).flatMap((declines): Scenario[] => [
    { name: `declines-${declines}`, end: "refused", kept: "none", beats: [{ declines }] },
    { name: `declines-the-plan-${declines}`, end: "refused", kept: "none", plan: { declines } },
    {
      name: `declines-after-a-thought-${declines}`,
      end: "refused",
      kept: "none",
      beats: [{ declines, declinesAfter: "thought" }],
    },
    {
      name: `declines-half-way-${declines}`,
      end: "refused",
      kept: "some",
      beats: [{ declines, declinesAfter: "story", share: 0.4 }],
    },
  ]),
  { name: "tells-of-declining", beats: [{ tellsOfDeclining: "within" }] },
  { name: "ends-with-declining", beats: [{ tellsOfDeclining: "last", share: 0.6 }] },
  { name: "begins-anew", beats: [WELL, { beginsAnew: 400 }] },
  { name: "begins-anew-with-much", beats: [WELL, { beginsAnew: 1_000, tokensPerCharacter: 0.7 }] },
  { name: "quotes-tail", beats: [{ quotesTail: 3 }] },
  { name: "counts-arabic", beats: [{ counts: "arabic" }, WELL] },
  { name: "counts-chinese", beats: [{ counts: "chinese" }, WELL] },
  { name: "english-once", beats: [{ language: "english" }, WELL] },
]

/** Texts that the measures of Chinese prose do not fit. */
export const OTHER_TEXTS: readonly Scenario[] = [
  { name: "english", beats: [{ language: "english" }] },
  { name: "verse", beats: [{ language: "verse" }] },
]
