import { setTimeout as sleep } from "node:timers/promises"
import { clamp } from "#app/domain/clamp.ts"
import { countCharacters } from "#app/domain/count-characters.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import type { PlanTask, Writer, WritingTask } from "#app/server/writing/endpoint/writer.server.ts"
import { TITLE_LABEL } from "#app/server/writing/prompts/plan-prompts.server.ts"
import { demoBeat } from "./beat.server.ts"
import { demoParagraph } from "./paragraph.server.ts"
import { DemoStory } from "./story.server.ts"

const SECOND_MS = 1_000
const CHARACTERS_PER_SECOND = 120
const PIECE_MS = 50
/** A scene of the demo is shorter than a beat of a model. */
const CHARACTERS_PER_SCENE = 900
const SCENES_MAX = 12

/** Creates a writer without a model: it tells a built-in story around the words of the request, at a human pace. */
export function createDemoWriter({ charactersPerSecond = CHARACTERS_PER_SECOND } = {}): Writer {
  return {
    // Its plan is there at once.
    answersOneCall: true,
    async *write(task, signal) {
      const characters = [...textFor(task)]
      const pieceSize = Math.max(1, Math.round((charactersPerSecond * PIECE_MS) / SECOND_MS))
      const pauseMs = (pieceSize / charactersPerSecond) * SECOND_MS
      for (let at = 0; at < characters.length; at += pieceSize) {
        if (at > 0 && (task.kind === "beat" || task.kind === "paragraph"))
          await sleep(pauseMs, undefined, { signal })
        signal.throwIfAborted()
        yield { type: "text", text: characters.slice(at, at + pieceSize).join("") }
      }
      yield { type: "end", finish: "stop", usage: null }
    },
  }
}

function textFor(task: WritingTask): string {
  if (task.kind === "plan") return demoPlan(task)
  if (task.kind === "paragraph") return demoParagraph(task)
  // The demo has a style of its own and remembers nothing, so there are no notes.
  return task.kind === "beat" ? demoBeat(task) : ""
}

function demoPlan({ request, beatCount }: PlanTask): string {
  const story = new DemoStory(request)
  const target = targetCharacters(request.length)
  const scenes = clamp(Math.round(target / CHARACTERS_PER_SCENE), beatCount, SCENES_MAX)
  const beats = story.scenes(scenes).map(({ summary, opening, body, closing }) => {
    const weight = countCharacters(opening + body.join("") + closing)
    return `${story.tell(summary)}｜${Math.round(target / scenes / 2 + weight / 2)}`
  })
  return [TITLE_LABEL + story.title(), ...beats].join("\n")
}
