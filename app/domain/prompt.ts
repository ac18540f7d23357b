import { PROMPT_MAX_CHARS } from "./limits.ts"
import { isLongerThan, isSeen, normaliseText } from "./text.ts"

export type PromptProblem = "prompt-missing" | "prompt-too-long"

/** Checks a prompt; null if it is valid. Form, API and browser all use this rule. */
export function findPromptProblem(prompt: string): PromptProblem | null {
  const trimmed = normaliseText(prompt).trim()
  if (isLongerThan(trimmed, PROMPT_MAX_CHARS)) return "prompt-too-long"
  return isSeen(trimmed) ? null : "prompt-missing"
}
