export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-4 motion-safe:animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  )
}
