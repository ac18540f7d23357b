interface ProblemSummaryProps {
  title: string
  /** The ids and labels of the elements with the refusals, in page order. */
  places: readonly { id: string; label: string }[]
}

/** Lists the refused fields at the top of a page without script, with links to them. */
export function ProblemSummary({ title, places }: ProblemSummaryProps) {
  if (places.length === 0) return null
  return (
    <nav
      aria-label={title}
      className="hidden rounded-lg border border-danger bg-danger-wash px-4 py-2 text-sm noscript:block"
    >
      <p className="font-semibold">{title}</p>
      <ul className="flex flex-wrap gap-x-4">
        {places.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
