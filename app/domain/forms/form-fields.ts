import { z } from "zod"

/** A field of any text; empty if the form lacks or repeats it. */
export const anyText = z.string().catch("")

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
