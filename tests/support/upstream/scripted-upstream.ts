import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises"
import { type Answer, answerCall } from "./answer.ts"
import { type ReceivedCall, readCall, sharedTokens } from "./call.ts"
import { createTeller, type Teller, textOfPieces } from "./prose.ts"
import { type Oddity, type Reply, type Scenario, scenarioNamed } from "./scenarios.ts"
import { ScriptedModeration } from "./scripted-moderation.ts"

const FRAMES_PER_TURN = 40
const FRAMES_PER_ODDITY = 10

export interface ScriptedUpstream {
  /** The base URL for OpenAI's SDK. */
  url: string
  scenario: Scenario
  calls: ReceivedCall[]
  moderation: ScriptedModeration
  close(): Promise<void>
}

/**
 * Starts an HTTP server with OpenAI's streamed chat completions and moderations that misbehaves as its scenario
 * says. The same scenario and seed give the same text.
 */
export async function startScriptedUpstream(
  scenario: Scenario | string,
  { port = 0, charactersPerSecond = Number.POSITIVE_INFINITY } = {},
): Promise<ScriptedUpstream> {
  const script = typeof scenario === "string" ? scenarioNamed(scenario) : scenario
  const calls: ReceivedCall[] = []
  const teller = createTeller((script.seed ?? 1) * 7_919)
  const moderation = new ScriptedModeration()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://upstream").pathname
    if (request.method === "GET") return tellOfItself(script, path, response)
    const answered = path.endsWith("/moderations")
      ? moderation.answer(request, response)
      : answer({ script, teller, calls, charactersPerSecond }, request, response)
    answered.catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    scenario: script,
    calls,
    moderation,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Played {
  script: Scenario
  teller: Teller
  calls: ReceivedCall[]
  charactersPerSecond: number
}

async function answer(played: Played, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { script, teller, calls, charactersPerSecond } = played
  const call = await readCall(request)
  const earlier = calls.filter(({ answered }) => answered)
  const sameKind = earlier.filter(({ kind }) => kind === call.kind).length
  calls.push(call)
  response.on("close", () => {
    call.aborted = !response.writableFinished
  })

  const reply =
    (call.kind === "beat" ? (script.beats?.[sameKind] ?? script.beats?.at(-1)) : script[call.kind]) ?? {}
  if (reply.unknownParameter && reply.unknownParameter in call.body) {
    return sendError(response, 400, { message: unknownParameterMessage(reply.unknownParameter) })
  }
  call.cachedTokens = sharedTokens(call, earlier)
  const overflow = overflowMessage(script, call)
  if (overflow !== null) return sendError(response, 400, { message: overflow })
  call.answered = true
  if (reply.status) {
    if (reply.retryAfterSeconds !== undefined) response.setHeader("retry-after", retryAfter(reply))
    return sendError(response, reply.status, {
      code: reply.errorCode ?? null,
      message: reply.errorMessage ?? `answered ${reply.status}`,
    })
  }
  const seed = (script.seed ?? 1) * 7_919 + calls.length
  const planned = answerCall(call, reply, { teller, seed, earlier, reference: script.reference ?? "" })
  call.pieces = planned.pieces
  await sendStream(response, call, reply, planned, { charactersPerSecond, ...countsOf(script, call) })
}

function tellOfItself({ answers = {} }: Scenario, path: string, response: ServerResponse): void {
  const body = answers[path]
  if (body === undefined) sendError(response, 404, { message: "not found" })
  else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
}

/** What a call needs of the context, in the endpoint's own tokens. */
export function tokensNeeded(
  { tokenFactor = 1 }: Scenario,
  { promptTokens, maxTokens }: ReceivedCall,
): { prompt: number; answer: number } {
  const answer = Number.isFinite(maxTokens) ? maxTokens : 0
  return { prompt: Math.ceil(promptTokens * tokenFactor), answer }
}

function overflowMessage(script: Scenario, call: ReceivedCall): string | null {
  const { prompt, answer } = tokensNeeded(script, call)
  const { tokens = 0, overflow } = script.context ?? {}
  if (overflow === undefined || prompt + answer <= tokens) return null
  const counts: Record<string, number> = {
    limit: tokens,
    prompt,
    answer,
    total: prompt + answer,
    excess: prompt + answer - tokens,
  }
  return overflow.replace(/\{(\w+)\}/g, (_, name: string) => String(counts[name]))
}

/** How the endpoint counts a prompt. Of one that it has cut, it counts what is left. */
function countsOf(script: Scenario, call: ReceivedCall): { promptTokens: number; cachedTokens: number } {
  const { tokenFactor = 1, countFactor = 1, context } = script
  const { prompt } = tokensNeeded(script, call)
  const kept =
    context && context.overflow === undefined && prompt > context.tokens
      ? Math.floor(context.tokens * (context.keeps ?? 1))
      : prompt
  const counted = (tokens: number) => Math.round(tokens * countFactor)
  return {
    promptTokens: counted(kept),
    cachedTokens: counted(Math.min(kept, call.cachedTokens * tokenFactor)),
  }
}

function retryAfter({ retryAfterSeconds = 0, retryAfterIsDate }: Reply): string {
  if (!retryAfterIsDate) return String(retryAfterSeconds)
  return new Date(Date.now() + retryAfterSeconds * 1_000).toUTCString()
}

function unknownParameterMessage(parameter: string): string {
  const instead = parameter === "max_tokens" ? " Use 'max_completion_tokens' instead." : ""
  return `Unsupported parameter: '${parameter}' is not supported with this model.${instead}`
}

function sendError(response: ServerResponse, status: number, error: Record<string, unknown>): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }))
}

