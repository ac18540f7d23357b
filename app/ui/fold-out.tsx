import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from "react"
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

/** A menu that opens without script. With script, Escape, its links and a focus elsewhere close it. */
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

  // It would cover what has the focus now. A notice only speaks of what is in the menu.
  function closeOnLeaving({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
    if (!(relatedTarget instanceof Element) || relatedTarget.closest(".notices")) return
    if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
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
      onBlur={closeOnLeaving}
      className={`fold-out relative ${className}`}
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
