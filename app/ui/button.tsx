import type { ComponentProps } from "react"

const LOOKS = {
  generate: "bg-generate forced-colors:border text-on-fill hover:brightness-110",
  continue: "bg-continue forced-colors:border text-on-fill hover:brightness-110",
  plain: "border border-edge bg-sheet text-ink hover:bg-wash",
  tint: "bg-generate-wash forced-colors:border font-semibold text-generate-ink hover:brightness-95",
  quiet: "text-soft hover:bg-wash hover:text-ink",
  danger: "border border-danger bg-sheet text-danger hover:bg-danger-wash",
} as const

export type ButtonLook = keyof typeof LOOKS

/** The classes of a button, for links and file pickers that look like one. */
export function buttonClass(look: ButtonLook): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-lg px-4 text-base font-medium max-w-full shrink-0 py-1 text-balance no-underline transition-[filter,background-color] motion-reduce:transition-none disabled:opacity-60 aria-disabled:opacity-60 ${LOOKS[look]}`
}

export function Button({
  look = "plain",
  className = "",
  ...props
}: ComponentProps<"button"> & { look?: ButtonLook }) {
  return <button type="submit" {...props} className={`${buttonClass(look)} ${className}`} />
}
