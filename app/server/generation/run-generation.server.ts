import { setTimeout as sleep } from "node:timers/promises"
import { storyLevel } from "#app/domain/generation.ts"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { countTakeover, measureRun } from "#app/server/metrics/metrics.server.ts"
import { rewriteParagraph } from "#app/server/writing/paragraph/rewrite-paragraph.server.ts"
import { writeNovel } from "#app/server/writing/write-novel.server.ts"
import type { ActiveGeneration, Ending } from "./active-generation.server.ts"
import { allowedMemory } from "./allowed-memory.server.ts"
import { context, hasMemoryModel, writer } from "./chosen-writer.server.ts"
import { claimGeneration } from "./generation-rows.server.ts"
import { ParagraphWatch } from "./paragraph-watch.server.ts"
import { placeParagraph } from "./place-paragraph.server.ts"
import { isStorable, keepStored, storeActive } from "./storage-loop.server.ts"

/**
 * Try this many times to store the ending; then tell the readers anyway, because the database is down. One try is
 * not enough: it may date from before this process hung, and another process may have taken over since.
 */
const STORE_TRIES = 3
const STORE_AGAIN_MS = 1_000

/** Writes a generation from its current state to its end. Never throws: every error becomes an ending. */
export async function runGeneration(generation: ActiveGeneration): Promise<void> {
  keepStored(generation)
  const { controller } = generation
  const run = measureRun(generation.text)
  const watch = new ParagraphWatch(generation, () => controller.abort())
  const ending = await write(generation, watch, run.noteText)
  const problem = generation.ending ? null : await watch.settle()
  // The line end before the paragraph goes, too.
  if (problem) generation.apply({ type: "rewind", to: Math.max(0, problem.at - 1) })
  const written: Ending = problem ? { status: "failed", failure: problem.failure } : ending
  await endGeneration(generation, await placed(generation, written))
  // Whoever stopped or paused it meanwhile has said how it ended.
  run.end(generation, generation.ending ?? written)
}

/** A paragraph that is written anew is done once it stands in its story. */
async function placed(generation: ActiveGeneration, ending: Ending): Promise<Ending> {
  const { paragraph } = generation.request
  if (!paragraph || ending.status !== "done") return ending
  const failure = await placeParagraph(generation, paragraph)
  return failure ? { status: "failed", failure } : ending
}

/** Runs the engine until it is done, fails or is stopped, and returns the ending. */
async function write(
  generation: ActiveGeneration,
  watch: ParagraphWatch,
  noteText: () => void,
): Promise<Ending> {
  const { request, text: written, plan, isPlanWhole, title, style, head, turns, scope } = generation
  const { memory, isApproved, former } = generation
  const { signal } = generation.controller
  let ending: Ending = { status: "failed", failure: "internal" }
  try {
    const stored = { written, plan, isPlanWhole, title, style, head, turns, scope, memory }
    const outlined = { isApproved, hasFormer: former !== null, edits: () => generation.edits }
    const level = storyLevel(request)
    const remembering = {
      hasMemoryModel,
      checkMemory: (found: StoryMemory, known: StoryMemory) => allowedMemory(found, known, level),
    }
    const options = { writer, context, signal, lot: generation.id, ...remembering, ...outlined, ...stored }
    const { paragraph } = request
    const events = paragraph
      ? rewriteParagraph({ ...request, paragraph }, { writer, context, signal, written })
      : writeNovel(request, options)
    for await (const event of events) {
      const failure = event.type === "plan" ? await watch.findPlanProblem(event) : null
      if (failure) return { status: "failed", failure }
      if (event.type === "done") ending = { status: "done", failure: null }
      else if (event.type === "outlined") ending = { status: "outlined", failure: null }
      else if (event.type === "failed") ending = { status: "failed", failure: event.failure }
      else if (event.type === "draft") {
        const isShown = await watch.mayShow(event.lines, generation.draft)
        generation.apply({ type: "draft", lines: isShown ? event.lines : [] })
      } else generation.apply(event)
      if (event.type === "text") noteText()
      watch.follow(event)
      if (watch.problem) break
    }
  } catch (error) {
    if (!signal.aborted) log("error", "the writing engine failed", { error: describeError(error) })
  }
  return generation.isStopAsked && ending.status !== "done" ? { status: "stopped", failure: null } : ending
}

/**
 * Ends a generation, and tells its readers after the ending is stored, so that a crash a moment later does not
 * change what they saw. Only the first ending counts.
 */
async function endGeneration(generation: ActiveGeneration, ending: Ending): Promise<void> {
  if (generation.ending) return
  generation.conclude(ending)
  for (let tries = 1; tries <= STORE_TRIES && isStorable(generation); tries += 1) {
    await storeActive()
    if (tries < STORE_TRIES && isStorable(generation)) await sleep(STORE_AGAIN_MS)
  }
  generation.end(ending.status, ending.failure)
}

/**
 * Takes over a paused or orphaned generation together with its readers here. False if another process was faster,
 * if it has ended, or while the database is down.
 */
export async function takeOver(generation: ActiveGeneration, knownCuts: number): Promise<boolean> {
  const claimed = await claimGeneration(generation.id).catch((error: Error) => {
    log("error", "a generation was not taken over", { error: describeError(error) })
  })
  if (!claimed) return false
  countTakeover()
  const { n, epoch, plan, text, memory } = claimed
  const cuts = claimed.cuts.slice(knownCuts)
  generation.edits = claimed.edits
  const { beat } = generation
  const progress = null
  generation.follow({
    epoch: epoch - 1,
    status: "running",
    failure: null,
    plan,
    beat,
    cuts,
    progress,
    from: 0,
    text,
  })
  generation.memory = memory
  // Readers of the former process may have seen more than it stored.
  generation.cuts.push({ epoch: epoch - 1, at: text.length })
  generation.row = { n, epoch }
  void runGeneration(generation)
  return true
}
