import { setImmediate, setTimeout as sleep } from "node:timers/promises"
import type { Writer, WritingTask } from "#app/server/writing/endpoint/writer.server.ts"
import { demoBeat } from "./beat.server.ts"
import { learnedKinds } from "./kinds/kind-of.server.ts"
import { demoMemory } from "./memory.server.ts"
import { demoParagraph } from "./paragraph.server.ts"
import { demoPlan } from "./plan.server.ts"
import { inTurns, type Steps } from "./steps/steps.server.ts"
import { tellingSteps } from "./telling.server.ts"

const SECOND_MS = 1_000
const CHARACTERS_PER_SECOND = 120
const PIECE_MS = 50

/** Creates a writer without a model: it tells one of twelve stories around the words of the request, at a human pace. */
export function createDemoWriter({ charactersPerSecond = CHARACTERS_PER_SECOND } = {}): Writer {
  // No visitor waits for it.
  learnedKinds()
  return {
    // Its plan is there at once.
    answersOneCall: true,
    async *write(task, signal) {
      const characters = [...(await inTurns(textSteps(task)))]
      const pieceSize = Math.max(1, Math.round((charactersPerSecond * PIECE_MS) / SECOND_MS))
      const pauseMs = (pieceSize / charactersPerSecond) * SECOND_MS
      for (let at = 0; at < characters.length; at += pieceSize) {
        if (at > 0 && (task.kind === "beat" || task.kind === "paragraph"))
          await sleep(pauseMs, undefined, { signal })
        // The plan so far is read and checked anew with each piece.
        if (task.kind === "plan") await setImmediate()
        signal.throwIfAborted()
        yield { type: "text", text: characters.slice(at, at + pieceSize).join("") }
      }
      yield { type: "end", finish: "stop", usage: null }
    },
  }
}

/** What the demo answers: a plan begins with reading all that was asked for, and so does the first part of one that is there. */
function* textSteps(task: WritingTask): Steps<string> {
  switch (task.kind) {
    case "plan":
      yield* tellingSteps(task.request)
      yield
      return demoPlan(task)
    case "beat":
      yield* tellingSteps(task.request)
      yield
      return demoBeat(task)
    case "paragraph":
      return demoParagraph(task)
    case "memory":
      return demoMemory(task.messages)
    // The counted notes say all that the demo makes of a style.
    case "style":
      return ""
  }
}
