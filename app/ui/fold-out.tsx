import type { KeyboardEvent, ReactNode } from "react"
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

/** A menu that opens without script. With script, Escape and navigation close it. */
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

  return (
    <details
      key={key}
      id={id}
      name={name}
      open={isOpen}
      onKeyDown={closeOnEscape}
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
