import { createReadableStreamFromReadable } from "@react-router/node"
import { library as text } from "#app/copy/downloads.ts"
import { withWait } from "#app/copy/limits.ts"
import { novelListFailureText } from "#app/copy/novels.ts"
import { site, storyLabel } from "#app/copy/site.ts"
import { aiMetadata } from "#app/domain/ai-metadata.ts"
import { LIBRARY_INDEX, type Library, type LibraryNovel, libraryOf } from "#app/domain/forms/library.ts"
import type { Novel } from "#app/domain/novel.ts"
import { attachmentOf, markedText } from "#app/routes/exported-file.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { plainAnswer, refuseMethod } from "#app/routes/refuse.server.ts"
import { fileNames } from "#app/server/books/file-name.server.ts"
import { type StreamedEntry, zipStream } from "#app/server/books/zip.server.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { eachOwnNovel } from "#app/server/novels/each-novel.server.ts"
import { getProfile } from "#app/server/profile/profile.server.ts"
import { findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import type { Route } from "./+types/route"

/** All of the account's own novels in one zip, which leaves while it is packed: a TXT of each, and data to import. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return unread(signedIn.failure)
  if (request.method === "HEAD") return packed(null)
  const taken = await takeQuota(context, "library-export")
  if (!taken.ok)
    return plainAnswer(withWait(text.tooOften, taken.waitSeconds), FAILURE_STATUS[taken.failure], PRIVATE)
  const profile = await getProfile(context)
  if (!profile.ok) return unread(profile.failure)
  const novels = await eachOwnNovel(context)
  if (!novels.ok) return unread(novels.failure)
  const author = profile.value.username ?? undefined
  return packed(createReadableStreamFromReadable(zipStream(entriesOf(novels.value, author))))
}

export const action = refuseMethod("GET, HEAD")

const PRIVATE = { "Cache-Control": "private, no-store" }

function packed(body: ReadableStream | null): Response {
  return new Response(body, {
    headers: {
      ...PRIVATE,
      "Content-Type": "application/zip",
      "Content-Disposition": attachmentOf("luobi.zip", text.fileName(site.name)),
    },
  })
}

function unread(failure: keyof typeof novelListFailureText): Response {
  return plainAnswer(novelListFailureText[failure], FAILURE_STATUS[failure], PRIVATE)
}

async function* entriesOf(
  novels: AsyncIterable<Novel>,
  author: string | undefined,
): AsyncGenerator<StreamedEntry> {
  const nameOf = fileNames(text.unnamed)
  const listed: Library["novels"] = []
  try {
    for await (const novel of novels) {
      const { title, content } = novel
      const modifiedAt = new Date(novel.updatedAt)
      const file = `${text.folder}/${nameOf(title)}.txt`
      const data = `data/${listed.length + 1}.json`
      yield { name: file, content: markedText({ ...novel, author, text: content }), modifiedAt }
      yield { name: data, content: JSON.stringify(dataOf(novel)), modifiedAt }
      listed.push({ title, file, data })
    }
  } catch (error) {
    log("error", "a library was not packed to its end", { error: describeError(error) })
    throw error
  }
  const now = new Date()
  const index = libraryOf(site.aiLabel, now.toISOString(), listed)
  yield { name: LIBRARY_INDEX, content: JSON.stringify(index, null, 2), modifiedAt: now }
}

function dataOf(novel: Novel): LibraryNovel {
  const { id, title, content, sections, contentLevel, demo, isPublic, createdAt, updatedAt } = novel
  const labels = { label: storyLabel(demo), aigc: aiMetadata(site.name, id) }
  return { ...labels, title, content, sections, contentLevel, demo, isPublic, createdAt, updatedAt }
}
