import { z } from "zod"
import { CONTENT_LEVELS } from "../content-level.ts"
import { readDemoShare } from "../demo-share.ts"
import { type NovelFailure, SHELF_MAX_NOVELS } from "../novel.ts"
import { readSections } from "../sections.ts"

/** The entry of a packed library that lists its novels. */
export const LIBRARY_INDEX = "library.json"

const LIBRARY_FORMAT = "luobi-library"
const LIBRARY_VERSION = 1

const librarySchema = z.object({
  format: z.literal(LIBRARY_FORMAT),
  version: z.literal(LIBRARY_VERSION),
  exportedAt: z.string(),
  /** That the texts are AI-written. */
  label: z.string(),
  novels: z
    .array(
      z.object({
        title: z.string(),
        /** The entry for people. */
        file: z.string(),
        /** The entry for programs. */
        data: z.string(),
      }),
    )
    .max(SHELF_MAX_NOVELS),
})
/** What a packed library holds. Texts are in entries of their own, so that no program need hold them all at once. */
export type Library = z.output<typeof librarySchema>

const libraryNovelSchema = z.object({
  /** That the text is AI-written, for people and for programs. */
  label: z.string(),
  aigc: z.string(),
  title: z.string(),
  content: z.string(),
  sections: z.unknown().transform(readSections),
  contentLevel: z.literal(CONTENT_LEVELS),
  demo: z.unknown().optional().transform(readDemoShare),
  isPublic: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
/** A novel of a packed library. Timestamps are ISO 8601. */
export type LibraryNovel = z.output<typeof libraryNovelSchema>

/** The list of a library's novels. */
export function libraryOf(label: string, exportedAt: string, novels: Library["novels"]): Library {
  return { format: LIBRARY_FORMAT, version: LIBRARY_VERSION, exportedAt, label, novels }
}

/** Reads the list of a library's novels; `library-newer` where another version of this site made it. */
export function readLibrary(json: unknown): Library | "library-newer" | "not-a-library" {
  const { success, data } = librarySchema.safeParse(json)
  if (success) return data
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown }
  const isNewer = format === LIBRARY_FORMAT && typeof version === "number" && version > LIBRARY_VERSION
  return isNewer ? "library-newer" : "not-a-library"
}

/** Reads a novel of a library; null if it is none. */
export function readLibraryNovel(json: unknown): LibraryNovel | null {
  return libraryNovelSchema.safeParse(json).data ?? null
}

/** Why a file is no zip that can be read. */
export type ZipFailure = "not-a-zip" | "zip-broken" | "zip-encrypted" | "zip-too-large"

/** Why nothing of a file was imported. */
export type ImportFailure =
  | ZipFailure
  | "file-missing"
  | "file-too-large"
  | "malformed"
  | "not-a-library"
  | "library-newer"
  | "too-many-attempts"
  | "login-required"
  | "backend-missing"
  | "backend-down"

/**
 * What became of a novel of a library: it was `imported`, one's novels hold its text `already`, its turn did not come
 * (`left`), it cannot be read (`data-broken`), or why it was refused.
 */
export type Imported = "imported" | "already" | "left" | "data-broken" | "adult-unconfirmed" | NovelFailure

export interface ImportedNovel {
  title: string
  imported: Imported
  /** The novel that holds it; null if none does. */
  id: string | null
}
