import type { RouterContextProvider } from "react-router"
import { countCharacters } from "#app/domain/count-characters.ts"
import { readMemory } from "#app/domain/memory/stored-memory.ts"
import type { Novel } from "#app/domain/novel.ts"
import { paragraphsAt } from "#app/domain/story.ts"
import { findStoredMemory } from "#app/server/novels/edit-novel-memory.server.ts"
import { findNovelPlan } from "#app/server/novels/novel-memory.server.ts"
import { listVersions } from "#app/server/novels/novel-versions.server.ts"

/** What stands beside a novel's text. What cannot be read is missing there, and the text is shown all the same. */
export async function readNovelColumn(
  context: Readonly<RouterContextProvider>,
  { id, title, content, sections, createdAt }: Novel,
) {
  const [versions, memory, plan] = await Promise.all([
    listVersions(context, id),
    findStoredMemory(context, id),
    findNovelPlan(context, id),
  ])
  const paragraphs = paragraphsAt(
    content,
    sections.map(({ at }) => at),
  )
  return {
    id,
    title,
    createdAt,
    now: new Date().toISOString(),
    letters: countCharacters(content),
    versions: versions.ok ? versions.value : null,
    plan,
    entries: readMemory(memory.ok ? memory.value : null).entries,
    sections: sections.map((section, nth) => ({
      title: section.title,
      paragraph: paragraphs[nth] ?? 0,
      letters: countCharacters(content.slice(section.at, sections[nth + 1]?.at)),
    })),
  }
}
