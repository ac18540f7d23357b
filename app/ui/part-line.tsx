import { story } from "#app/copy/story.ts"
import { PART_ID } from "#app/domain/paths.ts"

/** The line between a text and what continues it. */
export function PartLine({ number }: { number: number }) {
  return (
    <h2 id={PART_ID} tabIndex={-1} className="part">
      {story.part(number)}
    </h2>
  )
}
