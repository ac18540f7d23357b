import { z } from "zod"

/** A field of any text; empty if the form lacks or repeats it. */
export const anyText = z.string().catch("")

/** A field that a form may send more than once; an empty list if the form lacks it. */
export const someTexts = z.union([z.string().transform((text) => [text]), z.array(z.string())]).catch([])

/** A box, as a form sends it or as JSON; anything else is not ticked. */
export const isTicked = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === "on" || value === "true")

/** Whether the form has this field: a ticked box or a hidden mark. */
export const isSent = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined)

/** How the database marks a text: its MD5. */
export const TEXT_MARK = /^[0-9a-f]{32}$/
