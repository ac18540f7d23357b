import type { Beat, GenerationFailure, GenerationRequest } from "#app/domain/generation.ts"
import type { AnswerSetting } from "#app/server/writing/endpoint/writer.server.ts"
import { countedStyle, makeStyleNotes } from "#app/server/writing/manner/style-notes.server.ts"
import { makePlan, type Planned } from "#app/server/writing/plan/plan.server.ts"

/** What the engine needs before the first word. */
export interface Prepared extends Planned {
  style: string
}

/** Makes the plan and the notes on the reference at the same time. Returns a failure when there is no plan. */
export async function prepareNovel(
  request: GenerationRequest,
  setting: AnswerSetting & { backoffMs: number },
): Promise<Prepared | GenerationFailure> {
  const failed = new AbortController()
  const notes = makeStyleNotes(request.reference, {
    ...setting,
    signal: AbortSignal.any([setting.signal, failed.signal]),
  })
  const plan = await makePlan(request, setting)
  if (typeof plan === "string") failed.abort()
  const style = await notes
  return typeof plan === "string" ? plan : { ...plan, style }
}

/** The preparation of a novel whose plan is already stored; counts the style if no notes are. */
export function preparedBefore(request: GenerationRequest, beats: Beat[], style: string): Prepared {
  return { beats, title: null, style: style || countedStyle(request.reference) }
}
