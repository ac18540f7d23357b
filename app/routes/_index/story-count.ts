import { useMemo } from "react"
import type { LiveGeneration } from "#app/browser/generation-stream.ts"
import { countCharacters } from "#app/domain/count-characters.ts"
import type { StoryCount } from "#app/domain/generation.ts"

/** The story's length as it grows. The text that it continues may be a whole novel, so it is counted once. */
export function useStoryCount({ request: { existing }, text }: LiveGeneration): StoryCount {
  const before = useMemo(() => countCharacters(existing), [existing])
  const fresh = countCharacters(text)
  return { fresh, whole: before + fresh }
}
