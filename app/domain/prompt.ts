import { PROMPT_MAX_CHARS } from "./limits.ts"
import { isLongerThan } from "./single-line.ts"

export type PromptProblem = "prompt-missing" | "prompt-too-long"

/** What is wrong with a visitor's description, if anything. The one rule, for form, API and browser. */
export function findPromptProblem(prompt: string): PromptProblem | null {
  const trimmed = prompt.trim()
  if (trimmed === "") return "prompt-missing"
  if (isLongerThan(trimmed, PROMPT_MAX_CHARS)) return "prompt-too-long"
  return null
}

/** Code points, white space included: what a visitor would count while typing. */
export function characterLength(text: string): number {
  return [...text].length
}
