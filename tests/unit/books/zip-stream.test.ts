import { buffer } from "node:stream/consumers"
import { setImmediate as turn } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { createReadableStreamFromReadable } from "@react-router/node"
import { unzipSync } from "fflate"
import { expect, test } from "vitest"
import { type StreamedEntry, zipStream } from "#app/server/books/zip.server.ts"

const MODIFIED = new Date("2026-01-02T03:04:06Z")
const ENTRY_MAX_AHEAD = 3
const TURNS = 200
const MIB = 1_024 * 1_024

test("entries arrive whole, in their order, under their Chinese names, which every program reads as UTF-8", async () => {
  const packed = await buffer(zipStream(entriesOf(["小说/桥头的灯.txt", "library.json"])))
  const files = unzipSync(packed)
  expect(Object.keys(files)).toEqual(["小说/桥头的灯.txt", "library.json"])
  expect(new TextDecoder().decode(files["library.json"])).toBe("library.json".repeat(1_000))
  // Bit 11 of the flags in the first local header.
  expect(packed.readUInt16LE(6) & 0x800).toBe(0x800)
})

test("no entries are an empty zip", async () => {
  expect(unzipSync(await buffer(zipStream(entriesOf([]))))).toEqual({})
})

test("entries are asked for only as they are taken", async () => {
  const asked: string[] = []
  const names = Array.from({ length: 1_000 }, (_, at) => `${at}.txt`)
  const reader = createReadableStreamFromReadable(
    zipStream(entriesOf(names, asked, incompressible)),
  ).getReader()
  await reader.read()
  await turns()
  expect(asked.length).toBeLessThanOrEqual(ENTRY_MAX_AHEAD)
  await reader.read()
  await reader.cancel()
})

test("a text that has left is not held any more", async () => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  const held = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const content = "a".repeat(MIB)
  const before = held()
  let after = Number.POSITIVE_INFINITY
  async function* many() {
    yield* entriesOf(
      Array.from({ length: 50 }, (_, at) => `${at}.txt`),
      [],
      () => content,
    )
    after = held()
  }
  await buffer(zipStream(many()))
  expect(after - before).toBeLessThan(10 * MIB)
})

test("whoever stops reading ends the packing", async () => {
  const asked: string[] = []
  let ended = false
  const names = Array.from({ length: 1_000 }, (_, at) => `${at}.txt`)
  async function* watched() {
    try {
      yield* entriesOf(names, asked, incompressible)
    } finally {
      ended = true
    }
  }
  const reader = createReadableStreamFromReadable(zipStream(watched())).getReader()
  await reader.read()
  await reader.cancel(new Error("the line broke"))
  await turns()
  const before = asked.length
  await turns()
  expect(asked.length).toBe(before)
  expect(ended).toBe(true)
})

test("what cannot be read breaks the zip visibly", async () => {
  async function* broken() {
    yield* entriesOf(["一.txt"])
    throw new Error("the database went away")
  }
  const body = createReadableStreamFromReadable(zipStream(broken()))
  await expect(new Response(body).arrayBuffer()).rejects.toThrow("the database went away")
})

async function* entriesOf(
  names: readonly string[],
  asked: string[] = [],
  contentOf: (name: string) => string = (name) => name.repeat(1_000),
): AsyncGenerator<StreamedEntry> {
  for (const name of names) {
    asked.push(name)
    yield { name, content: contentOf(name), modifiedAt: MODIFIED }
  }
}

function incompressible(): string {
  return Array.from({ length: 100_000 }, () => crypto.randomUUID()).join("")
}

async function turns(): Promise<void> {
  for (let left = TURNS; left > 0; left -= 1) await turn()
}
