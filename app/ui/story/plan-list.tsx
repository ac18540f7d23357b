import { story } from "#app/copy/story.ts"
import type { PlanLine } from "#app/domain/generation.ts"

export const PLAN_LIST =
  "mt-2 flex list-decimal flex-col gap-1.5 pl-6 text-sm leading-relaxed text-pretty text-soft"

/** A novel's plan, or as much of it as there is. `current` is the index of the beat in progress, if known. */
export function PlanList({ lines, current }: { lines: readonly PlanLine[]; current?: number | undefined }) {
  return (
    <ol aria-label={story.plan} className={PLAN_LIST}>
      {lines.map((line, at) => (
        <PlanItem
          // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes its place
          key={at}
          line={line}
          beat={beatOf(lines, at)}
          current={current}
        />
      ))}
    </ol>
  )
}

interface PlanItemProps {
  line: PlanLine
  /** The index of its beat, if it is one. */
  beat: number | null
  current?: number | undefined
  id?: string
}

/** One line of a plan: a beat with its number, or a line of the head with its label. */
export function PlanItem({ line, beat, current, id }: PlanItemProps) {
  if (beat === null) {
    const { label, text } = headText(line)
    return (
      <li id={id} className="-ml-6 list-none">
        <span className="font-semibold text-ink">{label}</span>
        {text}
      </li>
    )
  }
  return (
    <li
      id={id}
      value={beat + 1}
      aria-current={beat === current ? "step" : undefined}
      className={`aria-[current=step]:font-semibold aria-[current=step]:text-ink ${beat === 0 ? "mt-1.5 first:mt-0" : ""}`}
    >
      {line.text}
    </li>
  )
}

/** Which beat the line at an index is; null if it is none. */
export function beatOf(lines: readonly PlanLine[], at: number): number | null {
  if (lines[at]?.kind !== "beat") return null
  return lines.slice(0, at).filter(({ kind }) => kind === "beat").length
}

function headText({ kind, text }: PlanLine): { label: string; text: string } {
  if (kind === "title") return story.planTitle(text)
  const [label = "", ...fields] = text.split("｜")
  return story.planHead(label, fields)
}
