import { setImmediate } from "node:timers/promises"
import type { RouterContextProvider } from "react-router"
import { isAdultLevel } from "#app/domain/content-level.ts"
import {
  type Imported,
  type ImportedNovel,
  type ImportFailure,
  LIBRARY_INDEX,
  type Library,
  type LibraryNovel,
  readLibrary,
  readLibraryNovel,
} from "#app/domain/forms/library.ts"
import {
  IMPORTED_MAX,
  JSON_MAX_BYTES,
  LIBRARY_INDEX_MAX_BYTES,
  LIBRARY_MAX_BYTES,
} from "#app/domain/limits.ts"
import { NOVEL_MAX_CHARS, SHELF_MAX_NOVELS, TITLE_MAX_CHARS } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { excerpt, isLongerThan, normaliseText, toSingleLine } from "#app/domain/text.ts"
import { ReadZip } from "#app/server/books/read-zip.server.ts"
import { parseJson } from "#app/server/http/request-body.server.ts"
import { findNovelWith, findSavedNovel, saveNovel } from "#app/server/novels/save-novel.server.ts"

type Context = Readonly<RouterContextProvider>

/** One key for all presses: a text is imported once, however often its file comes. */
const FORM_KEY = "imported"
/** For each novel, its text and its data, and as many that a device adds when it packs them again; with their folders. */
const ENTRIES_MAX = 4 * SHELF_MAX_NOVELS + 100
/** For each novel, the marks of JSON around its title and its files. */
const INDEX_MAX_MARKS = 8 * SHELF_MAX_NOVELS

/** Refusals that the novels after this one would meet, too. */
const STOPPING: readonly Imported[] = [
  "too-many-attempts",
  "shelf-full",
  "scan-busy",
  "moderation-away",
  "login-required",
  "backend-missing",
  "backend-down",
]

/**
 * Saves the novels of a packed library as private novels of the account, each text once, however often this is asked
 * for. Reads one novel at a time. Answers in the order of the library.
 */
export async function importLibrary(
  context: Context,
  bytes: Buffer,
  { confirmedAdult }: { confirmedAdult: boolean },
): Promise<Outcome<ImportedNovel[], ImportFailure>> {
  const opened = await openLibrary(bytes)
  if (!opened.ok) return opened
  const { zip, novels } = opened.value
  const answers: ImportedNovel[] = []
  let left = IMPORTED_MAX
  let stop: Imported | null = null
  for (const { title, data } of novels) {
    const novel = await readNovel(zip, data)
    const answer: ImportedNovel = novel
      ? await importNovel(context, novel, { confirmedAdult, instead: stop ?? (left === 0 ? "left" : null) })
      : { title: shownTitle(title), imported: "data-broken", id: null }
    if (answer.imported === "imported") left -= 1
    if (STOPPING.includes(answer.imported)) stop = answer.imported
    answers.push(answer)
  }
  return success(answers)
}

async function openLibrary(
  bytes: Buffer,
): Promise<Outcome<{ zip: ReadZip; novels: Library["novels"] }, ImportFailure>> {
  const opened = await ReadZip.open(bytes, ENTRIES_MAX)
  if (!opened.ok) return opened
  const zip = opened.value
  const index = findIndex(zip.names)
  if (index === undefined) return refusal("not-a-library")
  const limits = { each: LIBRARY_INDEX_MAX_BYTES, all: LIBRARY_INDEX_MAX_BYTES }
  const problem = zip.findProblem([index], limits)
  if (problem) return refusal(problem)
  const content = await zip.read(index)
  if (!content) return refusal("zip-broken")
  const library = readLibrary(parseJson(content, INDEX_MAX_MARKS))
  if (typeof library === "string") return refusal(library)
  const folder = index.slice(0, -LIBRARY_INDEX.length)
  const novels = library.novels.map((novel) => ({ ...novel, data: folder + novel.data }))
  const tooMuch = zip.findProblem(
    novels.map(({ data }) => data),
    { each: JSON_MAX_BYTES, all: LIBRARY_MAX_BYTES },
  )
  return tooMuch ? refusal(tooMuch) : success({ zip, novels })
}

/** Devices that unpack a download by themselves pack it again with a folder around it. */
function findIndex(names: readonly string[]): string | undefined {
  const folders = names.filter((name) => name === LIBRARY_INDEX || /^[^/]+\/library\.json$/.test(name))
  return (
    folders.find((name) => name === LIBRARY_INDEX) ?? folders.find((name) => !name.startsWith("__MACOSX"))
  )
}

async function readNovel(zip: ReadZip, name: string): Promise<LibraryNovel | null> {
  const content = await zip.read(name)
  return content && readLibraryNovel(parseJson(content))
}

interface ImportOptions {
  confirmedAdult: boolean
  /** Answers this instead of saving the novel. */
  instead: Imported | null
}

async function importNovel(
  context: Context,
  { title: given, content: text, sections, contentLevel, demo }: LibraryNovel,
  { confirmedAdult, instead }: ImportOptions,
): Promise<ImportedNovel> {
  // Reading the data was a turn.
  await setImmediate()
  const title = shownTitle(given)
  // Nobody can have saved such a text. Of one that may be six times as long, not even the line ends are read.
  const content = text.length > 2 * NOVEL_MAX_CHARS ? null : normaliseText(text)
  if (content === null || isLongerThan(content, NOVEL_MAX_CHARS))
    return { title, imported: "content-too-long", id: null }
  const draft = { title: given, content, sections, contentLevel, demo, isPublic: false, key: FORM_KEY }
  // Its author may have changed it since it was imported.
  const before = (await findNovelWith(context, content)) ?? (await findSavedNovel(context, draft))
  if (before) return { title, imported: "already", id: before.id }
  if (instead) return { title, imported: instead, id: null }
  if (isAdultLevel(contentLevel) && !confirmedAdult) return { title, imported: "adult-unconfirmed", id: null }
  const saved = await saveNovel(context, draft)
  return saved.ok
    ? { title, imported: "imported", id: saved.value.id }
    : { title, imported: saved.failure, id: null }
}

/** As the answer names a novel: a library of few bytes may unpack to titles of megabytes, one for each novel. */
function shownTitle(title: string): string {
  return excerpt(toSingleLine(title), TITLE_MAX_CHARS)
}
