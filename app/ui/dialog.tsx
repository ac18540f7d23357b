import type { ComponentProps } from "react"

const SHEET =
  "max-md:mt-auto max-md:mb-0 max-md:max-h-[92dvh] max-md:w-full max-md:max-w-full max-md:rounded-b-none max-md:pb-[calc(1rem+env(safe-area-inset-bottom))]"

/** A dialog over the page, which rises from below on a phone. Its head must leave the corner to the cross. */
export function Dialog({ close, children, ...props }: ComponentProps<"dialog"> & { close: string }) {
  return (
    <dialog
      {...props}
      className={`m-auto w-115 max-w-[92vw] rounded-2xl border border-transparent bg-raised p-4 text-ink shadow-float backdrop:bg-(--shade) motion-safe:transition-[translate] motion-safe:duration-[180ms] motion-safe:starting:translate-y-3 md:p-6 ${SHEET}`}
    >
      {children}
      {/* Last, so that opening the dialog focuses its first field. */}
      <form method="dialog" className="absolute top-2 right-2 md:top-4 md:right-4">
        <button
          type="submit"
          aria-label={close}
          className="grid size-11 place-items-center rounded-lg text-soft hover:bg-wash"
        >
          <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 fill-none stroke-current stroke-2">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </button>
      </form>
    </dialog>
  )
}
