import { useState } from "react"
import type { LiveGeneration } from "#app/browser/generation-stream.ts"
import { useSecondsSince } from "#app/browser/seconds-since.ts"
import { outline } from "#app/copy/outline.ts"
import { story } from "#app/copy/story.ts"
import type { StoryCount } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { partNumber } from "#app/domain/sections.ts"
import { LaterCards } from "#app/routes/later-cards.tsx"
import { Spinner } from "#app/ui/spinner.tsx"
import { BeatList, beatName } from "#app/ui/story/beat-list.tsx"
import { PlanHead } from "#app/ui/story/plan-head.tsx"
import { PlanList } from "#app/ui/story/plan-list.tsx"
import { DeskTabs } from "./desk-tabs.tsx"
import { type DeskMemory, MemoryPanel } from "./memory-panel.tsx"
import { StopButton } from "./stop-button.tsx"

interface WritingBarProps {
  live: LiveGeneration
  counts: StoryCount
  memory: DeskMemory | null
  maxLevel: number
}

/** Progress, plan and stop of what is being written: a bar below the text, or a column beside it. */
export function WritingBar({ live, counts, memory, maxLevel }: WritingBarProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, request, plan, draft, text } = live
  const { fresh, whole } = counts
  const target = targetCharacters(request.length)
  const step = useStep(live)
  // Until there is text, the sheet shows the plan.
  const hasPlan = text !== "" && plan.length + draft.length > 0
  return (
    <aside aria-label={story.bar} className="bar is-column">
      {memory && <DeskTabs tabs={["work", "memory"]} className="max-lg:hidden" />}
      <p className="bar-head">{request.existing === "" ? story.writing : story.part(partNumber(request))}</p>
      <progress
        aria-label={story.progressLabel}
        value={Math.min(fresh, target)}
        max={target}
        className="desk-progress"
      />
      <div className="bar-words">
        <p className="bar-step">
          {live.connection === "lost" ? (
            <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-danger" />
          ) : (
            !hasPlan && <Spinner />
          )}
          <span className="min-w-0 max-lg:truncate">{step}</span>
        </p>
        <p className="bar-count">
          {story.progress(fresh, target)}
          {hasPlan && <span className="lg:hidden"> · {story.plan}</span>}
        </p>
        {hasPlan && (
          <button
            type="button"
            aria-label={story.plan}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="bar-toggle lg:hidden"
          />
        )}
      </div>
      <StopButton id={id} className="lg:w-full" />
      {request.existing !== "" && (
        <p className="bar-kept text-xs text-soft tabular-nums max-lg:hidden">{story.keptBefore(whole)}</p>
      )}
      {hasPlan && (
        <div className={`bar-sheet lg:mt-5 ${isOpen ? "" : "max-lg:hidden"}`}>
          <h2 className="mb-1.5 font-semibold max-lg:sr-only">{story.plan}</h2>
          {plan.length > 0 ? <BeatList beats={plan} current={live.beat} /> : <PlanList lines={draft} />}
          {live.head.length > 0 && <PlanHead head={live.head} />}
          {live.beat < plan.length - 1 && (
            <details className="text-sm text-soft">
              <summary className="fold flex min-h-11 items-center">{outline.changed.summary}</summary>
              <LaterCards id={id} plan={plan} current={live.beat} maxLevel={maxLevel} />
            </details>
          )}
        </div>
      )}
      {memory && (
        <div className="panel-memory max-lg:hidden">
          <MemoryPanel {...memory} />
        </div>
      )}
    </aside>
  )
}

/** What is being done now, in one line. */
function useStep(live: LiveGeneration): string {
  const thinks = useSecondsSince(live.thinkingSince)
  const beat = live.plan[live.beat]
  if (thinks !== null) return story.thinking(thinks)
  if (beat) return story.beat(live.beat + 1, live.plan.length, beatName(beat))
  const { reading, text } = live
  if (reading && reading.done < reading.all) return story.reading(reading)
  return text === "" ? story.planning : story.planningOn
}
