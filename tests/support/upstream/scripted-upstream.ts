import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises"
import { type Answer, answerCall } from "./answer.ts"
import { type ReceivedCall, readCall, sharedTokens } from "./call.ts"
import { chosen, complaintBody, FAILURE_BODIES, RANGE_COMPLAINTS, SYSTEM_COMPLAINTS } from "./complaints.ts"
import { createTeller, type Teller, textOfPieces } from "./prose.ts"
import { type Oddity, type Reply, type Scenario, scenarioNamed } from "./scenarios.ts"
import { ScriptedModeration } from "./scripted-moderation.ts"
import { blockOf, blocksOf, chunkOf, delta, endOf, lastChunkOf } from "./wire.ts"

/** Unless a test says how long its client bears silence within an answer. */
const SILENCE_MS = 150
const FRAMES_PER_TURN = 40
/** Long enough that a client in the same busy process reads what was sent. */
const DROP_AFTER_MS = 50
const FRAMES_PER_ODDITY = 10

export interface ScriptedUpstream {
  /** The base URL for OpenAI's SDK. */
  url: string
  scenario: Scenario
  calls: ReceivedCall[]
  moderation: ScriptedModeration
  /** Leaves these calls without an answer until `release`. */
  hold(isHeld: (call: ReceivedCall) => boolean): void
  /** Answers the held calls and every later one. */
  release(): void
  close(): Promise<void>
}

/**
 * Starts an HTTP server with OpenAI's streamed chat completions and moderations that misbehaves as its scenario
 * says. The same scenario and seed give the same text.
 */
