import type { ReactNode } from "react"

interface ProblemProps {
  title?: string
  text: string | null | undefined
  /** What helps. */
  children?: ReactNode
}

/** A problem with a whole form. Screen readers announce it at once; without script, the page focuses it. */
export function Problem({ title, text, children }: ProblemProps) {
  if (!text) return null
  return (
    <div
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
      autoFocus
      className="rounded-lg border border-danger bg-danger-wash px-4 py-3 text-sm"
    >
      {title && <p className="font-semibold">{title}</p>}
      <p>{text}</p>
      {children && <div className="mt-2 flex">{children}</div>}
    </div>
  )
}
