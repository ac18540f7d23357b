import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { readCall } from "../support/upstream/call.ts"
import { planText, storyText } from "../support/upstream/prose.ts"

const FRAME_CHARACTERS = 5
const SEEDS_PER_RUN = 100_003

/** One answer to one call for text: how much of it was sent, and how it ended. */
export interface StoryCall {
  story: number
  text: string
  sent: number
  /** The port that the request came from, which identifies its connection. */
  port: number | undefined
  state: "sending" | "whole" | "broken"
}

/** Names a story in the prompt. */
export function promptOf(story: number): string {
  return `第${story}号故事：雨夜，旧书店的店主收到一封没有署名的信`
}

/**
 * An OpenAI-compatible endpoint that writes any number of stories at once. No sentence comes twice in a story,
 * so that lost and doubled text can be counted.
 */
export class StoryUpstream {
  readonly calls: StoryCall[] = []
  readonly port: number
  readonly #server: Server
  readonly #seed: number
  readonly #charactersPerSecond: number

  private constructor(server: Server, seed: number, charactersPerSecond: number) {
    this.#server = server
    this.#seed = seed
    this.#charactersPerSecond = charactersPerSecond
    this.port = (server.address() as AddressInfo).port
  }

  static async start(seed: number, charactersPerSecond: number): Promise<StoryUpstream> {
    const server = createServer((request, response) => {
      upstream.#answer(request, response).catch(() => response.destroy())
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const upstream = new StoryUpstream(server, seed, charactersPerSecond)
    return upstream
  }

  callsOf(story: number): StoryCall[] {
    return this.calls.filter((call) => call.story === story)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { kind, beatCount, characters, body } = await readCall(request)
    const story = Number(/第(\d+)号故事/.exec(JSON.stringify(body.messages))?.[1] ?? 0)
    const earlier = this.callsOf(story).length
    const seed = this.#seed + story * SEEDS_PER_RUN + earlier
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
    if (kind === "plan") {
      response.write(frame(planText(seed, beatCount, characters)))
    } else if (kind === "beat") {
      const text = storyText(seed, characters)
      const call: StoryCall = { story, text, sent: 0, port: request.socket.remotePort, state: "sending" }
      this.calls.push(call)
      response.on("close", () => {
        call.state = response.writableFinished ? "whole" : "broken"
      })
      await this.#send(call, response)
    }
    response.write(frame("", "stop"))
    response.end("data: [DONE]\n\n")
  }

  async #send(call: StoryCall, response: ServerResponse): Promise<void> {
    while (call.sent < call.text.length && !response.destroyed) {
      const part = call.text.slice(call.sent, call.sent + FRAME_CHARACTERS)
      call.sent += part.length
      if (!response.write(frame(part))) await Promise.race([once(response, "drain"), once(response, "close")])
      await sleep((FRAME_CHARACTERS / this.#charactersPerSecond) * 1_000)
    }
  }
}

function frame(content: string, finish: string | null = null): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: finish }]
  return `data: ${JSON.stringify({ object: "chat.completion.chunk", choices })}\n\n`
}
