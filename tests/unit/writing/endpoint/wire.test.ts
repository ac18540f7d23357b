import fc from "fast-check"
import { expect, test } from "vitest"
import { NewText } from "#app/server/writing/endpoint/new-text.server.ts"
import { toWriterError } from "#app/server/writing/endpoint/openai-errors.server.ts"
import { readCompletion, type Sign } from "#app/server/writing/endpoint/read-completion.server.ts"
import type { WriterChunk } from "#app/server/writing/endpoint/writer.server.ts"
import { draws } from "../../../support/property-draws.ts"
import { FAILURE_BODIES } from "../../../support/upstream/complaints.ts"
import { createTeller, textOfPieces } from "../../../support/upstream/prose.ts"
import { blockOf, blocksOf, delta, WIRES } from "../../../support/upstream/wire.ts"

const USAGE = { prompt_tokens: 12, completion_tokens: 34 }
const stories = fc
  .record({ seed: fc.integer({ min: 1, max: 1_000_000 }), characters: fc.integer({ min: 20, max: 300 }) })
  .map(({ seed, characters }) =>
    textOfPieces(createTeller(seed).tell(characters, { signs: ["😀", "𠮷", "🌧️"] })),
  )
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 })
const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 })

for (const wire of WIRES) {
  test(`${wire}: the text arrives whole, however its bytes are cut`, async () => {
    await fc.assert(
      fc.asyncProperty(stories, sizes, cuts, async (story, pieces, bytes) => {
        const said = {
          pieces: cutInto([...story], pieces).map((piece) => piece.join("")),
          finish: "stop",
          usage: USAGE,
        }
        const { text, end } = await read([...blocksOf(wire, said)].join(""), bytes)

        expect(text).toBe(story)
        expect(end).toEqual({
          type: "end",
          finish: "stop",
          usage: { inputTokens: 12, outputTokens: 34, cachedTokens: null },
        })
      }),
      { numRuns: draws(25) },
    )
  })
}

test.each([
  ["line ends of two characters", (body: string) => body.replaceAll("\n", "\r\n")],
  ["line ends of the other character", (body: string) => body.replaceAll("\n", "\r")],
  ["no space after the colon", (body: string) => body.replaceAll("data: ", "data:")],
  [
    "keep-alives and other fields",
    (body: string) => body.replaceAll("data: {", ": ping\nid: 7\nretry: 3\ndata: {"),
  ],
  ["pretty events of many lines", prettyEvents],
  ["null errors in every event", (body: string) => body.replaceAll('{"object"', '{"error":null,"object"')],
  ["words between events", (body: string) => body.replaceAll("data: {", "data: [KEEP-ALIVE]\n\ndata: {")],
])("%s change nothing", async (_name, changed) => {
  await fc.assert(
    fc.asyncProperty(stories, sizes, cuts, async (story, pieces, bytes) => {
      const said = {
        pieces: cutInto([...story], pieces).map((piece) => piece.join("")),
        finish: "length",
        usage: null,
      }
      const { text, end } = await read(changed([...blocksOf("deltas", said)].join("")), bytes)

      expect(text).toBe(story)
      expect(end).toEqual({ type: "end", finish: "length", usage: null })
    }),
    { numRuns: draws(20) },
  )
})

test("thoughts are a sign of life and no text, in whatever field", async () => {
  const thoughts = [
    delta({ reasoning_content: "先想" }),
    delta({ content: "", reasoning: "先想" }),
    delta({ content: null, reasoning_details: [{ type: "reasoning.text", text: "先想" }] }),
    delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "先想" }] }] }),
  ]
  for (const thought of thoughts) {
    const signs: Sign[] = []
    const body = [thought, delta({ content: "天亮了。" }, "stop")].map((chunk) => blockOf("deltas", chunk))
    const { text } = await read(body.join(""), [body[0]?.length ?? 0, 10_000], {
      onSign: (sign) => signs.push(sign),
    })

    expect(text).toBe("天亮了。")
    expect(signs).toContain("thought")
  }
})

test("a thought that only the usage shows is noticed at the end", async () => {
  for (const usage of [
    { prompt_tokens: 1, completion_tokens: 900, completion_tokens_details: { reasoning_tokens: 890 } },
    { prompt_tokens: 1, completion_tokens: 6_000 },
  ]) {
    const signs: Sign[] = []
    await read([...blocksOf("deltas", { pieces: ["天亮了。"], finish: "stop", usage })].join(""), [50], {
      onSign: (sign) => signs.push(sign),
    })
    expect(signs.at(-1)).toBe("thought")
  }
})

test.each([
  {},
  { prompt_tokens: 5 },
  { prompt_tokens: 5, completion_tokens: null },
  { prompt_tokens: 5, completion_tokens: "many" },
  { prompt_tokens: 5, completion_tokens: -1 },
])("usage that says too little is no usage: %o", async (usage) => {
  const { end } = await read(
    [...blocksOf("deltas", { pieces: ["天亮了。"], finish: "stop", usage })].join(""),
    [50],
  )
  expect(end).toMatchObject({ usage: null })
})

