import { z } from "zod"
import { DEFAULT_READING, READING_CHOICES } from "../reading/settings.ts"
import { anyText, isSent } from "./form-fields.ts"

const { size, lines, width, face, theme, indent } = READING_CHOICES

/** The form with the settings of reading. `back` is the page that it is on; `stay` asks not to be led there. */
export const readingSchema = z.object({
  size: z.enum(size).catch(DEFAULT_READING.size),
  lines: z.enum(lines).catch(DEFAULT_READING.lines),
  width: z.enum(width).catch(DEFAULT_READING.width),
  face: z.enum(face).catch(DEFAULT_READING.face),
  theme: z.enum(theme).catch(DEFAULT_READING.theme),
  indent: z.enum(indent).catch(DEFAULT_READING.indent),
  back: anyText,
  stay: isSent,
})
