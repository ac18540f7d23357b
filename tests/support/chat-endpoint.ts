import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

const PIECE_CHARACTERS = 8
/** Long enough that a reader can tell the pieces apart. */
const PIECE_MS = 8
const NUMBERS = Array.from({ length: 300 }, (_, at) => `第${at + 1}个数`).join("\n")
const STREET = "雨停了，石板还湿着，屋檐一滴一滴往下落。".repeat(6)
const THOUGHT = "先想一想要求，再想街道是什么样子，最后决定怎么写。".repeat(2)

/** How an endpoint misbehaves; nothing of it is an obedient model of OpenAI's dialect. */
export interface Faults {
  /** Sends all events at once. */
  buffers?: boolean
  refusesLimit?: "max_tokens" | "both"
  ignoresLimit?: boolean
  refusesSystem?: boolean
  ignoresSystem?: boolean
  /** Drops the beginning of a prompt that is longer, and says nothing. */
  contextTokens?: number
  /** Refuses a prompt that is longer. */
  overflowsAt?: number
  /** Calls a cut answer complete. */
  hidesCut?: boolean
  omitsFinish?: boolean
  thinks?: "field" | "tags"
  /** Thinks until the limit is used up. */
  thinksForever?: boolean
  isMute?: boolean
  lacksModel?: boolean
  hangs?: boolean
  drops?: boolean
  /** Answers with this instead, whatever is asked. */
  instead?: { status: number; type?: string; body: string }
  /** What it answers to a GET of a path. */
  tells?: Record<string, unknown>
}

interface ChatCall {
  model: string
  messages: { role: string; content: string }[]
  max_tokens?: number
  max_completion_tokens?: number
}

export interface ChatEndpoint {
  url: string
  calls: ChatCall[]
  close(): Promise<void>
}

/** Starts an HTTP endpoint with chat completions that does what it is told, but for its faults. */
export async function startChatEndpoint(faults: Faults = {}): Promise<ChatEndpoint> {
  const calls: ChatCall[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://endpoint")
    if (faults.instead) return sendInstead(response, faults.instead)
    if (request.method === "GET") return sendJson(response, faults.tells?.[pathname])
    const call: ChatCall = JSON.parse(await textOf(request))
    calls.push(call)
    await answer(call, faults, response)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(call: ChatCall, faults: Faults, response: ServerResponse): Promise<void> {
  if (faults.hangs) return
  if (faults.lacksModel) {
    const error = { message: `The model '${call.model}' does not exist`, code: "model_not_found" }
    return sendJson(response, { error }, 404)
  }
  const complaint = complaintAbout(call, faults)
  if (complaint) return sendJson(response, { error: { message: complaint } }, 400)
  const seen = seenOf(call, faults)
  const limit = faults.ignoresLimit ? Number.POSITIVE_INFINITY : limitOf(call)
  const thought = faults.thinksForever ? THOUGHT.repeat(100) : faults.thinks ? THOUGHT : ""
  const whole = faults.isMute ? "" : sayingOf(seen, faults)
  const tagged = faults.thinks === "tags" ? `<think>${thought}</think>\n${whole}` : whole
  const shown = faults.thinks === "tags" ? "" : thought.slice(0, limit)
  const text = tagged.slice(0, Math.max(0, limit - shown.length))
  const isCut = text.length < tagged.length || shown.length < thought.length
  const finish = isCut && !faults.hidesCut ? "length" : "stop"

  response.writeHead(200, { "content-type": "text/event-stream" })
  const events = [
    ...pieces(shown).map((piece) => eventOf({ reasoning_content: piece })),
    ...pieces(text).map((piece) => eventOf({ content: piece })),
  ]
  for (const [at, event] of events.entries()) {
    if (faults.drops && at === 5) return void response.destroy()
    response.write(event)
    if (!faults.buffers) await sleep(PIECE_MS)
    if (response.destroyed) return
  }
  if (!faults.omitsFinish) response.write(eventOf({}, finish))
  const usage = {
    prompt_tokens: lengthOf(seen),
    completion_tokens: shown.length + text.length,
  }
  response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`)
}

function complaintAbout(call: ChatCall, faults: Faults): string | null {
  if (faults.refusesLimit && call.max_tokens !== undefined) {
    const instead = faults.refusesLimit === "both" ? "" : " Use 'max_completion_tokens' instead."
    return `Unsupported parameter: 'max_tokens' is not supported with this model.${instead}`
  }
  if (faults.refusesLimit === "both" && call.max_completion_tokens !== undefined)
    return "Unsupported parameter: 'max_completion_tokens'"
  if (faults.refusesSystem && call.messages.some(({ role }) => role === "system"))
    return "This model does not support the system role"
  if (faults.overflowsAt !== undefined && lengthOf(call.messages) > faults.overflowsAt)
    return `This model's maximum context length is ${faults.overflowsAt} tokens. Your messages are longer.`
  return null
}

/** The messages that the model gets to see. */
function seenOf({ messages }: ChatCall, { contextTokens }: Faults): ChatCall["messages"] {
  const seen = [...messages]
  while (seen.length > 1 && lengthOf(seen) > (contextTokens ?? Number.POSITIVE_INFINITY)) seen.shift()
  return seen
}

function sayingOf(seen: ChatCall["messages"], { ignoresSystem }: Faults): string {
  const prompt = seen.map(({ content }) => content).join("\n")
  if (prompt.includes("一数到三百")) return NUMBERS
  if (prompt.includes("暗号"))
    return [...prompt.matchAll(/暗号是 (\d{4})/g)].map(([, code]) => code).join("，") || "不记得。"
  const [, sign] = /「(.+?)」/.exec(prompt) ?? []
  return sign && !ignoresSystem ? `${sign}\n${STREET}` : STREET
}

function limitOf({ max_tokens, max_completion_tokens }: ChatCall): number {
  return max_tokens ?? max_completion_tokens ?? Number.POSITIVE_INFINITY
}

/** One token a character. */
function lengthOf(messages: ChatCall["messages"]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0)
}

function pieces(text: string): string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${PIECE_CHARACTERS}}`, "g")) ?? []
}

function eventOf(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
}

function sendInstead(
  response: ServerResponse,
  { status, type = "application/json", body }: NonNullable<Faults["instead"]>,
): void {
  response.writeHead(status, { "content-type": type }).end(body)
}

function sendJson(response: ServerResponse, body: unknown, status = body === undefined ? 404 : 200): void {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(body ?? { error: { message: "not found" } }))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString("utf8")
}
