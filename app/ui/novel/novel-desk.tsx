import type { ReactNode } from "react"
import { novelPage as text } from "#app/copy/novels.ts"

interface NovelDeskProps {
  /** What the visitor must see first, above both columns. */
  notice?: ReactNode
  /** Null if there is nothing to show. */
  column: ReactNode
  children: ReactNode
}

/** The page of a saved novel: the sheet with the text, and a column beside it that follows it in the document. */
export function NovelDesk({ notice, column, children }: NovelDeskProps) {
  return (
    <>
      <div className="mb-7 flex flex-col gap-3 empty:hidden md:mb-4">{notice}</div>
      <div className="desk max-lg:pb-16">
        <article className="desk-reading sheet max-md:-mt-3 max-md:border-t-0">
          <div className="reading-measure mx-auto">{children}</div>
        </article>
        {column && (
          <aside
            id="column"
            aria-label={text.column}
            className="desk-column mx-auto w-full max-w-measure scroll-mt-4 rounded-xl border border-line bg-sheet p-4"
          >
            {column}
          </aside>
        )}
      </div>
    </>
  )
}

export interface NovelPanel {
  name: "sections" | "plan" | "memory" | "versions"
  label: string
  content: ReactNode
}

// Written out, because Tailwind reads class names and computes none.
const SHOWN = {
  sections: "group-has-[[value=sections]:checked]:block!",
  plan: "group-has-[[value=plan]:checked]:block!",
  memory: "group-has-[[value=memory]:checked]:block!",
  versions: "group-has-[[value=versions]:checked]:block!",
} as const

/** Panels of which radio buttons show one, without script; a browser without `:has()` shows them all. */
export function NovelPanels({ panels, shown }: { panels: readonly NovelPanel[]; shown: NovelPanel["name"] }) {
  return (
    <div className="group">
      <div role="radiogroup" aria-label={text.columnShows} className="desk-tabs mb-3">
        {panels.map(({ name, label }) => (
          <label key={name}>
            <input type="radio" name="column" value={name} defaultChecked={name === shown} />
            {label}
          </label>
        ))}
      </div>
      {panels.map(({ name, label, content }) => (
        <section
          key={name}
          id={`panel-${name}`}
          aria-label={label}
          className={`supports-[selector(:has(a))]:hidden ${SHOWN[name]}`}
        >
          {content}
        </section>
      ))}
    </div>
  )
}
