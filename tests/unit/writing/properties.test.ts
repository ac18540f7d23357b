import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { countCharacters } from "#app/domain/count-characters.ts"
import type { WritingEvent } from "#app/domain/generation.ts"
import { joinStory, paragraphsOf } from "#app/domain/story.ts"
import { type FinishReason, type Writer, WriterError } from "#app/server/writing/endpoint/writer.server.ts"
import { CallText } from "#app/server/writing/filters/call-text.server.ts"
import { CleanText } from "#app/server/writing/filters/clean-text.server.ts"
import { EndingGate, type EndingLimits } from "#app/server/writing/filters/ending-gate.server.ts"
import { JoinCut } from "#app/server/writing/filters/join-cut.server.ts"
import { LineFilter } from "#app/server/writing/filters/line-filter.server.ts"
import { PunctuationFilter } from "#app/server/writing/filters/punctuation-filter.server.ts"
import { RepeatedParagraphs } from "#app/server/writing/filters/repeated-paragraphs.server.ts"
import { RepeatedSentences } from "#app/server/writing/filters/repeated-sentences.server.ts"
import { StoryMarks } from "#app/server/writing/filters/story-marks.server.ts"
import { chain, type TextFilter } from "#app/server/writing/filters/text-filter.server.ts"
import { ThinkFilter, UNKNOWN_HABIT } from "#app/server/writing/filters/think-filter.server.ts"
import { VerbatimCut } from "#app/server/writing/filters/verbatim-cut.server.ts"
import { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import {
  endsFinished,
  endsVerse,
  lastSentence,
  sentencesOf,
  trimToSentence,
} from "#app/server/writing/prose/sentence-end.server.ts"
import { writeNovel } from "#app/server/writing/write-novel.server.ts"
import { cutInto, NO_LIMITS } from "../../support/call-pieces.ts"
import { draws } from "../../support/property-draws.ts"
import { createTeller, storyText, textOfPieces } from "../../support/upstream/prose.ts"
import { requestFor, textOf } from "../../support/upstream/run.ts"

const TIGHT: EndingLimits = {
  holdFrom: 60,
  paragraphFrom: 80,
  sentenceFrom: 100,
  hardLimit: 120,
  closingRoom: 0,
}
/** The limits of a last part. */
const LAST: EndingLimits = {
  holdFrom: 60,
  paragraphFrom: Number.POSITIVE_INFINITY,
  sentenceFrom: Number.POSITIVE_INFINITY,
  hardLimit: 160,
  closingRoom: 30,
}
const ENDS_SENTENCE = /[。！？…!?～—][”’」』）】》"]*$/u
const TAIL = storyText(11, 400)

const han = fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((point) => String.fromCodePoint(point))
const marks = fc.constantFrom(..."，。！？；：、…—“”「」『』《》（）～")
const latin = fc.constantFrom(..."ab1,.!?:;\"'")
const astral = fc.constantFrom("😀", "𠮷", "🌧️", "👩‍🌾", "𝔸")
const halves = fc.constantFrom("\ud83d", "\ude00", "\ud842")
const markup = fc.constantFrom(
  ..."<|>|<think>|</think>|<thinking>|</thinking>|</thi|<b>|**|*|`|```|#|## 第二章 雨|***|---|【|】|[|]|(|)|（完）".split(
    "|",
  ),
  ..."（本节约900字）|未完待续|以下是正文：|好的，|抱歉，我无法|Sure! Here is the story:|第三章|《雨夜》|全文完|<im_end>|[INST]|[/INST]|【思考】|◁think▷|◁/think▷|assistantfinal|analysis|</s>|<要求>|</要求>".split(
    "|",
  ),
)
const blanks = fc.constantFrom("\n", "\n\n", "\r\n", " ", "　　", "\t", "\n \n")
const told = fc.constantFrom(
  ...TAIL.split("\n"),
  TAIL.slice(-40),
  TAIL.slice(-9),
  TAIL.slice(60, 130),
  ...storyText(86, 300).split("\n"),
)
const prose = fc.array(fc.oneof({ weight: 8, arbitrary: han }, marks, astral), {
  minLength: 1,
  maxLength: 30,
})

/** What a model may send: prose mixed with everything that the filters look for. */
const answers = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: prose.map((characters) => characters.join("")) },
      { weight: 2, arbitrary: blanks },
      marks,
      latin,
      markup,
      halves,
      told,
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""))
const cuts = fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 1, maxLength: 12 })
const stories = fc
  .record({ seed: fc.integer({ min: 1, max: 1_000_000 }), characters: fc.integer({ min: 1, max: 600 }) })
  .map(({ seed, characters }) => textOfPieces(createTeller(seed).tell(characters)))

