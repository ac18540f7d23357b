import type { KeyboardEvent, MouseEvent, ReactNode } from "react"
import { useLocation } from "react-router"

interface FoldOutProps {
  id?: string
  /** Whether it is open at first. */
  isOpen?: boolean
  /** Of menus with one name, one is open. */
  name?: string
  label?: string
  summary: ReactNode
  summaryClass: string
  className?: string
  children: ReactNode
}

/** A menu that opens without script. With script, Escape and its links close it. */
export function FoldOut({
  id,
  isOpen,
  name,
  label,
  summary,
  summaryClass,
  className = "",
  children,
}: FoldOutProps) {
  const { key } = useLocation()

  function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
    if (event.key !== "Escape" || !event.currentTarget.open) return
    event.currentTarget.open = false
    event.currentTarget.querySelector("summary")?.focus()
  }

  // The page of the link may take long to come.
  function closeOnLink(event: MouseEvent<HTMLDetailsElement>) {
    const link = event.target instanceof Element && event.target.closest("a[href]:not([download])")
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (link && !opensElsewhere) event.currentTarget.open = false
  }

  return (
    <details
      key={key}
      id={id}
      name={name}
      open={isOpen}
      onKeyDown={closeOnEscape}
      onClick={closeOnLink}
      className={`relative ${className}`}
    >
      <summary
        aria-label={label}
        className={`flex list-none items-center hover:bg-wash [&::-webkit-details-marker]:hidden ${summaryClass}`}
      >
        {summary}
      </summary>
      {children}
    </details>
  )
}
