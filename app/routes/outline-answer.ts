import { generationLimitText, withWait } from "#app/copy/limits.ts"
import { outlineProblemText, problemAt } from "#app/copy/outline.ts"
import { badRequestText, refusalText } from "#app/copy/problems.ts"
import type { Refusal } from "#app/domain/generation-request.ts"
import type { LaterCard, OutlineForm } from "#app/domain/outline/outline-form.ts"
import type { Problems } from "./outline-fields.tsx"

/** Why an outline, or a card of it, was not taken. */
type OutlineFailure =
  | keyof typeof outlineProblemText
  | "outline-field-too-long"
  | keyof typeof badRequestText
  | keyof typeof generationLimitText
  | Refusal["reason"]
  | "backend-down"

/** The answer of the forms that change a plan, unless they redirect: all that was typed, and what is wrong with it. */
export interface OutlineAnswer {
  /** Of a plan that waits; null in the answer to a change of cards. */
  form: OutlineForm | null
  /** Of a plan that is being written. */
  cards: LaterCard[] | null
  /** The id of the element to go on from. */
  focus: string | null
  problems: Problems
  failure: OutlineFailure | null
  refusal: Refusal | null
  waitSeconds: number | undefined
  /** The cards that were begun before they could be changed. */
  begun: number[]
}

/** A problem of the whole form; those of a field or a card stand there. */
export function problemOfOutline(answer: OutlineAnswer, maxLevel: number): string | null {
  const { failure, refusal, waitSeconds, problems } = answer
  if (refusal) return refusalText(refusal, maxLevel)
  if (problems.outline) return problemAt(problems.outline, "outline")
  const texts: Record<string, string> = { ...badRequestText, ...generationLimitText, ...outlineProblemText }
  const text = failure && Object.keys(problems).length === 0 ? texts[failure] : undefined
  return text === undefined ? null : withWait(text, waitSeconds)
}
