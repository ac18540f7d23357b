import { z } from "zod"
import { CONTENT_LEVELS } from "#app/domain/content-level.ts"
import { readDemoShare } from "#app/domain/demo-share.ts"
import {
  BIN_DAYS,
  type BinnedNovel,
  NOVEL_PREVIEW_CHARS,
  type Novel,
  type NovelCard,
  type SharedNovel,
} from "#app/domain/novel.ts"
import { readSections, type Section, standingSections } from "#app/domain/sections.ts"
import { excerpt } from "#app/domain/text.ts"
import type { Json } from "#app/server/supabase/database.types.ts"

export const SHELF_COLUMNS =
  "id, title, is_public, reviewed_at, content_level, taken_down_at, taken_down_reason, created_at, updated_at"
export const TEXTLESS_COLUMNS = `${SHELF_COLUMNS}, sections, demo, content_hash` as const
export const NOVEL_COLUMNS = `${TEXTLESS_COLUMNS}, content` as const
/** The database's error code if an account exceeds its number of novels or its total length. */
export const SHELF_FULL = "PT413"
/** One character more than we show, to tell whether there is more. */
export const PREVIEW_COLUMN_CHARS = NOVEL_PREVIEW_CHARS + 1

// Not every backend writes timestamps as ISO 8601.
export const moment = z.coerce.date().transform((date) => date.toISOString())

const shelfRow = z.object({
  id: z.uuid(),
  title: z.string(),
  is_public: z.boolean(),
  content_level: z.literal(CONTENT_LEVELS),
  taken_down_at: moment.nullable(),
  taken_down_reason: z.string().nullable(),
  created_at: moment,
  updated_at: moment,
})
const novelRow = shelfRow.extend({
  content: z.string(),
  // An author may write this column with their own token.
  sections: z.unknown().transform(readSections),
  demo: z.unknown().transform(readDemoShare),
  reviewed_at: moment.nullable(),
})
const sharedRow = novelRow.extend({
  user_id: z.uuid(),
  profiles: z
    .object({
      username: z.string().nullable(),
      author_pages: z.object({ is_open: z.boolean() }).nullable(),
    })
    .nullable(),
})
const cardRow = shelfRow.extend({ preview: z.string(), characters: z.number(), sections: z.number() })
const binnedRow = shelfRow
  .pick({ id: true, title: true, content_level: true, taken_down_at: true })
  .extend({ characters: z.number(), binned_at: moment })

const DAY_MS = 24 * 60 * 60 * 1_000

/** Sections as their column takes them: the generated `Json` type knows no interfaces. */
export function sectionsColumn(sections: readonly Section[]): NonNullable<Json> {
  return sections.map(({ title, at }) => ({ title, at }))
}

/** Parses a row with NOVEL_COLUMNS. Throws if its shape is wrong. */
export function toNovel(row: unknown): Novel {
  return onPage(novelRow.parse(row))
}

/** Parses a row with NOVEL_COLUMNS and its author's profile. Throws if its shape is wrong. */
export function toSharedNovel(row: unknown): SharedNovel {
  const parsed = sharedRow.parse(row)
  const { user_id, profiles } = parsed
  return {
    ...onPage(parsed),
    authorName: profiles?.username ?? null,
    openAuthorId: profiles?.author_pages?.is_open ? user_id : null,
  }
}

/** Parses a row of `list_own_novels`. Throws if its shape is wrong. */
export function toNovelCard(row: unknown): NovelCard {
  const parsed = cardRow.parse(row)
  const { characters, sections } = parsed
  return { ...onShelf(parsed), preview: excerpt(parsed.preview, NOVEL_PREVIEW_CHARS), characters, sections }
}

/** Parses a row of `list_binned_novels`. Throws if its shape is wrong. */
export function toBinnedNovel(row: unknown): BinnedNovel {
  const { id, title, content_level, taken_down_at, characters, binned_at } = binnedRow.parse(row)
  const days = (Date.parse(binned_at) - Date.now()) / DAY_MS + BIN_DAYS
  return {
    id,
    title,
    contentLevel: content_level,
    isTakenDown: taken_down_at !== null,
    characters,
    daysLeft: Math.max(Math.ceil(days), 1),
  }
}

// A client may set `is_public` directly. Nobody has checked such a novel, so it counts as private until published here.
function onPage(row: z.output<typeof novelRow>): Novel {
  const isPublic = row.is_public && row.reviewed_at !== null
  const { content, demo } = row
  const sections = standingSections(content, row.sections)
  return { ...onShelf({ ...row, is_public: isPublic }), content, sections, demo }
}

function onShelf(row: z.output<typeof shelfRow>) {
  return {
    id: row.id,
    title: row.title,
    isPublic: row.is_public,
    contentLevel: row.content_level,
    takenDown: row.taken_down_at === null ? null : { reason: row.taken_down_reason },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
