/** What went wrong with a whole form: said at once to those who do not see it, and where a page without script begins. */
export function Problem({ title, text }: { title?: string; text: string | null | undefined }) {
  if (!text) return null
  return (
    <div
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: a page that comes back with a refusal begins where it is
      autoFocus
      className="rounded-lg border border-danger bg-danger-wash px-4 py-3 text-sm"
    >
      {title && <p className="font-semibold">{title}</p>}
      <p>{text}</p>
    </div>
  )
}