async function sendStream(
  response: ServerResponse,
  call: ReceivedCall,
  reply: Reply,
  { pieces, thought, isCut, tokens }: Answer,
  {
    charactersPerSecond,
    promptTokens,
    cachedTokens,
  }: { charactersPerSecond: number; promptTokens: number; cachedTokens: number },
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
  response.flushHeaders()
  const has = (oddity: Oddity) => reply.oddities?.includes(oddity) ?? false
  const text = textOfPieces(pieces)
  const characters = has("split-surrogates") ? text.split("") : [...text]
  const perFrame = reply.charactersPerFrame ?? 3

  if (thought) await sendFrame(response, reply, delta({ reasoning_content: thought }))
  const breaksAt = reply.hangsAfter ?? reply.dropsAfter ?? reply.closesAfter ?? Number.POSITIVE_INFINITY
  for (let at = 0, frames = 1; at < characters.length && !response.destroyed; at += perFrame, frames += 1) {
    if (at >= breaksAt) break
    if (frames % FRAMES_PER_ODDITY === 1) await sendOddities(response, reply)
    await sendFrame(response, reply, delta({ content: characters.slice(at, at + perFrame).join("") }))
    call.sentCharacters = Math.min(at + perFrame, characters.length)
    if (charactersPerSecond < Number.POSITIVE_INFINITY) await sleep((perFrame / charactersPerSecond) * 1_000)
    else if (frames % FRAMES_PER_TURN === 0) await nextTurn()
  }
  if (response.destroyed || reply.hangsAfter !== undefined) return
  if (reply.dropsAfter !== undefined) {
    response.write('data: {"choices":[{"del')
    await nextTurn()
    response.destroy()
    return
  }
  if (reply.closesAfter !== undefined) {
    response.end()
    return
  }

  const finish = reply.finish ?? (isCut ? "length" : "stop")
  if (!has("no-finish-reason")) await sendFrame(response, reply, delta({}, finish))
  if (call.body.stream_options?.include_usage && !has("no-usage")) {
    const usage = {
      prompt_tokens: promptTokens,
      completion_tokens: tokens,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    }
    await sendFrame(response, reply, { choices: [], usage })
  }
  response.end(has("no-done") ? "" : "data: [DONE]\n\n")
}

/** Sends what a client must ignore. */
async function sendOddities(response: ServerResponse, reply: Reply): Promise<void> {
  for (const oddity of reply.oddities ?? []) {
    if (oddity === "comments") response.write(": keep-alive\r\n\r\n:\n\n")
    else for (const frame of ODD_FRAMES[oddity] ?? []) await sendFrame(response, reply, frame)
  }
}

function delta(content: Record<string, unknown>, finish: string | null = null, index = 0) {
  return { object: "chat.completion.chunk", choices: [{ index, delta: content, finish_reason: finish }] }
}

const ODD_FRAMES: Partial<Record<Oddity, unknown[]>> = {
  "empty-deltas": [
    delta({ role: "assistant", content: "" }),
    delta({}),
    delta({ content: null }),
    delta({ tool_calls: [{ index: 0, id: "1", type: "function", function: { name: "", arguments: "" } }] }),
    { object: "chat.completion.chunk", choices: [] },
    { object: "chat.completion.chunk", choices: [{ index: 0, finish_reason: null }] },
  ],
  "second-choice": [delta({ content: "第二种写法从这里开始。" }, null, 1), delta({}, "stop", 1)],
}

async function sendFrame(response: ServerResponse, { delivery }: Reply, frame: unknown): Promise<void> {
  const bytes = Buffer.from(`data: ${JSON.stringify(frame)}\n\n`)
  for (const part of cut(bytes, delivery)) {
    if (response.destroyed) return
    if (!response.write(part)) await nextTurn()
    if (delivery === "bytes" || delivery === "cut-characters") await nextTurn()
  }
}

function cut(bytes: Buffer, delivery: Reply["delivery"]): Buffer[] {
  if (delivery === "bytes") return [...bytes].map((byte) => Buffer.from([byte]))
  if (delivery !== "cut-characters") return [bytes]
  const inside = bytes.findIndex((byte) => byte >= 0xe0) + 1
  return [bytes.subarray(0, inside), bytes.subarray(inside)]
}
