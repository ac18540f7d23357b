import { reading } from "#app/copy/reading.ts"
import { buttonClass } from "#app/ui/button.tsx"

interface PartLinksProps {
  part: number
  parts: number
  pathOf(part: number): string
  /** What the parts are called here. */
  text?: Record<"parts" | "previous" | "next", string> & { part(part: number, parts: number): string }
}

/** Leads to the parts before and after one; nothing for a text of one part. */
export function PartLinks({ part, parts, pathOf, text = reading }: PartLinksProps) {
  if (parts === 1) return null
  const before = part > 1 ? pathOf(part - 1) : null
  const after = part < parts ? pathOf(part + 1) : null
  return (
    <nav aria-label={text.parts} className="reader-parts">
      {before && <link rel="prev" href={before} />}
      {after && <link rel="next" href={after} />}
      {before && (
        <a rel="prev" href={before} className={buttonClass("plain")}>
          {text.previous}
        </a>
      )}
      <span className="grow text-center text-sm text-soft">{text.part(part, parts)}</span>
      {after && (
        <a rel="next" href={after} className={buttonClass("tint")}>
          {text.next}
        </a>
      )}
    </nav>
  )
}
