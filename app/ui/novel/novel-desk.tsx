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
    <div className="max-lg:flex max-lg:flex-col max-lg:gap-4 max-lg:pb-16 max-md:-mt-5 lg:grid lg:grid-cols-[23.5rem_minmax(0,1fr)] lg:items-start lg:gap-x-8">
      <div className="flex flex-col gap-3 empty:hidden max-md:mt-5 lg:col-span-2 lg:mb-4">{notice}</div>
      <article className="-mx-4 border-line border-y bg-sheet px-4 pt-6 pb-8 md:mx-0 md:rounded-2xl md:border md:px-8 md:pt-8 md:shadow-sm lg:col-start-2 lg:row-start-2">
        <div className="mx-auto max-w-[42.75rem]">{children}</div>
      </article>
      {column && (
        <aside
          id="column"
          aria-label={text.column}
          className="w-full scroll-mt-4 rounded-2xl border border-line bg-sheet px-4 pb-4 max-lg:mx-auto max-lg:max-w-[42.75rem] lg:sticky lg:top-4 lg:col-start-1 lg:row-start-2 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto"
        >
          {column}
        </aside>
      )}
    </div>
  )
}

export interface NovelPanel {
  name: "sections" | "memory" | "versions"
  label: string
  content: ReactNode
}

// Written out, because Tailwind reads class names and computes none.
const SHOWN = {
  sections: "group-has-[[value=sections]:checked]:block!",
  memory: "group-has-[[value=memory]:checked]:block!",
  versions: "group-has-[[value=versions]:checked]:block!",
} as const

/** Panels of which radio buttons show one, without script; a browser without `:has()` shows them all. */
export function NovelPanels({ panels, shown }: { panels: readonly NovelPanel[]; shown: NovelPanel["name"] }) {
  return (
    <div className="group">
      <fieldset className="mb-3 grid grid-flow-col auto-cols-fr border-line border-b">
        <legend className="sr-only">{text.columnShows}</legend>
        {panels.map(({ name, label }) => (
          <label
            key={name}
            className="relative grid min-h-12 place-items-center text-sm text-soft has-checked:font-semibold has-checked:text-ink has-checked:shadow-[inset_0_-2px_var(--color-ink)] has-focus-visible:outline-3 has-focus-visible:outline-continue has-focus-visible:-outline-offset-3"
          >
            <input
              type="radio"
              name="column"
              value={name}
              defaultChecked={name === shown}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </fieldset>
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
