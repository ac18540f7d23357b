import { countCharacters } from "#app/domain/count-characters.ts"
import type { GenerationRequest } from "#app/domain/generation.ts"
import type { Writer } from "#app/server/writing/endpoint/writer.server.ts"
import { storyText } from "../../tests/support/upstream/prose.ts"
import { collectNovel } from "../../tests/support/upstream/run.ts"

const ROUNDS = 12
const CHARACTERS_PER_CHUNK = 12

/** A new novel, a continued one, one with a reference, and one whose answers begin with a thought. */
const NOVELS: { request?: Partial<GenerationRequest>; opening?: string }[] = [
  {},
  { request: { existing: storyText(4_711, 5_000) } },
  { request: { reference: storyText(86, 9_000) } },
  { opening: `<think>${storyText(17, 400)}</think>\n` },
]

/**
 * Processor time that the engine spends per delivered character, in microseconds: the cheapest of several
 * rounds of the same four novels. The writer answers from memory, so neither sockets nor the SDK count.
 */
export async function processorMicrosPerCharacter(): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    const characters = await writeNovels()
    const { user, system } = process.cpuUsage(before)
    rounds.push((user + system) / characters)
  }
  return Math.min(...rounds)
}

async function writeNovels(): Promise<number> {
  let characters = 0
  for (const { request, opening = "" } of NOVELS) {
    const { text } = await collectNovel({ length: 5, ...request }, { writer: createMemoryWriter(opening) })
    characters += countCharacters(text)
  }
  return characters
}

/** Answers every beat with as many characters as it asks for, in chunks as endpoints send them. */
function createMemoryWriter(opening: string): Writer {
  let calls = 0
  return {
    async *write(task) {
      calls += 1
      const answer = task.kind === "beat" ? opening + storyText(calls * 7_919, task.characters) : ""
      const characters = [...answer]
      for (let at = 0; at < characters.length; at += CHARACTERS_PER_CHUNK)
        yield { type: "text", text: characters.slice(at, at + CHARACTERS_PER_CHUNK).join("") }
      yield { type: "end", finish: "stop", usage: null }
    },
  }
}
