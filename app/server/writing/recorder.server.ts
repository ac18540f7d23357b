import type { WritingRecord } from "#app/domain/generation.ts"
import {
  type TokenUsage,
  type Writer,
  type WriterChunk,
  WriterError,
} from "#app/server/writing/endpoint/writer.server.ts"
import type { TextLength } from "#app/server/writing/pacing/writing-state.server.ts"

/** Counts how the calls of one writer end, and the tokens that the endpoint reports. */
export class Recorder {
  readonly #length: TextLength
  readonly #from: number
  readonly #ends: Record<string, number> = {}
  #inputTokens: number | null = null
  #outputTokens: number | null = null
  #cachedTokens: number | null = null

  /** `length`: of the growing text, whose length so far is where the record begins. */
  constructor(length: TextLength) {
    this.#length = length
    this.#from = length.characters
  }

  /** Wraps a writer so that each of its calls is counted when it ends. */
  watch(writer: Writer): Writer {
    return { write: (task, signal) => this.#count(writer.write(task, signal)) }
  }

  /** The figures so far. */
  record(): WritingRecord {
    const { target, characters } = this.#length
    return {
      asked: target,
      got: characters,
      ratio: characters / target,
      from: this.#from,
      calls: Object.values(this.#ends).reduce((calls, count) => calls + count, 0),
      ends: { ...this.#ends },
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      cachedTokens: this.#cachedTokens,
    }
  }

  async *#count(chunks: AsyncIterable<WriterChunk>): AsyncGenerator<WriterChunk> {
    let end = "cut"
    try {
      for await (const chunk of chunks) {
        if (chunk.type === "end") {
          end = chunk.finish
          if (chunk.usage) this.#add(chunk.usage)
        }
        yield chunk
      }
    } catch (error) {
      end = error instanceof WriterError ? error.kind : "aborted"
      throw error
    } finally {
      this.#ends[end] = (this.#ends[end] ?? 0) + 1
    }
  }

  #add({ inputTokens, outputTokens, cachedTokens }: TokenUsage): void {
    this.#inputTokens = (this.#inputTokens ?? 0) + inputTokens
    this.#outputTokens = (this.#outputTokens ?? 0) + outputTokens
    if (cachedTokens !== null) this.#cachedTokens = (this.#cachedTokens ?? 0) + cachedTokens
  }
}
