import type { GenerationRequest } from "../generation.ts"
import { movedSections, standingSections } from "../sections.ts"
import { joinStory } from "../story.ts"
import { normaliseText } from "../text.ts"

/** A story in its two parts: the text that was continued, and the new one. */
export interface StoryParts {
  existing: string
  text: string
}

/** An edited text as it is kept: without the blank lines around it. */
export function keptText(text: string): string {
  return normaliseText(text)
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd()
}

/**
 * An edited story in its two parts. The new one begins where its first paragraph went; where that was changed beside
 * what stands before it, at the paragraph that is as far between what stayed.
 */
export function editedParts({ existing, text }: StoryParts, edited: string): StoryParts {
  if (existing === "") return { existing: "", text: edited }
  const former = joinStory(existing, text).split("\n")
  const lines = edited.split("\n")
  const own = text.split("\n").findIndex((line) => line.trim() !== "")
  const join = former.length - text.split("\n").length + Math.max(0, own)
  const begin = joinAmong(lines, former, join)
  const parts = {
    existing: lines.slice(0, begin).join("\n").trimEnd(),
    text: keptText(lines.slice(begin).join("\n")),
  }
  return parts.existing === "" || parts.text === "" ? { existing: "", text: edited } : parts
}

/** The request of a story whose author has changed its text, with sections that moved along. */
export function editedRequest(
  request: GenerationRequest,
  { of, former, parts }: { of: string; former: string; parts: StoryParts },
): GenerationRequest {
  const { existing } = parts
  const moved = movedSections(former, joinStory(existing, parts.text), request.sections)
  return { ...request, existing, sections: standingSections(existing, moved), rewrites: null, edits: of }
}

/** The index of the line at which the new part begins after the edit. */
function joinAmong(lines: readonly string[], former: readonly string[], join: number): number {
  const most = Math.min(lines.length, former.length)
  let before = 0
  while (before < most && lines[before] === former[before]) before += 1
  let after = 0
  while (after < most - before && lines.at(-1 - after) === former.at(-1 - after)) after += 1
  if (join <= before) return join
  if (former.length - join <= after) return lines.length - (former.length - join)
  const changed = lines.length - after
  const guess = before + Math.round(((join - before) / (former.length - after - before)) * (changed - before))
  const places = lines.flatMap((line, at) => (line === former[join] ? [at] : []))
  const nearest = places.toSorted((one, other) => Math.abs(one - guess) - Math.abs(other - guess))[0]
  return nearest ?? guess
}
