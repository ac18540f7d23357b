import type { RouterContextProvider } from "react-router"
import {
  MOVED_TEXTS_MAX,
  type MovableText,
  type Moved,
  type MovedText,
} from "#app/domain/forms/movable-text.ts"
import {
  type BegunGeneration,
  type GenerationSnapshot,
  hasEnded,
  novelTitle,
  storyLevel,
} from "#app/domain/generation.ts"
import { HISTORY_PREVIEW_CHARS } from "#app/domain/limits.ts"
import type { NovelLink } from "#app/domain/novel.ts"
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
import { keepNovelLink } from "#app/server/generation/novel-link.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { growNovel } from "#app/server/novels/grow-novel.server.ts"
import { findKeptTexts, type KeptText } from "#app/server/novels/kept-texts.server.ts"
import { contentHash } from "#app/server/novels/novel-mark.server.ts"
import { keepNovelMemory } from "#app/server/novels/novel-memory.server.ts"
import { findSavedNovel, saveNovel } from "#app/server/novels/save-novel.server.ts"
import { findMovedIds } from "#app/server/visitor/moved-cookie.server.ts"
import { type AccessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"

type Context = Readonly<RouterContextProvider>

/** One key for all presses: a text is moved once, whatever tab it comes from. */
const FORM_KEY = "moved"

/**
 * The visitor's generations that have ended, or only those of them from before the login. Those that were moved or
 * saved say that they are, so that a device knows that its copies need not be.
 */
export async function listMovable(
  request: Request,
  context: Context,
  only?: "before-login",
): Promise<BegunGeneration[]> {
  if (!findSignedIn(context).ok) return []
  const moved = await findMovedIds(request, context)
  const begun = await listBegun(ownerOf(context), MOVED_TEXTS_MAX)
  return begun
    .filter(({ status, beforeLogin }) => hasEnded(status) && (beforeLogin || only === undefined))
    .map((one) => (moved.includes(one.id) ? { ...one, isSaved: true } : one))
}

/** Finds the saved novel that a generation belongs to. */
type FindNovelOf = (generation: GenerationSnapshot) => Promise<NovelLink | null>

/** A text as the server read it, longest first on its way. */
interface Read extends Pick<MovableText, "key" | "level" | "sections" | "demo" | "novel"> {
  place: number
  title: string
  text: string
  remembered: RememberedGeneration | null
  problem: Moved | null
}

/**
 * Saves texts as private novels of the account, each once, however often and wherever this is asked for. A text that
 * belongs to a private novel takes the place of that novel's. Of texts that begin with each other, the longest is
 * saved. Answers in the order of the texts.
 */
export async function moveTexts(
  context: Context,
  texts: readonly MovableText[],
  findNovelOf: FindNovelOf,
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
    const found = problem === null ? (kept.value[place] ?? null) : null
    const isInside = problem === null && !found && held.some((longer) => longer.startsWith(text))
    const answer: MovedText = problem
      ? { key, title, moved: problem, novel: null }
      : isInside
        ? { key, title, moved: "inside", novel: null }
        : found?.isWhole
          ? whereHeld(one, found)
          : await move(context, one, found, findNovelOf)
    moved.set(place, answer)
    if (answer.novel === null) continue
    held.push(text)
    if (one.remembered && answer.moved !== "binned" && answer.moved !== "inside")
      await keepNovelLink(one.remembered.snapshot.id, ownerOf(context), answer.novel)
  }
  return success(texts.flatMap((_, place) => moved.get(place) ?? []))
}

/** The answer for a text that a novel holds, or begins with. */
function whereHeld({ key, text }: Read, { id, title, isBinned, isWhole }: KeptText): MovedText {
  const moved = isBinned ? "binned" : isWhole ? "already" : "inside"
  return { key, title, moved, novel: { id, hash: contentHash(text) } }
}

async function move(
  context: Context,
  one: Read,
  longer: KeptText | null,
  findNovelOf: FindNovelOf,
): Promise<MovedText> {
  const { key, title, text: content, sections, demo, level: contentLevel, remembered } = one
  const link = remembered ? await findNovelOf(remembered.snapshot) : one.novel
  const into = link && (await moveInto(context, one, link))
  if (into) return into
  if (longer) return whereHeld(one, longer)
  const draft = { title, content, sections, demo, contentLevel, isPublic: false, key: FORM_KEY }
  const hash = contentHash(content)
  // Its author may have renamed, changed or published it since.
  const before = await findSavedNovel(context, draft)
  if (before) return { key, title: before.title, moved: "already", novel: { id: before.id, hash } }
  const saved = await saveNovel(context, draft)
  if (!saved.ok) return { key, title, moved: saved.failure, novel: null }
  if (remembered) await keepNovelMemory(context, saved.value.id, remembered)
  return {
    key,
    title: saved.value.title,
    moved: link ? "aside" : "moved",
    novel: { id: saved.value.id, hash },
  }
}

/** Puts a text in the place of the one of the novel that it belongs to; null if it has to be a novel beside that. */
async function moveInto(context: Context, one: Read, link: NovelLink): Promise<MovedText | null> {
  const { key, text: content, sections, demo, level: contentLevel, remembered } = one
  const found = await findOwnNovel(context, link.id)
  if (!found.ok)
    return found.failure === "not-found" ? null : { key, title: one.title, moved: found.failure, novel: null }
  const { title, isPublic } = found.value
  const novel = { id: link.id, hash: contentHash(content) }
  // It was saved there once, and may have been changed since.
  if (link.hash === novel.hash) return { key, title, moved: "already", novel }
  // Shortened by its author, it still takes the place of what it was.
  const isFormer = contentHash(found.value.content) !== link.hash
  if (isFormer && found.value.content.startsWith(content)) return { key, title, moved: "inside", novel }
  // Whoever moves a text has been told that they alone will read it.
  if (isPublic) return null
  const existing = remembered?.snapshot.request.existing ?? ""
  const over = [link.hash, ...(existing === "" ? [] : [contentHash(normaliseText(existing))])]
  const draft = { title: null, isPublic: false, content, sections, demo, contentLevel, over }
  const grown = await growNovel(context, link.id, draft)
  if (!grown.ok && (grown.failure === "not-found" || grown.failure === "grown-elsewhere")) return null
  if (!grown.ok) return { key, title, moved: grown.failure, novel: null }
  if (remembered) await keepNovelMemory(context, link.id, remembered)
  return { key, title, moved: "updated", novel }
}

/** What the server has of a text counts; the device's own copy, where the server has none. */
async function readText(context: Context, own: MovableText, place: number): Promise<Read> {
  const { key, id, prompt, level, sections, demo, novel } = own
  const found = id === null ? "unknown-generation" : await findRemembered(id, ownerOf(context))
  const text = normaliseText(own.text)
  const title = titleOf(null, prompt, text)
  const onDevice = { place, key, text, level, sections, demo, novel, remembered: null, title }
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
    demo: request.demo,
    novel: null,
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