/** A paragraph, and a sentence so short beside it that the two are still the same paragraph with it. */
const repeatedParagraphs = fc
  .record({ seed: fc.integer({ min: 1, max: 1_000_000 }), place: fc.nat() })
  .map(({ seed, place }) => {
    const teller = createTeller(seed)
    const sentences = Array.from({ length: 6 }, () => teller.sentence())
    return { sentences, at: place % 7, added: teller.sentence() }
  })

const TWO_OPEN_AT_THE_LIMIT =
  "「一一一一一一一一一一「一一🌧️，一一一一一一一<，一一一一一第二天清早，安西柏踩着水修好了掉漆的钟，孟定南身边停着一辆旧车。常木柏说：“集市散去后古明南认出了掉漆的钟？”电话响过三遍，秋音柏捧着茶包好了一册账本，文岩南身边多了一把空椅子。何川柏忍不住问：“门关上之前水山南数清了半张船票。”"
const BLANK_BEHIND_A_FINISHED_SENTENCE = `${"一".repeat(100)}『${"一".repeat(10)}Sure! ${"一".repeat(20)}`
const FINISHED_LONG_BEFORE_THE_LIMIT = `「他来了。${"一".repeat(200)}`

const REFERENCE = storyText(86, 300)
const repeatsOfTail = () => new RepeatedParagraphs({ before: TAIL, continues: true })
const joinToTail = () => new JoinCut({ before: TAIL, beginsText: false })
/** `withdraw` forgets what a filter let through: it was a thought. */
const FILTERS: Record<string, (withdraw: () => void) => TextFilter> = {
  thinking: (withdraw) => new ThinkFilter({ ...UNKNOWN_HABIT }, withdraw),
  "thinking, of an endpoint that swallows openings": (withdraw) =>
    new ThinkFilter({ ...UNKNOWN_HABIT, swallowsOpening: true, thinks: true }, withdraw),
  punctuation: () => new PunctuationFilter(),
  lines: (withdraw) => new LineFilter("", withdraw),
  marks: (withdraw) => new StoryMarks({ ...UNKNOWN_HABIT }, withdraw),
  "marks, of a model that knows them": (withdraw) =>
    new StoryMarks({ ...UNKNOWN_HABIT, writesBetweenMarks: true }, withdraw),
  cleaning: (withdraw) => new CleanText({ ...UNKNOWN_HABIT }, withdraw),
  copies: () => new VerbatimCut(REFERENCE, TAIL),
  join: joinToTail,
  repeats: repeatsOfTail,
  "repeated sentences": () => new RepeatedSentences(TAIL),
  gate: () => new EndingGate("", 0, TIGHT),
  "the gate of a last part": () => new EndingGate("", 0, LAST),
  "the gate of a closing": () => new EndingGate("", 0, { ...LAST, closingRoom: 0 }),
  "a chain": () => chain(new PunctuationFilter(), joinToTail(), repeatsOfTail()),
  "one call, from the beginning": (withdraw) => callText("", NO_LIMITS, withdraw),
  "one call, after a finished text": (withdraw) => callText(TAIL, NO_LIMITS, withdraw),
  "one call, in the middle of a sentence": (withdraw) =>
    callText(`${TAIL}天黑了，他推开`, NO_LIMITS, withdraw),
  "one call, towards the end": (withdraw) => callText("", TIGHT, withdraw),
}

