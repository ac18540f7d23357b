import { z } from "zod"
import { anyText } from "./form-fields.ts"

/** The form that changes the text of a generation. `key` is its own. */
export const textEditSchema = z.object({ intent: z.literal("edit"), key: anyText, text: anyText })

/** The form that has a paragraph written anew: where it begins, and what its author wishes of it. `key` is its own. */
export const paragraphSchema = z.object({
  intent: z.literal("rewrite"),
  key: anyText,
  paragraph: anyText.transform((digits) => (/^\d{1,9}$/.test(digits) ? Number(digits) : null)),
  wish: anyText,
})
