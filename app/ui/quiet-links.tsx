/** Links that stand back behind the buttons of a page. Whole pages load, which works without script. */
export function QuietLinks({ links }: { links: readonly { to: string; label: string }[] }) {
  return (
    <p className="flex flex-wrap gap-x-5 text-sm text-soft">
      {links.map(({ to, label }) => (
        <a
          key={to}
          href={to}
          className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4"
        >
          {label}
        </a>
      ))}
    </p>
  )
}
