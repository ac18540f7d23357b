import type { RouterContextProvider } from "react-router"
import { readMemory } from "#app/domain/memory/stored-memory.ts"
import type { Novel } from "#app/domain/novel.ts"
import { readingPage } from "#app/domain/reading/parts.ts"
import { findStoredMemory } from "#app/server/novels/edit-novel-memory.server.ts"
import { findNovelPlan } from "#app/server/novels/novel-memory.server.ts"
import { listVersions } from "#app/server/novels/novel-versions.server.ts"

/** What stands beside a novel's text. What cannot be read is missing there, and the text is shown all the same. */
export async function readNovelColumn(
  context: Readonly<RouterContextProvider>,
  { id, title, content, sections, createdAt }: Novel,
  { starts, chapters, letters } = readingPage(content, sections, 1),
) {
  const [versions, memory, plan] = await Promise.all([
    listVersions(context, id),
    findStoredMemory(context, id),
    findNovelPlan(context, id),
  ])
  return {
    id,
    title,
    createdAt,
    now: new Date().toISOString(),
    letters,
    versions: versions.ok ? versions.value : null,
    plan,
    entries: readMemory(memory.ok ? memory.value : null).entries,
    parts: starts.length,
    sections:
      chapters.length > 0
        ? chapters.flatMap(({ title, ...place }) => (title === null ? [] : [{ title, ...place }]))
        : sections.map((only) => ({ title: only.title, paragraph: 0, part: 1, letters })),
  }
}
