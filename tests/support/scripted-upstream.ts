import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises"
import { answerText } from "./scripted-upstream-answer.ts"
import { type ReceivedCall, readCall } from "./scripted-upstream-call.ts"
import { type Reply, type Scenario, scenarioNamed } from "./scripted-upstream-scenarios.ts"

const FRAMES_PER_TURN = 40

export interface ScriptedUpstream {
  /** A base URL for OpenAI's SDK. */
  url: string
  scenario: Scenario
  calls: ReceivedCall[]
  close(): Promise<void>
}

/**
 * A real HTTP server that speaks OpenAI's streamed chat completions, and misbehaves as its scenario
 * says. The same scenario and seed write the same text.
 */
export async function startScriptedUpstream(
  scenario: Scenario | string,
  { port = 0, charactersPerSecond = Number.POSITIVE_INFINITY } = {},
): Promise<ScriptedUpstream> {
  const script = typeof scenario === "string" ? scenarioNamed(scenario) : scenario
  const calls: ReceivedCall[] = []
  const server = createServer((request, response) => {
    answer(script, calls, request, response, charactersPerSecond).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    scenario: script,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  script: Scenario,
  calls: ReceivedCall[],
  request: IncomingMessage,
  response: ServerResponse,
  charactersPerSecond: number,
): Promise<void> {
  const call = await readCall(request)
  const earlier = calls.filter(({ kind, answered }) => kind === call.kind && answered).length
  calls.push(call)
  response.on("close", () => {
    call.aborted = !response.writableFinished
  })

  const reply = (call.kind === "plan" ? script.plan : (script.beats?.[earlier] ?? script.beats?.at(-1))) ?? {}
  if (reply.unknownParameter && reply.unknownParameter in call.body) {
    return sendError(response, 400, { message: unknownParameterMessage(reply.unknownParameter) })
  }
  call.answered = true
  if (reply.status) {
    if (reply.retryAfterSeconds !== undefined) response.setHeader("retry-after", reply.retryAfterSeconds)
    return sendError(response, reply.status, {
      code: reply.errorCode ?? null,
      message: reply.errorMessage ?? `answered ${reply.status}`,
    })
  }
  await sendStream(response, call, reply, (script.seed ?? 1) * 7_919 + calls.length, charactersPerSecond)
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
  seed: number,
  charactersPerSecond: number,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
  response.flushHeaders()
  const { text, thought, isCut, tokens } = answerText(call, reply, seed)
  const characters = [...text]
  const perFrame = reply.charactersPerFrame ?? 3

  if (thought) await sendFrame(response, reply, delta({ reasoning_content: thought }))
  const breaksAt = reply.hangsAfter ?? reply.dropsAfter ?? reply.closesAfter ?? Number.POSITIVE_INFINITY
  for (let at = 0, frames = 1; at < characters.length && !response.destroyed; at += perFrame, frames += 1) {
    if (at >= breaksAt) break
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

  await sendFrame(response, reply, delta({}, reply.finish ?? (isCut ? "length" : "stop")))
  if (call.body.stream_options?.include_usage) {
    await sendFrame(response, reply, {
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: tokens },
    })
  }
  response.end("data: [DONE]\n\n")
}

function delta(content: Record<string, string>, finish: string | null = null) {
  return { object: "chat.completion.chunk", choices: [{ index: 0, delta: content, finish_reason: finish }] }
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
