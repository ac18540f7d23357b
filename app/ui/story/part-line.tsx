import { story } from "#app/copy/story.ts"
import { PART_ID } from "#app/domain/paths.ts"

interface PartLineProps {
  number: number
  /** The page opens here while it still loads, which a link to it would not do. */
  opensHere?: boolean
}

/** The line between a text and what continues it. */
export function PartLine({ number, opensHere = false }: PartLineProps) {
  return (
    <h2
      id={PART_ID}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without script, this brings the reader to the new text
      autoFocus={opensHere}
      className="part"
    >
      {story.part(number)}
    </h2>
  )
}
