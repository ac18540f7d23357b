import type { RouterContextProvider } from "react-router"
import { isAdultLevel } from "#app/domain/content-level.ts"
import type { SharedNovel, SharedNovelFailure } from "#app/domain/novel.ts"
import { findSharedNovel } from "#app/server/novels/find-novel.server.ts"
import { isAnybodys } from "#app/server/visitor/public-page.server.ts"
import { isConfirmedAdult } from "#app/server/visitor/visitor.server.ts"

const PRIVATE = { "Cache-Control": "private, no-store" }
/** A cache may keep the page, but asks before each use, so that nothing outlives its publication. */
const PUBLIC = { "Cache-Control": "public, no-cache", Vary: "Cookie" }
const ADULT = { ...PRIVATE, "X-Robots-Tag": "noindex, noarchive", Vary: "Cookie" }

type Opened = { headers: Record<string, string> } & (
  | { view: "failed"; failure: SharedNovelFailure }
  /** The reader must confirm their age first. The response may contain nothing of the novel, not even its title. */
  | { view: "gate" }
  | { view: "novel"; adult: boolean; novel: SharedNovel }
)

/** What this reader may see of a share link, and the headers of the response. Every route of a shared novel uses it. */
export async function openShared(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string | undefined,
): Promise<Opened> {
  const found = await findSharedNovel(context, id)
  if (!found.ok) return { view: "failed", failure: found.failure, headers: PRIVATE }
  const adult = isAdultLevel(found.value.contentLevel)
  if (adult && !(await isConfirmedAdult(request))) return { view: "gate", headers: ADULT }
  return { view: "novel", adult, novel: found.value, headers: adult ? ADULT : PRIVATE }
}

/**
 * The same for the page of a shared novel. Any cache may keep it if it is not adult and shows nothing of who asks. Not
 * for a page with a form, whose key is its reader's alone.
 */
export async function openSharedPage(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string | undefined,
): Promise<Opened> {
  const opened = await openShared(request, context, id)
  if (opened.view !== "novel" || opened.adult || !isAnybodys(request)) return opened
  return { ...opened, headers: PUBLIC }
}
