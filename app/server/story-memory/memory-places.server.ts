import type { RouterContextProvider } from "react-router"
import type { ContentLevel } from "#app/domain/content-level.ts"
import { novelTitle, storyLevel } from "#app/domain/generation.ts"
import type { Refusal } from "#app/domain/generation-request.ts"
import type { MemoryRefusal, StoryMemory } from "#app/domain/memory/story-memory.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { suggestTitle } from "#app/domain/novel-title.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { joinStory } from "#app/domain/story.ts"
import { replaceMemory } from "#app/server/generation/generation-rows.server.ts"
import type { Unreadable } from "#app/server/generation/generations.server.ts"
import { findToldGeneration } from "#app/server/generation/told-generation.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { findStoredMemory, replaceStoredMemory } from "#app/server/novels/edit-novel-memory.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import type { Json } from "#app/server/supabase/database.types.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"

type Context = Readonly<RouterContextProvider>

/** Why a memory is not shown. */
type MemoryUnreadable = Unreadable | NovelFailure

/** Why it is not changed. `memory-writing`: the engine is writing the text and would write over it. */
export type MemoryFailure = MemoryRefusal | "memory-writing" | MemoryUnreadable | Refusal["reason"]

/** A story's memory as it is stored, and the story that it is about. */
export interface FoundMemory {
  stored: Json
  title: string
  /** The whole text. */
  story: string
  level: ContentLevel
  /** What the engine reads besides, in the author's words. */
  request: string
  isWriting: boolean
}

/** Where a memory is kept. `replace` answers false if it is another one by now than `before`. */
export interface MemoryPlace {
  find(): Promise<Outcome<FoundMemory, MemoryUnreadable>>
  replace(before: Json, memory: StoryMemory): Promise<Outcome<boolean, MemoryFailure>>
}

/** The memory of one of this visitor's generations. */
export function generationMemory(context: Context, id: string): MemoryPlace {
  const owner = ownerOf(context)
  return {
    async find() {
      const found = await findToldGeneration(id, owner)
      if (typeof found === "string") return refusal(found)
      const { request, text, plan, memory, isWriting } = found
      const { existing, prompt, direction } = request
      return success({
        stored: memory,
        title: suggestTitle(novelTitle({ request, title: plan?.title ?? null }), prompt),
        story: joinStory(existing, text),
        level: storyLevel(request),
        request: `${prompt}\n${direction}`,
        isWriting,
      })
    },
    async replace(before, memory) {
      const answer = await replaceMemory({ id, owner }, before, memory).catch((error: unknown) => {
        log("error", "a memory was not stored", { error: describeError(error) })
        return "store-away" as const
      })
      if (answer === "store-away") return refusal(answer)
      if (answer === "writing") return refusal("memory-writing")
      return answer === null ? refusal("unknown-generation") : success(answer === "replaced")
    },
  }
}

/** The memory of one of the account's own novels. */
export function novelMemory(context: Context, id: string): MemoryPlace {
  return {
    async find() {
      const novel = await findOwnNovel(context, id)
      if (!novel.ok) return novel
      const stored = await findStoredMemory(context, id)
      if (!stored.ok) return stored
      const { title, content, contentLevel } = novel.value
      return success({
        stored: stored.value,
        title,
        story: content,
        level: contentLevel,
        request: title,
        isWriting: false,
      })
    },
    replace: (before, memory) => replaceStoredMemory(context, id, before, memory),
  }
}