test.each(Object.entries(FILTERS))("%s: the same text comes out however it is cut", (_name, create) => {
  fc.assert(
    fc.property(answers, cuts, (answer, sizes) => {
      expect(filtered(create, cutInto(answer, sizes))).toBe(filtered(create, [answer]))
    }),
    { numRuns: draws(500) },
  )
})

describe("one call's text, through every filter", () => {
  test("is the answer with parts left out, nothing doubled and nothing added", () => {
    fc.assert(
      fc.property(answers, cuts, (answer, sizes) => {
        const text = readCall(cutInto(answer, sizes), "", NO_LIMITS)
        expect(isLeftOf(lettersOf(text), lettersOf(answer))).toBe(true)
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/[\0\r\u3000]|\n\s*\n|^\s|\s$/u)
      }),
      { numRuns: draws(300) },
    )
  })

  test.each([
    ["from the beginning", ""],
    ["after a finished text", TAIL],
  ])("loses no character of a story, %s", (_name, written) => {
    fc.assert(
      fc.property(stories, cuts, (story, sizes) => {
        const text = readCall(cutInto(story, sizes), written, NO_LIMITS)
        expect(text).toBe(written === "" ? story : `\n${story}`)
      }),
      { numRuns: draws(300) },
    )
  })

  test("never exceeds its limit, and ends on a finished sentence when it is full", () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const call = callText("", TIGHT)
        const text = call.push(answer)
        expect(countCharacters(text)).toBeLessThanOrEqual(TIGHT.hardLimit + 1)
        if (call.isFull && countCharacters(text) > TIGHT.sentenceFrom) expect(text).toMatch(ENDS_SENTENCE)
      }),
      { numRuns: draws(1_000), examples: [[TWO_OPEN_AT_THE_LIMIT]] },
    )
  })
})

test("nothing after the end of a text withdraws it", () => {
  const story = storyText(12, 200)
  expect(readCall([`${story}</think>`], "", TIGHT)).toBe(readCall([story, "</think>"], "", TIGHT))
})

test("a text that must end closes its open quotations", () => {
  const speech = storyText(31, 300).replace(/[“”\n]/gu, "")
  expect(endsFinished(readCall([`他说：“她讲：“${speech}`], "", TIGHT))).toBe(true)
})

test("a thought is dropped wherever it stands", () => {
  fc.assert(
    fc.property(stories, prose, fc.nat(), cuts, (story, thought, place, sizes) => {
      const at = [...story].slice(0, place % [...story].length).join("").length
      const thinking = `${story.slice(0, at)}<think>${thought.join("")}</think>${story.slice(at)}`
      expect(cleaned(cutInto(thinking, sizes))).toBe(cleaned([story]))
    }),
    { numRuns: draws(300) },
  )
})

test("a join cuts a beginning and nothing else", () => {
  fc.assert(
    fc.property(answers, fc.constantFrom(TAIL, TAIL.slice(0, -5), ""), (answer, tail) => {
      const join = new JoinCut({ before: tail, beginsText: tail === "" })
      const text = join.push(answer) + join.end()
      expect(answer.endsWith(text.replace(/^\n/, "")) || answer.trimStart().endsWith(text.trimStart())).toBe(
        true,
      )
    }),
    { numRuns: draws(300) },
  )
})

test("only whole sentences are dropped as repeated, from paragraphs that repeat one", () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const repeats = new RepeatedParagraphs({ before: TAIL, continues: false })
      const kept = paragraphsOf(repeats.push(answer) + repeats.end())
      const came = paragraphsOf(answer)
      expect(isLeftOf([...kept.join("\n")], [...came.join("\n")])).toBe(true)
      for (const paragraph of kept)
        expect(came.some((whole) => whole === paragraph || isMadeOf(paragraph, whole))).toBe(true)
      if (repeats.dropped === 0) expect(kept).toEqual(came)
    }),
    { numRuns: draws(3_000) },
  )
})

