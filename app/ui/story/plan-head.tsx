import { outline } from "#app/copy/outline.ts"
import { story } from "#app/copy/story.ts"

/** What the plan says of the whole novel. */
export function PlanHead({ head }: { head: readonly string[] }) {
  return (
    <details className="text-sm text-soft">
      <summary className="fold flex min-h-11 items-center">{outline.whole}</summary>
      <ul className="flex flex-col gap-1.5 pb-3 leading-relaxed">
        {head.map((line) => {
          const [label = "", ...fields] = line.split("｜")
          const told = story.planHead(label, fields)
          return (
            <li key={line}>
              <span className="font-semibold text-ink">{told.label}</span>
              {told.text}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
