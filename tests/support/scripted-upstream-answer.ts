import type { ReceivedCall } from "./scripted-upstream-call.ts"
import { planText, storyText } from "./scripted-upstream-prose.ts"
import type { Reply } from "./scripted-upstream-scenarios.ts"

const THOUGHT = "先看要求，再定人物，最后想结尾。".repeat(20)
const LOOP = "他又一次走到窗前，看着外面下个不停的雨，心里想着同一件事。"
const OPEN_SENTENCE = "门外传来一阵很轻的"

export interface Answer {
  text: string
  thought: string
  isCut: boolean
  tokens: number
}

/** The whole answer to a call, within its token limit, before it is cut into frames. */
export function answerText(call: ReceivedCall, reply: Reply, seed: number): Answer {
  const thought = reply.reasoning ? THOUGHT : ""
  const whole =
    reply.reasoning === "only" ? "" : (reply.opening ?? "") + body(call, reply, seed) + (reply.closing ?? "")
  const tokensPerCharacter = reply.tokensPerCharacter ?? 1
  const room = Math.floor(call.maxTokens / tokensPerCharacter)
  const characters = [...whole]
  const text = characters.slice(0, room).join("")
  const tokens = Math.ceil(Math.min(characters.length, room) * tokensPerCharacter) + thought.length
  return { text, thought, isCut: characters.length > room, tokens }
}

function body(call: ReceivedCall, reply: Reply, seed: number): string {
  if (reply.text !== undefined) return reply.text
  if (call.kind === "plan") return planText(seed, call.beatCount, call.characters)

  const repeated = reply.repeatsTail ? call.tail.slice(-reply.repeatsTail) : ""
  const story = storyText(seed, call.characters * (reply.share ?? 1))
  if (reply.loops) return `${storyText(seed, call.characters / 3)}\n${LOOP.repeat(200)}`
  return repeated + story + (reply.breaksOff ? OPEN_SENTENCE : "")
}
