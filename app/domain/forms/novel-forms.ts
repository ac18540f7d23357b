import { z } from "zod"
import { CONTENT_LEVELS, contentLevelOf, DEFAULT_CONTENT_LEVEL } from "../content-level.ts"
import { readDemoShare } from "../demo-share.ts"
import { readSections, SECTIONS_MAX } from "../sections.ts"
import { parseFlatJson } from "./flat-json.ts"
import { anyText, isSent, isTicked, someTexts, TEXT_MARK } from "./form-fields.ts"
import { MOVED_TEXTS_MAX, type MovableText } from "./movable-text.ts"

/**
 * The forms that change a novel. `text` is the new title. A section is known by `at`, where it begins;
 * a new one begins with the paragraph that begins with `start`.
 */
export const novelChangeSchema = z.object({
  intent: z.enum([
    "rename",
    "publish",
    "unpublish",
    "delete",
    "rename-section",
    "remove-section",
    "add-section",
  ]),
  text: anyText,
  at: anyText.transform((digits) => (/^\d{1,9}$/.test(digits) ? Number(digits) : -1)),
  start: anyText,
})
export type NovelChange = z.output<typeof novelChangeSchema>["intent"]

/** The form that puts an earlier text in place of the novel's, whose mark is `seen`. */
export const restoreSchema = z.object({ seen: anyText })

/** The forms that move novels, one or several, by the ids of the chosen ones. */
export const shelfSchema = z.object({
  intent: z.enum(["bin", "unpublish", "restore", "delete-for-good"]),
  id: someTexts,
})

/** The form that imports a packed library; null if no file was chosen. `adult` confirms the age. */
export const importSchema = z.object({
  library: z.file().min(1).nullable().catch(null),
  adult: isTicked,
})

/** Those of a section, with as many of a text beside it. */
const MOVED_MAX_MARKS = MOVED_TEXTS_MAX * (SECTIONS_MAX + 10) * 3

const movableText = z.object({
  key: z.string().max(100),
  id: z
    .string()
    .regex(/^[\w-]{22}$/)
    .nullable()
    .catch(null),
  text: z.string(),
  prompt: z.string(),
  level: z.literal(CONTENT_LEVELS).catch(DEFAULT_CONTENT_LEVEL),
  sections: z.unknown().transform(readSections),
  demo: z.unknown().optional().transform(readDemoShare),
  novel: z
    .object({ id: z.uuid(), hash: z.string().regex(TEXT_MARK) })
    .nullable()
    .catch(null),
})

/**
 * The form that moves texts into the account: those from before the login, or all. `entries` is null where no script
 * has filled it in, and empty where it is malformed.
 */
export const moveSchema = z.object({
  before_login: isSent,
  entries: z
    .string()
    .optional()
    .transform((json) => (json === undefined ? null : readMovableTexts(json))),
})

function readMovableTexts(json: string): MovableText[] {
  return z.array(movableText).max(MOVED_TEXTS_MAX).catch([]).parse(parseFlatJson(json, MOVED_MAX_MARKS))
}

/**
 * The form that saves a novel: a generation by its id, or else a text that only the browser has. `key` is its own.
 * `once` asks not to save a text that the account has already, `stay` not to leave the page. A text that belongs to a
 * saved novel updates it, unless `as` is "new"; `over` is the hash of what its author agrees to write over. A title
 * or a switch that is what the form began with leaves the novel's own as it is.
 */
export const saveSchema = z.object({
  generation: anyText,
  content: anyText,
  sections: anyText.transform(readSections),
  demo: anyText.transform(readDemoShare),
  content_level: anyText.transform(contentLevelOf),
  title: anyText,
  former_title: anyText,
  is_public: anyText.transform((ticked) => ticked === "on"),
  was_public: anyText.transform((ticked) => ticked === "on"),
  as: anyText,
  over: anyText,
  key: anyText,
  once: isSent,
  stay: isSent,
})

/** The form that confirms the reader's age with its button. */
export const ageSchema = z.object({ intent: anyText })
