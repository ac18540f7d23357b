import type { RouterContextProvider } from "react-router"
import { isAdultLevel } from "#app/domain/content-level.ts"
import type { SharedNovel, SharedNovelFailure } from "#app/domain/novel.ts"
import { findSharedNovel } from "#app/server/novels/find-novel.server.ts"
import { isConfirmedAdult } from "#app/server/visitor/visitor.server.ts"

const PRIVATE = { "Cache-Control": "private, no-store" }
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
