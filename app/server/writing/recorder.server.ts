import type { WritingRecord } from "#app/domain/generation.ts"
import { type TokenUsage, type Writer, WriterError } from "#app/server/writing/endpoint/writer.server.ts"

/** Counts how the calls of one writer end, and the tokens that the endpoint reports. */
export class Recorder {
  readonly #asked: number
  readonly #from: number
  readonly #ends: Record<string, number> = {}
  #usage: TokenUsage | null = null

  /** Both in characters. `asked`: the target. `from`: the length of the text before. */
  constructor({ asked, from }: { asked: number; from: number }) {
    this.#asked = asked
    this.#from = from
  }

  /** Wraps a writer so that each of its calls is counted when it ends. */
  watch(writer: Writer): Writer {
    const takeDown = (end: string) => {
      this.#ends[end] = (this.#ends[end] ?? 0) + 1
    }
    const add = (usage: TokenUsage | null) => {
      this.#usage = sum(this.#usage, usage)
    }
    return {
      async *write(task, signal) {
        let end = "cut"
        try {
          for await (const chunk of writer.write(task, signal)) {
            if (chunk.type === "end") {
              end = chunk.finish
              add(chunk.usage)
            }
            yield chunk
          }
        } catch (error) {
          end = error instanceof WriterError ? error.kind : "aborted"
          throw error
        } finally {
          takeDown(end)
        }
      },
    }
  }

  /** The figures so far. `got`: the current length in characters. */
  record(got: number): WritingRecord {
    return {
      asked: this.#asked,
      got,
      ratio: got / this.#asked,
      from: this.#from,
      calls: Object.values(this.#ends).reduce((calls, count) => calls + count, 0),
      ends: { ...this.#ends },
      inputTokens: this.#usage?.inputTokens ?? null,
      outputTokens: this.#usage?.outputTokens ?? null,
    }
  }
}

function sum(one: TokenUsage | null, other: TokenUsage | null): TokenUsage | null {
  if (one === null || other === null) return one ?? other
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  }
}
