import type { RouterContextProvider } from "react-router"
import {
  MOVED_TEXTS_MAX,
  type MovableText,
  type Moved,
  type MovedText,
} from "#app/domain/forms/movable-text.ts"
import { type BegunGeneration, hasEnded, novelTitle, storyLevel } from "#app/domain/generation.ts"
import { HISTORY_PREVIEW_CHARS } from "#app/domain/limits.ts"
import { suggestTitle } from "#app/domain/novel-title.ts"
import { type Outcome, success } from "#app/domain/outcome.ts"
import { storySections } from "#app/domain/sections.ts"
import { joinStory } from "#app/domain/story.ts"
import { firstCharacters, normaliseText, toSingleLine } from "#app/domain/text.ts"
import {
  findRemembered,
  listBegun,
  type RememberedGeneration,
} from "#app/server/generation/generations.server.ts"
import { findKeptTexts } from "#app/server/novels/kept-texts.server.ts"
import { keepNovelMemory } from "#app/server/novels/novel-memory.server.ts"
import { findSavedNovel, saveNovel } from "#app/server/novels/save-novel.server.ts"
import { findMovedIds } from "#app/server/visitor/moved-cookie.server.ts"
import { type AccessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"

type Context = Readonly<RouterContextProvider>

/** One key for all presses: a text is moved once, whatever tab it comes from. */
const FORM_KEY = "moved"

/** The visitor's generations that the server can move: those that have ended, without those that were moved. */
export async function listMovable(request: Request, context: Context): Promise<BegunGeneration[]> {
  if (!findSignedIn(context).ok) return []
  const moved = await findMovedIds(request, context)
  const begun = await listBegun(ownerOf(context), MOVED_TEXTS_MAX)
  return begun.filter(({ id, status }) => hasEnded(status) && !moved.includes(id))
}

/** A text as the server read it, longest first on its way. */
interface Read {
  place: number
  key: string
  title: string
  text: string
  level: MovableText["level"]
  sections: MovableText["sections"]
  remembered: RememberedGeneration | null
  problem: Moved | null
}

/**
 * Saves texts as private novels of the account, each once, however often and wherever this is asked for. Of texts
 * that begin with each other, the longest is saved. Answers in the order of the texts.
 */
export async function moveTexts(
  context: Context,
  texts: readonly MovableText[],
): Promise<Outcome<MovedText[], AccessFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const read: Read[] = []
  for (const [place, text] of texts.entries()) read.push(await readText(context, text, place))
  const kept = await findKeptTexts(
    context,
    read.map(({ text }) => text),
  )
  if (!kept.ok) return kept

  const held: string[] = []
  const moved = new Map<number, MovedText>()
  // The longest first: what begins it need not be saved once it is.
  for (const one of read.toSorted((a, b) => b.text.length - a.text.length)) {
    const { key, title, text, place, problem } = one
    const found = problem === null ? kept.value[place] : null
    const isInside = problem === null && !found && held.some((longer) => longer.startsWith(text))
    const answer: MovedText = problem
      ? { key, title, moved: problem, novelId: null }
      : isInside
        ? { key, title, moved: "inside", novelId: null }
        : found
          ? { key, title: found.title, moved: found.isBinned ? "binned" : "already", novelId: found.id }
          : await move(context, one)
    moved.set(place, answer)
    if (answer.novelId !== null) held.push(text)
  }
  return success(texts.flatMap((_, place) => moved.get(place) ?? []))
}

async function move(context: Context, one: Read): Promise<MovedText> {
  const { key, title, text: content, sections, level: contentLevel, remembered } = one
  const draft = { title, content, sections, contentLevel, isPublic: false, key: FORM_KEY }
  // Its author may have renamed, changed or published it since.
  const before = await findSavedNovel(context, draft)
  if (before) return { key, title: before.title, moved: "already", novelId: before.id }
  const saved = await saveNovel(context, draft)
  if (!saved.ok) return { key, title, moved: saved.failure, novelId: null }
  if (remembered) await keepNovelMemory(context, saved.value.id, remembered)
  return { key, title: saved.value.title, moved: "moved", novelId: saved.value.id }
}

/** What the server has of a text counts; the device's own copy, where the server has none. */
async function readText(context: Context, own: MovableText, place: number): Promise<Read> {
  const { key, id, prompt, level, sections } = own
  const found = id === null ? "unknown-generation" : await findRemembered(id, ownerOf(context))
  const text = normaliseText(own.text)
  const onDevice = { place, key, text, level, sections, remembered: null, title: titleOf(null, prompt, text) }
  if (found === "store-away") return { ...onDevice, problem: "backend-down" }
  if (found === "unknown-generation") return { ...onDevice, problem: text.trim() === "" ? "empty" : null }
  const { snapshot } = found
  const { request } = snapshot
  const story = normaliseText(joinStory(request.existing, snapshot.text))
  return {
    place,
    key,
    text: story,
    level: storyLevel(request),
    sections: storySections(snapshot),
    remembered: found,
    title: titleOf(novelTitle(snapshot), request.prompt, story),
    problem: hasEnded(snapshot.status) ? (story.trim() === "" ? "empty" : null) : "unfinished",
  }
}

/** The title of a text that nobody has given one. */
function titleOf(title: string | null, prompt: string, text: string): string {
  const opening = firstCharacters(toSingleLine(text), HISTORY_PREVIEW_CHARS)
  return suggestTitle(title, prompt.trim() === "" ? text : prompt) || opening
}