export async function startScriptedUpstream(
  scenario: Scenario | string,
  { port = 0, charactersPerSecond = Number.POSITIVE_INFINITY, silenceMs = SILENCE_MS } = {},
): Promise<ScriptedUpstream> {
  const script = typeof scenario === "string" ? scenarioNamed(scenario) : scenario
  const calls: ReceivedCall[] = []
  const teller = createTeller((script.seed ?? 1) * 7_919)
  const moderation = new ScriptedModeration()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let isHeld = (_: ReceivedCall) => false
  const untilReleased = async (call: ReceivedCall) => {
    if (isHeld(call)) await released
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://upstream").pathname
    if (request.method === "GET") return tellOfItself(script, path, response)
    const answered = path.endsWith("/moderations")
      ? moderation.answer(request, response)
      : answer({ script, teller, calls, charactersPerSecond, silenceMs, untilReleased }, request, response)
    answered.catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    scenario: script,
    calls,
    moderation,
    hold(calls) {
      isHeld = calls
    },
    release,
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
  silenceMs: number
  untilReleased(call: ReceivedCall): Promise<void>
}

async function answer(played: Played, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { script, teller, calls, untilReleased } = played
  const call = await readCall(request)
  const earlier = calls.filter(({ answered }) => answered)
  const sameKind = earlier.filter(({ kind }) => kind === call.kind).length
  calls.push(call)
  call.isOpen = true
  response.on("close", () => {
    call.isOpen = false
    call.aborted = !response.writableFinished
  })
  await untilReleased(call)
  if (script.besideStatus !== undefined && calls.some((other) => other !== call && other.isOpen)) {
    call.answered = true
    return sendError(response, script.besideStatus, { error: { message: "one request at a time" } })
  }

  const sameLast = earlier.filter(({ isLastPart }) => isLastPart).length
  const reply = replyTo(call, script, call.isLastPart && script.lastPart ? sameLast : sameKind)
  if (reply.unknownParameter && reply.unknownParameter in call.body) {
    return sendError(response, 400, { error: { message: unknownParameterMessage(reply.unknownParameter) } })
  }
  const variant = script.seed ?? 1
  if (reply.refusesSystem && call.body.messages.some(({ role }) => role === "system")) {
    const { status, message } = chosen(SYSTEM_COMPLAINTS, variant)
    return sendError(response, status, complaintBody(message, variant >> 3))
  }
  if (
    reply.maxTokens !== undefined &&
    call.maxTokens > reply.maxTokens &&
    call.maxTokens < Number.POSITIVE_INFINITY
  ) {
    const message = chosen(RANGE_COMPLAINTS, variant)(reply.maxTokens, call.maxTokens)
    return sendError(response, 400, complaintBody(message, variant >> 4))
  }
  call.cachedTokens = sharedTokens(call, earlier)
  const overflow = overflowMessage(script, call)
  if (overflow !== null) return sendError(response, 400, { error: { message: overflow } })
  call.answered = true
  if (reply.status) {
    if (reply.retryAfterSeconds !== undefined) response.setHeader("retry-after", retryAfter(reply))
    const message = reply.errorMessage ?? `answered ${reply.status}`
    return sendError(response, reply.status, { error: { code: reply.errorCode ?? null, message } })
  }
  if (reply.failsInBody)
    return sendFailure(response, chosen(FAILURE_BODIES[reply.failsInBody], variant), variant)
  const seed = (script.seed ?? 1) * 7_919 + calls.length
  const planned = answerCall(call, reply, { teller, seed, earlier, reference: script.reference ?? "" })
  call.pieces = planned.pieces
  if (breakOf(reply, textOfPieces(planned.pieces)) === Number.POSITIVE_INFINITY) call.finish = planned.finish
  await sendAnswer(played, response, call, reply, planned)
}

function replyTo({ kind, isLastPart }: ReceivedCall, script: Scenario, at: number): Reply {
  const replies = kind === "beat" ? beatReplies(script, isLastPart) : [script[kind] ?? {}].flat()
  return replies?.[at] ?? replies?.at(-1) ?? {}
}

function beatReplies(script: Scenario, isLastPart: boolean): Reply[] | undefined {
  return (isLastPart && script.lastPart) || script.beats
}

function tellOfItself({ answers = {} }: Scenario, path: string, response: ServerResponse): void {
  const body = answers[path]
  if (body === undefined) sendError(response, 404, { error: { message: "not found" } })
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

function sendError(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

/** Sends a failure under status 200: as JSON, or as the only event of a stream. */
function sendFailure(response: ServerResponse, failure: unknown, variant: number): void {
  const isEvent = variant % 2 === 0
  const text = JSON.stringify(failure)
  response.writeHead(200, { "content-type": isEvent ? "text/event-stream" : "application/json" })
  response.end(isEvent ? `data: ${text}\n\n` : text)
}

async function sendAnswer(
  { charactersPerSecond, silenceMs, script }: Played,
  response: ServerResponse,
  call: ReceivedCall,
  reply: Reply,
  { pieces, thought, finish, tokens, thoughtTokens }: Answer,
): Promise<void> {
  const { wire = "deltas", silentFor = 0, thinks } = reply
  const has = (oddity: Oddity) => reply.oddities?.includes(oddity) ?? false
  const text = textOfPieces(pieces)
  const characters = has("split-surrogates") ? text.split("") : [...text]
  const perFrame = reply.charactersPerFrame ?? 3
  const reasoning = thoughtTokens > 0 && { completion_tokens_details: { reasoning_tokens: thoughtTokens } }
  const { promptTokens, cachedTokens } = countsOf(script, call)
  const cached = { prompt_tokens_details: { cached_tokens: cachedTokens } }
  const reported = has("half-usage")
    ? { prompt_tokens: promptTokens, completion_tokens: null }
    : { prompt_tokens: promptTokens, completion_tokens: tokens, ...reasoning, ...cached }
  const usage = call.body.stream_options?.include_usage && !has("no-usage") ? reported : null

  // Some endpoints send their headers at once, others with the first byte.
  const headersFirst = (script.seed ?? 1) % 2 === 1
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
  if (headersFirst || silentFor === 0) response.flushHeaders()
  if (silentFor > 0) await sleep(silentFor * silenceMs)
  if (wire === "plain-json" || wire === "pretty-json") {
    const [whole = ""] = blocksOf(wire, { pieces: [text], finish, usage })
    await sendBlock(response, reply, whole)
    call.sentCharacters = characters.length
    response.end()
    return
  }

  for (const chunk of thoughtChunks(thought, thinks?.shown))
    await sendBlock(response, reply, blockOf(wire, chunk))
  const breaksAt = breakOf(reply, text)
  for (let at = 0, frames = 1; at < characters.length && !response.destroyed; at += perFrame, frames += 1) {
    if (at >= breaksAt) break
    if (frames % FRAMES_PER_ODDITY === 1) await sendOddities(response, reply)
    const before = wire === "cumulative" ? characters.slice(0, at).join("") : ""
    const piece = characters.slice(at, at + perFrame).join("")
    await sendBlock(response, reply, blockOf(wire, chunkOf(wire, before, piece)))
    call.sentCharacters = Math.min(at + perFrame, characters.length)
    const isSlow = at >= (reply.slowsAfter ?? 0)
    const speed = (isSlow && reply.charactersPerSecond) || charactersPerSecond
    if (speed < Number.POSITIVE_INFINITY) await sleep((perFrame / speed) * 1_000)
    else if (frames % FRAMES_PER_TURN === 0) await nextTurn()
  }
  const breaks = breaksAt < Number.POSITIVE_INFINITY
  if (response.destroyed || (breaks && reply.hangsAfter !== undefined)) return
  if (breaks && reply.dropsAfter !== undefined) {
    response.write('data: {"choices":[{"del')
    // A broken connection takes with it what `fetch` has received and nobody has read: here, all of it.
    await sleep(DROP_AFTER_MS)
    response.destroy()
    return
  }
  if (breaks && reply.closesAfter !== undefined) {
    response.end()
    return
  }

  if (!has("no-finish-reason"))
    await sendBlock(response, reply, blockOf(wire, lastChunkOf(wire, text, finish)))
  if (has("no-end")) return
  if (usage) await sendBlock(response, reply, blockOf(wire, { choices: [], usage }))
  response.end(has("no-done") ? "" : endOf(wire))
}

/** Where an answer breaks off, in characters; nowhere in a plan that ends with those cards. */
function breakOf({ hangsAfter, dropsAfter, closesAfter, afterCards = 0 }: Reply, text: string): number {
  const after = hangsAfter ?? dropsAfter ?? closesAfter ?? Number.POSITIVE_INFINITY
  if (afterCards === 0) return after
  const card = [...text.matchAll(/^节｜.*\n/gmu)][afterCards - 1]
  return card ? card.index + card[0].length + after : Number.POSITIVE_INFINITY
}

/** A thought in several chunks, in the field in which the endpoint shows it. */
function thoughtChunks(thought: string, shown: string = "reasoning_content"): unknown[] {
  const pieces = thought.match(/.{1,400}/gsu) ?? []
  return pieces.map((text) =>
    shown === "parts"
      ? delta({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] })
      : delta({ content: shown === "reasoning" ? "" : null, [shown]: text }),
  )
}

/** Sends what a client must ignore. */
async function sendOddities(response: ServerResponse, reply: Reply): Promise<void> {
  for (const oddity of reply.oddities ?? []) {
    if (oddity === "comments") response.write(": keep-alive\r\n\r\n:\n\n")
    else
      for (const frame of ODD_FRAMES[oddity] ?? []) await sendBlock(response, reply, blockOf("deltas", frame))
  }
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

async function sendBlock(response: ServerResponse, { delivery }: Reply, block: string): Promise<void> {
  for (const part of cut(Buffer.from(block), delivery)) {
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
