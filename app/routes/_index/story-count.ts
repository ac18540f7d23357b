import { useMemo } from "react"
import { countCharacters } from "#app/domain/count-characters.ts"
import type { StoryCount } from "#app/domain/generation.ts"

/** The story's length as it grows. The text that it continues may be a whole novel, so it is counted once. */
export function useStoryCount(existing: string, text: string): StoryCount {
  const before = useMemo(() => countCharacters(existing), [existing])
  const fresh = useMemo(() => countCharacters(text), [text])
  return { fresh, whole: before + fresh }
}
