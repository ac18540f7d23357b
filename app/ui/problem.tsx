/** What went wrong with a whole form: said at once to those who do not see it. */
export function Problem({ title, text }: { title?: string; text: string | null | undefined }) {
  if (!text) return null
  return (
    <div role="alert" className="rounded-lg border border-danger bg-danger-wash px-4 py-3 text-sm">
      {title && <p className="font-semibold">{title}</p>}
      <p>{text}</p>
    </div>
  )
}