test("a new sentence in a repeated paragraph is kept, wherever it stands, and told once", () => {
  fc.assert(
    fc.property(repeatedParagraphs, ({ sentences, at, added }) => {
      const again = sentences.toSpliced(at, 0, added).join("")
      const repeats = new RepeatedParagraphs({ before: `${sentences.join("")}\n天亮了。`, continues: true })
      const text = repeats.push(`\n${again}\n天黑了。\n${again}\n雨停了。`) + repeats.end()
      expect(text.split(added)).toHaveLength(2)
      if (at === sentences.length) expect(text).toBe(`\n${added}\n天黑了。\n雨停了。`)
    }),
    { numRuns: draws(300) },
  )
})

test("the gate lets a beginning through, and closes quotations only behind a finished sentence", () => {
  fc.assert(
    fc.property(answers, fc.constantFrom(TIGHT, LAST, { ...LAST, closingRoom: 0 }), (answer, limits) => {
      const gate = new EndingGate("", 0, limits)
      const text = gate.push(answer) + gate.end()
      const beginning = text.replace(/[”」』]+$/u, "")
      expect(answer.startsWith(beginning)).toBe(true)
      expect(answer.startsWith(text) || endsFinished(text)).toBe(true)
    }),
    {
      numRuns: draws(500),
      examples: [
        [FINISHED_LONG_BEFORE_THE_LIMIT, TIGHT],
        [BLANK_BEHIND_A_FINISHED_SENTENCE, TIGHT],
      ],
    },
  )
})

test("the characters of two parts add up", () => {
  fc.assert(
    fc.property(answers, fc.nat(), (text, place) => {
      const points = [...text]
      const at = points.length === 0 ? 0 : place % points.length
      const [first, second] = [points.slice(0, at).join(""), points.slice(at).join("")]
      // Two halves that meet become one character.
      fc.pre([...first, ...second].length === points.length)
      expect(countCharacters(first) + countCharacters(second)).toBe(countCharacters(text))
    }),
    { numRuns: draws(100) },
  )
})

test("trimming gives a finished beginning of the text, and trimming it again changes nothing", () => {
  fc.assert(
    fc.property(answers, (text) => {
      const trimmed = trimToSentence(text)
      expect(text.startsWith(trimmed)).toBe(true)
      expect(trimToSentence(trimmed)).toBe(trimmed)
      expect(trimmed === "" || endsFinished(trimmed)).toBe(true)
    }),
    { numRuns: draws(500) },
  )
})

test("the last sentence of a text, with the marks that close it, is a finished text within its length", () => {
  fc.assert(
    fc.property(answers, fc.nat({ max: 300 }), (answer, longest) => {
      const last = lastSentence(answer, longest)
      const trimmed = trimToSentence(answer)
      const isTooLong = countCharacters(trimmed) > longest
      expect(last !== null || trimmed === "" || isTooLong).toBe(true)
      if (last === null) return
      const ended = last.text + last.closing
      expect(answer.startsWith(last.text)).toBe(true)
      expect(endsFinished(ended)).toBe(true)
      expect(countCharacters(ended) <= longest || endsVerse(ended)).toBe(true)
      expect(isTooLong || last.text.startsWith(trimmed)).toBe(true)
    }),
    { numRuns: draws(500) },
  )
})

test("a joined story has the paragraphs of both, and paragraphs make the text that made them", () => {
  fc.assert(
    fc.property(answers, answers, (existing, written) => {
      const paragraphs = [...paragraphsOf(existing), ...paragraphsOf(written)]
      expect(paragraphsOf(joinStory(existing, written))).toEqual(paragraphs)
      expect(paragraphsOf(paragraphs.join("\n"))).toEqual(paragraphs)
    }),
    { numRuns: draws(100) },
  )
})

