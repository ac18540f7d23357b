/** The paths with a query or a fragment. For all others, React Router's `href` knows the routes. */
import type { GenerationSnapshot, ParagraphOrder } from "./generation.ts"
import { type NovelSort, novelSortOf } from "./novel.ts"

export type Shown = { generation: string } | { novel: string }

/** The home page with a generation, or with a saved novel to continue. */
export function deskPath(shown: Shown): string {
  return `/?${new URLSearchParams(shown)}`
}

/** The same page, scrolled to the text. */
export function storyPath(shown: Shown): string {
  return `${deskPath(shown)}#story`
}

interface ParagraphsQuery {
  index?: number
  part?: number
  writing?: string
  changed?: number
  written?: string
}

/**
 * The page on which paragraphs of a generation or of a saved novel are written anew. `writing` is the generation that
 * writes one. `changed` is where the one begins that was written last, in a novel `written`, the generation that wrote
 * it; the page shows the part with the paragraph of this index, and is scrolled to it, or the part of this number.
 */
export function paragraphsPath(shown: Shown, { index, part = 1, ...query }: ParagraphsQuery = {}): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  if (index !== undefined) search.set("paragraph", String(index))
  if (part > 1) search.set("part", String(part))
  const hash = index === undefined ? "" : `#p${index}`
  const place = "novel" in shown ? `novels/${shown.novel}` : `generations/${shown.generation}`
  return `/${place}/paragraphs${search.size > 0 ? `?${search}` : ""}${hash}`
}

/** The page with the paragraphs of the story in which one is written anew. */
export function placeOfWriting(id: string, { of, inNovel, index }: ParagraphOrder): string {
  return paragraphsPath(inNovel ? { novel: of } : { generation: of }, { writing: id, index })
}

/** The page with a paragraph that was written anew, in its story. */
export function placeOfNew({ id, request }: Pick<GenerationSnapshot, "id" | "request">): string {
  const { paragraph } = request
  if (!paragraph) return "/"
  const { into, inNovel, at, index } = paragraph
  return inNovel
    ? paragraphsPath({ novel: into }, { written: id, index })
    : paragraphsPath({ generation: into }, { changed: at, index })
}

/** A paragraph of the text, on the desk or on a saved novel's page, which shows the part that holds it. */
export function textPath(shown: Shown, index: number): string {
  const page = "novel" in shown ? `/novels/${shown.novel}?paragraph=${index}` : deskPath(shown)
  return `${page}#p${index}`
}

/** A part of a saved novel on its author's page. */
export function novelPath(id: string, part = 1): string {
  return `/novels/${encodeURIComponent(id)}${part > 1 ? `?part=${part}` : ""}`
}

/** A part of a public novel. */
export function sharedPath(id: string, part = 1): string {
  return `/shared/${encodeURIComponent(id)}${part > 1 ? `?part=${part}` : ""}`
}

/** The element where a continuation begins, on the desk and on the page that grows without script. */
export const PART_ID = "part"

/** The element with all that an author does with a written text. */
export const CONTROLS_ID = "desk"

/** The desk where a new generation's text begins: behind the text that it continues, if it continues one. */
export function writingPath(generation: string, existing: string): string {
  return existing === "" ? storyPath({ generation }) : `${deskPath({ generation })}#${PART_ID}`
}

/** The desk at what its author does next, below the text or beside it. */
export function controlsPath(generation: string): string {
  return `${deskPath({ generation })}#${CONTROLS_ID}`
}

/** The form that asks for a novel. */
export const FORM_ID = "generator"

/** The desk at its form. */
export function formPath(generation: string): string {
  return `${deskPath({ generation })}#${FORM_ID}`
}

/** The element of an entry on a memory's page. */
export function entryAnchor(id: string): string {
  return `entry-${encodeURIComponent(id)}`
}

/** The page that saves a generation; `title` fills its field. */
export function savePath(fields: { generation: string; title: string }): string {
  return `/save?${new URLSearchParams(fields)}`
}

/** An author's page with a part of their novels, from 1. */
export function authorPath(id: string, page = 1): string {
  return `/authors/${id}${page > 1 ? `?${new URLSearchParams({ page: String(page) })}` : ""}`
}

/** The login page with one of its tabs, which leads to the path `next` afterwards. */
export function loginPath(query: { next?: string; tab?: "login" | "register" }): string {
  return `/login?${new URLSearchParams(query)}`
}

/** The page that mails another confirmation link. */
export const RESEND_PATH = "/auth/confirm?type=signup"

/** What the address of one's own novels or of the bin says. */
export interface ShelfView {
  query: string
  sort: NovelSort
  page: number
  /** Whether the novels have boxes to choose several, and whether all of them are ticked at first. */
  choose: "some" | "all" | null
}

/** Reads an address; whatever is malformed or missing gets its default. */
export function readShelfView(search: URLSearchParams): ShelfView {
  return {
    query: search.get("query")?.trim() ?? "",
    sort: novelSortOf(search.get("sort")),
    page: Math.max(Number.parseInt(search.get("page") ?? "1", 10) || 1, 1),
    choose: (["some", "all"] as const).find((choose) => choose === search.get("choose")) ?? null,
  }
}

/** The query of a view of one's own novels or of the bin, without what is by default so; it may be empty. */
export function shelfQuery({
  query = "",
  sort = "newest",
  page = 1,
  choose = null,
}: Partial<ShelfView>): string {
  const search = new URLSearchParams({
    ...(query && { query }),
    ...(sort !== "newest" && { sort }),
    ...(page > 1 && { page: String(page) }),
    ...(choose && { choose }),
  }).toString()
  return search && `?${search}`
}
