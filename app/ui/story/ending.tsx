import { storyLabel } from "#app/copy/site.ts"
import { afterEnding, endingText, failureReason, story } from "#app/copy/story.ts"
import type {
  GenerationFailure,
  GenerationRequest,
  GenerationStatus,
  StoryCount,
} from "#app/domain/generation.ts"

interface EndingProps {
  status: GenerationStatus
  failure: GenerationFailure | null
  request: Pick<GenerationRequest, "existing" | "demo">
  /** The new text. */
  text: string
  counts: StoryCount
}

/** How a generation ended, with the length of the new part and of the whole, and why if it failed. */
export function Ending({ status, failure, request, text, counts }: EndingProps) {
  const failed = status === "failed"
  const ending = endingText(status, text)
  return (
    <div className="flex flex-col gap-1 text-xs text-soft">
      <p className="tabular-nums">
        <span className={failed ? "font-semibold text-danger" : ""}>{ending}</span>
        {counts.whole > 0 && `${afterEnding(ending)}${story.written(counts)} · ${storyLabel(request.demo)}`}
      </p>
      {failed && <p className="text-sm text-ink">{failureReason(failure, text + request.existing === "")}</p>}
    </div>
  )
}