test.each(["deltas", "no-blank-lines", "plain-json", "pretty-json"] as const)(
  "%s: a finish reason without a close ends the answer after a short wait",
  async (wire) => {
    const blocks = [...blocksOf(wire, { pieces: ["天亮了，", "他走了。"], finish: "stop", usage: null })]
    const body = (wire.endsWith("json") ? blocks : blocks.slice(0, -1)).join("")
    const { text, end } = await read(body, [40], { hangs: true, lingerMs: 30 })

    expect(text).toBe("天亮了，他走了。")
    expect(end).toMatchObject({ finish: "stop" })
  },
)

test("text after a finish reason still counts", async () => {
  const chunks = ["天亮了，", "他走了，", "门开着。"].map((content) => delta({ content }, "stop"))
  const { text } = await read(chunks.map((chunk) => blockOf("deltas", chunk)).join(""), [30])
  expect(text).toBe("天亮了，他走了，门开着。")
})

for (const [kind, bodies] of Object.entries(FAILURE_BODIES)) {
  test.each(bodies)(`a body under status 200 that means ${kind}: %j`, async (failure) => {
    for (const body of [
      JSON.stringify(failure),
      JSON.stringify(failure, null, 2),
      `data: ${JSON.stringify(failure)}\n\n`,
    ]) {
      expect(await failureOf(body)).toMatchObject({ kind })
    }
    // Also after the beginning of a text.
    const begun = blockOf("deltas", delta({ content: "天亮了。" }))
    expect(await failureOf(`${begun}data: ${JSON.stringify(failure)}\n\n`)).toMatchObject({ kind })
  })
}

test("a page or a sentence in place of an answer is named as the cause", async () => {
  for (const body of ["<!DOCTYPE html><html><body>Welcome</body></html>", "upstream connect error"]) {
    const failure = await failureOf(body)
    expect(failure).toMatchObject({ kind: "unreachable" })
    expect((failure as Error).message).toContain(body.slice(0, 20))
  }
})

test("a code of success beside the choices is no failure", async () => {
  const chunk = { code: 0, msg: "ok", message: "success", base_resp: { status_code: 0, status_msg: "" } }
  const { text } = await read(
    blockOf("deltas", { ...delta({ content: "天亮了。" }, "stop"), ...chunk }),
    [20],
  )
  expect(text).toBe("天亮了。")
})

test("new pieces stay as they are, also when they repeat a sign or a word", () => {
  const repeated = fc.constantFrom("…", "—", "哈", "哈哈", "他", "“", "啊啊啊", "\n")
  fc.assert(
    fc.property(fc.array(repeated, { maxLength: 3 }), stories, sizes, (first, story, lengths) => {
      const pieces = [...first, ...cutInto([...story], lengths).map((piece) => piece.join(""))]
      // One piece that begins with the one before may be either; two in a row with something else are not.
      const newText = new NewText()
      const text = pieces.map((piece) => newText.take(piece)).join("") + newText.end()
      expect(text).toBe(pieces.join(""))
    }),
    { numRuns: draws(500) },
  )
})

test("the whole answer with each piece gives every character once", () => {
  fc.assert(
    fc.property(stories, sizes, fc.boolean(), (story, lengths, splitsSigns) => {
      const units = splitsSigns ? story.split("") : [...story]
      let before = ""
      const pieces = cutInto(units, lengths).map((piece) => {
        before += piece.join("")
        return before
      })
      const newText = new NewText()
      const text = pieces.map((piece) => newText.take(piece)).join("") + newText.end()
      expect(text).toBe(story)
    }),
    { numRuns: draws(300) },
  )
})

function prettyEvents(body: string): string {
  return body.replace(/^data: (\{.*\})$/gm, (_, json: string) =>
    JSON.stringify(JSON.parse(json), null, 1).replace(/^/gm, "data: "),
  )
}

interface ReadOptions {
  hangs?: boolean
  lingerMs?: number
  onSign?: (sign: Sign) => void
}

async function read(body: string, lengths: number[], options: ReadOptions = {}) {
  const { hangs = false, lingerMs = 2_000, onSign = () => {} } = options
  const parts = cutInto([...Buffer.from(body)], lengths)
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift()
      if (part) controller.enqueue(Uint8Array.from(part))
      else if (!hangs) controller.close()
    },
  })
  let text = ""
  let end: WriterChunk | null = null
  for await (const chunk of readCompletion(new Response(stream), { readEveryMs: 0, lingerMs, onSign })) {
    if (chunk.type === "text") text += chunk.text
    else end = chunk
  }
  return { text, end }
}

async function failureOf(body: string): Promise<unknown> {
  return read(body, [7, 30]).then(
    () => null,
    (error: unknown) => toWriterError(error),
  )
}

function cutInto<Item>(items: Item[], lengths: number[]): Item[][] {
  const pieces: Item[][] = []
  for (let at = 0, turn = 0; at < items.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1
    pieces.push(items.slice(at, at + length))
    at += length
  }
  return pieces
}
