import { z } from "zod"
import { anyText } from "./form-fields.ts"

/** The form that changes the text of a generation. `key` is its own. */
export const textEditSchema = z.object({ intent: z.literal("edit"), key: anyText, text: anyText })