const ends = fc.constantFrom<FinishReason | "unreachable" | "busy">(
  "stop",
  "length",
  "dropped",
  "unreachable",
  "busy",
)

test("whatever a model answers, the novel ends and the reader's text is well formed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ answer: fc.oneof(answers, stories), end: ends, size: fc.integer({ min: 1, max: 40 }) }),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
      fc.constantFrom("", TAIL),
      async (replies, existing) => {
        let calls = 0
        const writer: Writer = {
          async *write({ kind }) {
            calls += 1
            const { answer, end, size } = replies[calls % replies.length] ?? {
              answer: "",
              end: "stop",
              size: 1,
            }
            for (const text of kind === "plan" ? [] : cutInto(answer, [size])) yield { type: "text", text }
            if (end === "unreachable" || end === "busy") throw new WriterError(end, "as it pleases")
            yield { type: "end", finish: end, usage: null }
          },
        }
        const events: WritingEvent[] = []
        let text = ""
        const options = { writer, signal: new AbortController().signal, backoffMs: 0 }
        for await (const event of writeNovel(requestFor({ existing }), options)) {
          if (event.type === "rewind") expect(event.to).toBeLessThanOrEqual(text.length)
          text = textOf([event], text)
          events.push(event)
          if (event.type !== "text") expect(text.isWellFormed()).toBe(true)
          expect(calls).toBeLessThan(CALLS_MAX)
        }
        const last = events.at(-1)?.type
        expect(last === "done" || last === "failed").toBe(true)
        expect(text.isWellFormed()).toBe(true)
        expect(countCharacters(text)).toBeLessThanOrEqual(2_000 * 1.08)
        if (last === "done") expect(endsFinished(text)).toBe(true)
      },
    ),
    { numRuns: draws(200) },
  )
})

/** Every call but a few must bring 80 characters, so a novel takes fewer calls than this. */
const CALLS_MAX = 80

/** What the reader holds of one call: up to its end, without withdrawn text. */
function readCall(pieces: string[], written: string, limits: EndingLimits): string {
  return filtered((withdraw) => callText(written, limits, withdraw), pieces)
}

function callText(written: string, limits: EndingLimits, withdraw = () => {}): CallText {
  const manuscript = new Manuscript({ existing: "", written, target: 2_000 })
  return new CallText(
    manuscript,
    { limits, reference: "", habit: { ...UNKNOWN_HABIT, swallowsOpening: false } },
    withdraw,
  )
}

function cleaned(pieces: string[]): string {
  return filtered((withdraw) => new CleanText({ ...UNKNOWN_HABIT }, withdraw), pieces)
}

function filtered(create: (withdraw: () => void) => TextFilter, pieces: string[]): string {
  let text = ""
  const filter = create(() => {
    text = ""
  })
  for (const piece of pieces) {
    const passed = filter.push(piece)
    text += passed
  }
  // The end may withdraw what came.
  const rest = filter.end()
  return text + rest
}

/** Letters, digits and signs: punctuation may be normalised. */
function lettersOf(text: string): string[] {
  return [...text.replace(/[\s\p{P}]/gu, "")]
}

/** Whether a paragraph consists of some of the sentences of another one, in their order. */
function isMadeOf(paragraph: string, whole: string): boolean {
  const rest = sentencesOf(whole).reduce(
    (rest, sentence) =>
      /[\p{Letter}\p{Number}]/u.test(sentence) && rest.startsWith(sentence.trim())
        ? rest.slice(sentence.trim().length).trimStart()
        : rest,
    paragraph,
  )
  return rest === ""
}

/** Whether `rest` is `whole` with some items left out. */
function isLeftOf(rest: string[], whole: string[]): boolean {
  let at = 0
  for (const item of whole) if (item === rest[at]) at += 1
  return at === rest.length
}
