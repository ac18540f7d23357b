import { story } from "#app/copy/story.ts"
import { type Beat, beatText } from "#app/domain/generation.ts"

/** A novel's plan. `current` is the index of the beat in progress, if known. */
export function PlanList({ beats, current }: { beats: Beat[]; current?: number }) {
  return (
    <ol aria-label={story.plan} className="mt-1 flex list-decimal flex-col gap-1 pl-6 text-sm text-soft">
      {beats.map((beat, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan never changes its order
          key={index}
          aria-current={index === current ? "step" : undefined}
          className="aria-[current=step]:font-semibold aria-[current=step]:text-ink"
        >
          {beatText(beat)}
        </li>
      ))}
    </ol>
  )
}
