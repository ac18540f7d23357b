import { story } from "#app/copy/story.ts"
import { type Beat, toldParts } from "#app/domain/generation.ts"

interface BeatListProps {
  beats: readonly Beat[]
  /** The index of the beat in progress; all before it are written. */
  current: number
}

/** A plan's beats: those that are written, the one in progress, and those that follow. */
export function BeatList({ beats, current }: BeatListProps) {
  return (
    <ol aria-label={story.plan} className="flex flex-col">
      {beats.map((beat, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a beat never changes its place
        <BeatItem key={index} beat={beat} index={index} current={current} />
      ))}
    </ol>
  )
}

const MARKS = {
  done: "border-transparent bg-tint text-tint-ink",
  now: "border-transparent bg-fill text-on-fill",
  later: "border-line",
} as const

function BeatItem({ beat, index, current }: { beat: Beat; index: number; current: number }) {
  const state = index < current ? "done" : index === current ? "now" : "later"
  const [what = "", ...rest] = toldParts(beat)
  const hint = [rest.join("；"), story.beatSize(beat.characters)].filter(Boolean).join(" · ")
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className={`grid grid-cols-[1.5rem_1fr] gap-2 rounded-lg px-2 py-2 text-sm leading-[1.55] ${state === "now" ? "bg-wash text-ink" : "text-soft"}`}
    >
      <span
        aria-hidden="true"
        className={`grid size-[1.375rem] place-items-center rounded-full border text-xs font-semibold ${MARKS[state]}`}
      >
        {state === "done" ? "✓" : index + 1}
      </span>
      <span>
        <span className="block font-semibold">
          {what}
          {state === "done" && <span className="sr-only">（{story.beatDone}）</span>}
        </span>
        <span className="block text-xs text-soft">{hint}</span>
      </span>
    </li>
  )
}

/** What a beat is called, in few words. */
export function beatName(beat: Beat): string {
  return toldParts(beat)[0] ?? ""
}
