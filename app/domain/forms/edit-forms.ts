import { z } from "zod"
import { anyText } from "./form-fields.ts"

/** The form that changes the text of a generation. `key` is its own. */
export const textEditSchema = z.object({ intent: z.literal("edit"), key: anyText, text: anyText })

/**
 * The forms about one paragraph. `rewrite` has it written anew: where it begins, and what its author wishes of it; `key`
 * is the form's own. `undo` puts the former one back into a saved novel: `written` is the generation that wrote the new.
 */
export const paragraphSchema = z.object({
  intent: z.enum(["rewrite", "undo"]),
  key: anyText,
  paragraph: anyText.transform((digits) => (/^\d{1,9}$/.test(digits) ? Number(digits) : null)),
  wish: anyText,
  written: anyText,
})
