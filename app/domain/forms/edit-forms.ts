import { z } from "zod"
import { anyText, TEXT_MARK } from "./form-fields.ts"

const EDITOR = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const mark = anyText.transform((sent) => (TEXT_MARK.test(sent) ? sent : ""))
const editor = anyText.transform((sent) => (EDITOR.test(sent) ? sent : ""))

/**
 * The form that edits a text, and a novel's title. `seen` is the mark of the text that is edited, `draft` that of what
 * was kept of the edit before, `editor` the page.
 */
export const textEditSchema = z.object({
  intent: z.enum(["save", "discard"]),
  title: z.string().optional().catch(undefined),
  text: anyText,
  seen: z
    .string()
    .transform((sent) => (TEXT_MARK.test(sent) ? sent : ""))
    .optional()
    .catch(undefined),
  draft: mark,
  editor,
})

/** The same fields, as the page keeps them while its author types. */
export const textDraftSchema = z.object({ title: anyText, text: anyText, seen: mark, draft: mark, editor })

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
