import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate as nextTurn } from "node:timers/promises"
import { type Ask, askOf } from "./ask.ts"
import { laidOut, laidOutWithAnswer, longestCommonPrefix, type Message, textOf } from "./conversation.ts"
import { tokensOf } from "./tokens.ts"

const CHARACTERS_PER_FRAME = 12
/** Between so many frames the endpoint looks whether the caller has hung up. */
const FRAMES_PER_TURN = 4

/** How an endpoint bounds its prompts. */
export interface Window {
  /** Prompt and answer together, in tokens by the endpoint's own count. */
  tokens: number
  tokensPerHan: number
  /**
   * `told`: the list of models names the window, and so does the error that answers a longer prompt.
   * `number`: only the error does. `no-number`: an error without it. `silent`: the beginning of the prompt is
   * cut off without a word.
   */
  overflow: "told" | "number" | "no-number" | "silent"
}

/** Where the novel stands. `written`: UTF-16 units of the new text; `process`: how often the engine was killed. */
export interface Moment {
  written: number
  card: number
  process: number
}

/** One request and what became of it. */
export interface Exchange {
  ask: Ask
  messages: Message[]
  promptTokens: number
  /** Of these, the tokens of the longest beginning that an earlier request, with its answer, shares. */
  cachedTokens: number
  isOverWindow: boolean
  /** The answer as far as it was sent; `outputTokens` are those of the whole. */
  answer: string
  outputTokens: number
  /** Where the novel stood when the request came. */
  moment: Moment
}

export interface Upstream {
  /** The base URL for OpenAI's SDK. */
  url: string
  exchanges: Exchange[]
  close(): Promise<void>
}

interface Setting {
  /** The whole answer to a request; `shown` is what the model sees of its messages. */
  answer: (exchange: Exchange, shown: string) => string
  moment: () => Moment
  window: Window | null
}

interface ChatBody {
  messages: Message[]
  max_tokens?: number | null
  max_completion_tokens?: number | null
}

/** Starts an endpoint with OpenAI's streamed chat completions that keeps every request. */
export async function startUpstream(setting: Setting): Promise<Upstream> {
  const exchanges: Exchange[] = []
  const server = createServer((request, response) => {
    serve(setting, exchanges, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(
  setting: Setting,
  exchanges: Exchange[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { window } = setting
  if (request.url?.endsWith("/models")) return sendModels(window, response)
  if (!request.url?.endsWith("/chat/completions")) return sendError(response, 404, "not found")
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as ChatBody
  const limit = body.max_tokens ?? body.max_completion_tokens ?? Number.POSITIVE_INFINITY

  const exchange = exchangeFor(body.messages, limit, setting, exchanges)
  exchanges.push(exchange)
  const isRefused = exchange.isOverWindow && window?.overflow !== "silent"
  if (window && isRefused) return sendError(response, 400, overflowMessage(window, exchange.promptTokens))
  await sendAnswer(exchange, limit, setting, response)
}

function exchangeFor(
  messages: Message[],
  limit: number,
  { window, moment }: Setting,
  earlier: readonly Exchange[],
): Exchange {
  const text = laidOut(messages)
  const kept = earlier
    .filter(({ isOverWindow }) => !isOverWindow)
    .map((exchange) => laidOutWithAnswer(exchange.messages, exchange.answer))
  const promptTokens = tokensOf(text, window?.tokensPerHan)
  const room = Number.isFinite(limit) && window?.overflow !== "silent" ? limit : 0
  return {
    ask: askOf(messages),
    messages,
    promptTokens,
    cachedTokens: tokensOf(text.slice(0, longestCommonPrefix(text, kept)), window?.tokensPerHan),
    isOverWindow: window !== null && promptTokens + room > window.tokens,
    answer: "",
    outputTokens: 0,
    moment: { ...moment() },
  }
}

async function sendAnswer(
  exchange: Exchange,
  limit: number,
  { answer, window }: Setting,
  response: ServerResponse,
): Promise<void> {
  const shown = textOf(exchange.messages)
  const isCutOff = exchange.isOverWindow && window?.overflow === "silent"
  const whole = [...answer(exchange, isCutOff ? lastTokens(shown, window) : shown)]
  const room = Math.floor(limit / (window?.tokensPerHan ?? 1))
  const characters = whole.slice(0, room)
  exchange.outputTokens = tokensOf(characters.join(""), window?.tokensPerHan)

  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
  for (let at = 0, frames = 1; at < characters.length; at += CHARACTERS_PER_FRAME, frames += 1) {
    if (response.destroyed) return
    const content = characters.slice(at, at + CHARACTERS_PER_FRAME).join("")
    exchange.answer += content
    sendFrame(response, { choices: [{ index: 0, delta: { content }, finish_reason: null }] })
    if (frames % FRAMES_PER_TURN === 0) await nextTurn()
  }
  const finish = characters.length < whole.length ? "length" : "stop"
  sendFrame(response, { choices: [{ index: 0, delta: {}, finish_reason: finish }] })
  sendFrame(response, { choices: [], usage: usageOf(exchange, isCutOff ? window.tokens : null) })
  response.end("data: [DONE]\n\n")
}

/** What the endpoint counted; of a prompt that it cut, only what was left. */
function usageOf({ promptTokens, cachedTokens, outputTokens }: Exchange, left: number | null) {
  return {
    prompt_tokens: left ?? promptTokens,
    completion_tokens: outputTokens,
    total_tokens: (left ?? promptTokens) + outputTokens,
    prompt_tokens_details: { cached_tokens: left === null ? cachedTokens : 0 },
  }
}

function lastTokens(text: string, { tokens, tokensPerHan }: Window): string {
  return text.slice(-Math.floor(tokens / tokensPerHan))
}

function overflowMessage({ overflow, tokens }: Window, promptTokens: number): string {
  if (overflow === "no-number") return "the request exceeds the available context size"
  return `This model's maximum context length is ${tokens} tokens. However, your messages resulted in ${promptTokens} tokens. Please reduce the length of the messages or completion.`
}

function sendModels(window: Window | null, response: ServerResponse): void {
  const told = window?.overflow === "told" ? { max_model_len: window.tokens } : {}
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ object: "list", data: [{ id: "scripted", object: "model", ...told }] }))
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify({ error: { message, type: "invalid_request_error", code: status } }))
}

function sendFrame(response: ServerResponse, frame: object): void {
  response.write(`data: ${JSON.stringify({ object: "chat.completion.chunk", ...frame })}\n\n`)
}
