import { renderToStaticMarkup } from "react-dom/server"
import { story } from "#app/copy/story.ts"
import { linesOfPlan, type PlanLine } from "#app/domain/generation.ts"
import type { GenerationFrame } from "#app/domain/generation-frame.ts"
import { beatOf, PLAN_LIST, PlanItem, PlanList } from "#app/ui/story/plan-list.tsx"

type Frame<Type extends GenerationFrame["type"]> = Extract<GenerationFrame, { type: Type }>

/**
 * Renders a plan line by line while it is made, for a page that streams, and the whole plan in its place. Sent markup
 * cannot be taken back, so lines that do not stand any more are hidden.
 */
export class LivePlan {
  readonly #nonce: string
  #lines: PlanLine[] = []
  /** The ids of all lines, in every list. */
  #ids: string[] = []
  #count = 0
  #lists = 0
  #isOpen = false
  #isPlan = false
  /** The whole plan, where it came while there was text already. */
  #late: Frame<"plan"> | null = null

  /** The nonce allows this page's style elements under its Content-Security-Policy. */
  constructor(nonce: string) {
    this.#nonce = nonce
  }

  /** More lines of a plan that is still being made, in place of those from `at` on. */
  take({ at, lines }: Frame<"draft">): string {
    if (this.#isPlan) return ""
    let html = at < this.#lines.length ? this.pause() + this.#hide(this.#ids.splice(at)) : ""
    this.#lines = this.#lines.slice(0, at)
    for (const line of lines) {
      this.#lines.push(line)
      html += this.#open() + this.#item(line)
    }
    return html
  }

  /** The whole plan; behind the text, where that has begun. */
  settle(plan: Frame<"plan">): string {
    if (!this.#isPlan) return this.#fold(linesOfPlan(plan))
    this.#late = plan
    return ""
  }

  /** Folds the lines so far, because the text begins beside a plan that goes on. */
  fold(): string {
    return this.#isPlan || this.#lines.length === 0 ? "" : this.#fold(this.#lines, story.planSoFar)
  }

  /** Ends the list, so that something else may follow; the next line begins another one. */
  pause(): string {
    if (!this.#isOpen) return ""
    this.#isOpen = false
    return "</ol>"
  }

  /** Takes back what is shown: all of a draft, and a plan if `isRefused`. */
  drop({ isRefused = false } = {}): string {
    const ids = this.#ids.splice(0)
    const late = this.#late
    this.#late = null
    if (this.#isPlan && (isRefused || late)) ids.push("plan")
    this.#lines = []
    return this.pause() + this.#hide(ids) + (late && !isRefused ? foldedPlan(linesOfPlan(late)) : "")
  }

  #fold(lines: readonly PlanLine[], note?: string): string {
    const html = this.drop()
    this.#isPlan = true
    return html + foldedPlan(lines, { id: "plan", note })
  }

  #open(): string {
    if (this.#isOpen) return ""
    this.#isOpen = true
    this.#lists += 1
    const label = this.#lists === 1 ? ` aria-label="${story.plan}"` : ""
    return `<ol${label} class="font-sans ${PLAN_LIST}">`
  }

  #item(line: PlanLine): string {
    const id = `plan-${this.#count}`
    this.#count += 1
    this.#ids.push(id)
    return renderToStaticMarkup(
      <PlanItem id={id} line={line} beat={beatOf(this.#lines, this.#lines.length - 1)} />,
    )
  }

  #hide(ids: string[]): string {
    if (ids.length === 0) return ""
    return `<style nonce="${this.#nonce}">${ids.map((id) => `#${id}`).join()}{display:none}</style>`
  }
}

function foldedPlan(
  lines: readonly PlanLine[],
  { id, note }: { id?: string; note?: string | undefined } = {},
) {
  return renderToStaticMarkup(
    <details id={id} className="live-plan font-sans text-sm text-soft">
      <summary className="fold flex min-h-11 items-center">{story.plan}</summary>
      <div className="live-cards">
        {note && <div>{note}</div>}
        <PlanList lines={lines} />
      </div>
    </details>,
  )
}
