import { commonLines, type PlanLine, type WritingEvent } from "#app/domain/generation.ts"
import { readDraft } from "./parse-plan.server.ts"

/** The lines of a plan while it is made: whoever reads the answer tells them, and the engine passes them on. */
export class PlanDraft {
  #lines: PlanLine[] = []
  #readTo = -1
  #wake = () => {}

  /** Takes all that has come of an answer. An answer that begins anew takes the lines of the one before back. */
  take(answer: string, beatCount: number): void {
    const readTo = answer.lastIndexOf("\n")
    if (readTo === this.#readTo) return
    this.#readTo = readTo
    const lines = readDraft(answer, beatCount)
    if (commonLines(lines, this.#lines) === Math.max(lines.length, this.#lines.length)) return
    this.#lines = lines
    this.#wake()
  }

  /** The lines each time they change, until the plan is there or has failed; then what is left of them is skipped. */
  async *until(planned: Promise<unknown>): AsyncGenerator<WritingEvent, void> {
    let isOver = false
    const end = () => {
      isOver = true
      this.#wake()
    }
    planned.then(end, end)
    let told = this.#lines
    while (!isOver) {
      if (this.#lines !== told) {
        told = this.#lines
        yield { type: "draft", lines: told }
      } else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}
