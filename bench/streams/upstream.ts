import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { readCall } from "../../tests/support/upstream/call.ts"
import { planText } from "../../tests/support/upstream/prose.ts"
import { Mark, Marks } from "./marks.ts"
import { now, placesIn, tokenAt } from "./text.ts"

/** How one call for text is answered. */
export interface Pace {
  tokensPerSecond: number
  /** The wait before the first token. */
  thinkMs: number
  /** This many tokens instead of the number that the call requests. */
  tokens?: number
  /** What goes wrong, once, after this many tokens. */
  failure?: { kind: UpstreamFailure; afterTokens: number }
}

export const UPSTREAM_FAILURES = ["reset", "dropped", "malformed", "nul", "lone-surrogate"] as const
export type UpstreamFailure = (typeof UPSTREAM_FAILURES)[number]

export interface Call {
  story: number
  kind: "plan" | "style" | "memory" | "beat"
  cameAt: number
  /** When it ended, whoever ended it; 0 while it goes on. */
  endedAt: number
  firstSentAt: number
  sent: number
}

export const RAW_PROMPT = "写约 6500 字"
const SPREAD_MS = 20

export function promptOf(story: number): string {
  return `第${story}号故事：雨夜，旧书店的店主收到一封没有署名的信`
}

/**
 * An OpenAI-compatible endpoint with a fixed pace, one token per frame and write. Its text is numbered, and a
 * call that brings earlier text is continued from there.
 */
export class PacedUpstream {
  readonly calls: Call[] = []
  readonly marks: Marks
  readonly port: number
  readonly #beats = new Map<number, number>()
  readonly #server: Server
  readonly #paceOf: (story: number, call: number) => Pace | null

  private constructor(server: Server, marks: Marks, paceOf: (story: number, call: number) => Pace | null) {
    this.#server = server
    this.#paceOf = paceOf
    this.marks = marks
    this.port = (server.address() as AddressInfo).port
  }

  /** `paceOf` returns null for a call that is refused for good; calls for text count from 0. */
  static async start(
    paceOf: (story: number, call: number) => Pace | null,
    marks = new Marks(),
  ): Promise<PacedUpstream> {
    const server = createServer((request, response) => {
      upstream.#answer(request, response).catch(() => response.destroy())
    })
    server.listen(0, "127.0.0.1", 4_096)
    await once(server, "listening")
    const upstream = new PacedUpstream(server, marks, paceOf)
    return upstream
  }

  callsOf(story: number, kind: Call["kind"]): Call[] {
    return this.calls.filter((call) => call.story === story && call.kind === kind)
  }

  get open(): number {
    return this.calls.filter(({ endedAt }) => endedAt === 0).length
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cameAt = now()
    const { kind, beatCount, characters, tail, body } = await readCall(request)
    const story = Number(/第(\d+)号/.exec(JSON.stringify(body.messages))?.[1] ?? 0)
    const call: Call = { story, kind, cameAt, endedAt: 0, firstSentAt: 0, sent: 0 }
    const earlier = this.#beats.get(story) ?? 0
    if (kind === "beat") this.#beats.set(story, earlier + 1)
    this.calls.push(call)
    response.on("close", () => (call.endedAt = now()))
    const pace = this.#paceOf(story, kind === "beat" ? earlier : 0)
    if (!pace) {
      response.writeHead(401, { "content-type": "application/json" }).end('{"error":{"message":"no more"}}')
      return
    }
    this.marks.set(story, kind === "plan" ? Mark.planCame : Mark.beatCame, cameAt)
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
    if (kind === "plan") {
      this.marks.set(story, Mark.planSent, now())
      response.write(frame(planText(story, beatCount, characters)))
    } else {
      const from = (placesIn(tail).at(-1) ?? -1) + 1
      if (!(await this.#send(call, response, { from, characters, pace }))) return
    }
    response.write(frame("", "stop"))
    response.end("data: [DONE]\n\n")
  }

  /** Whether the answer may end properly. */
  async #send(
    call: Call,
    response: ServerResponse,
    { from, characters, pace }: { from: number; characters: number; pace: Pace },
  ): Promise<boolean> {
    // Without this spread, streams that began together would write at the same instants for ever.
    await sleep(pace.thinkMs + Math.random() * SPREAD_MS)
    const beganAt = now()
    let told = 0
    while (
      !response.destroyed &&
      told < characters &&
      call.sent < (pace.tokens ?? Number.POSITIVE_INFINITY)
    ) {
      if (call.sent === pace.failure?.afterTokens) {
        const goesOn = fail(pace.failure.kind, response)
        if (!goesOn) return false
      }
      const place = from + call.sent
      const token = tokenAt(place)
      const time = now()
      call.firstSentAt ||= time
      this.marks.set(call.story, Mark.firstSent, time)
      this.marks.sent(call.story, place, time)
      response.write(frame(token))
      told += token.trimEnd().length
      call.sent += 1
      const waitMs = beganAt + (call.sent * 1_000) / pace.tokensPerSecond - now()
      if (waitMs > 0) await sleep(waitMs)
    }
    return !response.destroyed
  }
}

function fail(kind: UpstreamFailure, response: ServerResponse): boolean {
  if (kind === "reset") response.socket?.resetAndDestroy()
  if (kind === "dropped") response.end()
  if (kind === "malformed") response.end('data: {"choices":[{"delta":{"content":"\n\ndata: nonsense\n\n')
  if (kind === "nul") response.write(frame("\0"))
  if (kind === "lone-surrogate") response.write(frame("\ud83d"))
  return kind === "nul" || kind === "lone-surrogate"
}

function frame(content: string, finish: string | null = null): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: finish }]
  return `data: ${JSON.stringify({ object: "chat.completion.chunk", choices })}\n\n`
}
