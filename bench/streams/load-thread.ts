// The readers of the load rows, in their own thread: the same code reads the app, the relay and the upstream.
import { type ClientRequest, type IncomingMessage, request } from "node:http"
import type { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { isMainThread, parentPort, workerData } from "node:worker_threads"
import { BARE_TEXT } from "#app/domain/generation-frame.ts"
import { Marks, PROBE_STORIES, type Step } from "./marks.ts"
import { now, placesIn } from "./text.ts"
import { promptOf, RAW_PROMPT } from "./upstream.ts"

/** `page`: the app, read as the pages' script reads it, and not by the API. */
export type Side = "app" | "page" | "relay" | "direct"

export type LoadCommand =
  | { do: "open"; side: Side; port: number; streams: number; overMs: number }
  | { do: "measure"; ms: number; probeEveryMs: number }
  | { do: "close" }

export interface Measured {
  tokens: number
  seconds: number
  /** Per token from the upstream's write to the reader, in milliseconds. */
  delayP50: number
  delayP99: number
  /** Added time to the first token of the probes, without the upstream's own, in milliseconds. */
  addedTtft: number[]
  /** The same, taken apart; only the app calls for a plan. */
  steps: Step[]
  probesLost: number
  wireBytes: number
  textBytes: number
  /** Streams that broke off or were not answered. */
  broken: number
}

const OPEN_PATIENCE_MS = 6_000
const STOPS_AT_ONCE = 20
const PROBE_PATIENCE_MS = 3_000

if (!isMainThread) listen(new Marks((workerData as { marks: SharedArrayBuffer }).marks))

class Stream {
  readonly story: number
  request: ClientRequest
  readonly openedAt = now()
  tokens = 0
  textBytes = 0
  firstAt = 0
  isBroken = false
  delays: number[] | null = null
  id = ""
  cookie = ""
  #socket: Socket | null = null
  #buffer = ""
  #marks: Marks
  #side: Side
  #onFirst: () => void = () => {}
  readonly first = new Promise<void>((resolve) => (this.#onFirst = resolve))

  constructor(side: Side, port: number, story: number, marks: Marks) {
    this.story = story
    this.#side = side
    this.#marks = marks
    this.request = this.#send(open(side, port, story), (response) => {
      this.id = String(response.headers["x-generation-id"] ?? "")
      this.cookie = (response.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ")
      if (side === "page") this.#follow(port)
      else this.#read(response)
    })
  }

  get wireBytes(): number {
    return this.#socket?.bytesRead ?? 0
  }

  #send(request: ClientRequest, onResponse: (response: IncomingMessage) => void): ClientRequest {
    request.on("socket", (socket) => (this.#socket = socket))
    request.on("error", () => request === this.request && this.#break())
    request.on("response", onResponse)
    return request
  }

  /** Leaves the API, and reads the same generation as its page does. */
  #follow(port: number): void {
    const posted = this.request
    const path = `/generations/${this.id}/events?from=0.0&${BARE_TEXT}`
    const headers = { cookie: this.cookie, accept: "text/event-stream" }
    const sent = request({ host: "127.0.0.1", port, agent: false, path, headers })
    this.request = this.#send(sent, (response) => this.#read(response))
    sent.end()
    posted.destroy()
  }

  #read(response: IncomingMessage): void {
    response.setEncoding("utf8")
    response.on("data", (piece: string) => this.#take(piece))
    response.on("error", () => this.#break())
    response.on("close", () => this.#break())
  }

  #break(): void {
    this.isBroken = true
    this.#onFirst()
  }

  #take(piece: string): void {
    const at = now()
    const blocks = (this.#buffer + piece).split("\n\n")
    this.#buffer = blocks.pop() ?? ""
    for (const block of blocks) {
      const text = isApp(this.#side) ? appText(block) : rawText(block)
      if (text === "") continue
      this.textBytes += Buffer.byteLength(text)
      for (const place of placesIn(text)) {
        this.tokens += 1
        this.delays?.push(at - this.#marks.sentAt(this.story, place))
      }
      if (this.firstAt === 0) {
        this.firstAt = at
        this.#onFirst()
      }
    }
  }
}

function open(side: Side, port: number, story: number): ClientRequest {
  const host = "127.0.0.1"
  if (side === "relay") {
    const sent = request({ host, port, agent: false, path: `/${story}` })
    sent.end()
    return sent
  }
  const body = isApp(side)
    ? { prompt: promptOf(story), length: 3, erotic_level: 1 }
    : { stream: true, messages: [{ role: "user", content: `第${story}号，${RAW_PROMPT}` }] }
  const path = isApp(side) ? "/generate-novel" : "/"
  const headers = { "content-type": "application/json", accept: "text/event-stream" }
  const sent = request({ host, port, agent: false, method: "POST", path, headers })
  sent.end(JSON.stringify(body))
  return sent
}

function isApp(side: Side): boolean {
  return side === "app" || side === "page"
}

function appText(block: string): string {
  const bare = /^data:/.test(block) ? block.split("\n").map((line) => line.replace(/^data: ?/, "")) : null
  if (bare) return bare.join("\n")
  if (!block.includes("event: text")) return ""
  return JSON.parse(block.slice(block.indexOf("data: ") + 6)).text
}

function rawText(block: string): string {
  if (!block.startsWith("data: {")) return ""
  return JSON.parse(block.slice(6)).choices[0].delta.content ?? ""
}

function listen(marks: Marks): void {
  let streams: Stream[] = []
  let side: Side = "app"
  let port = 0
  let nextStory = 0
  let nextProbe = PROBE_STORIES.from

  async function openAll(count: number, overMs: number): Promise<number> {
    for (let opened = 0; opened < count; opened++) {
      streams.push(new Stream(side, port, nextStory++ % PROBE_STORIES.from, marks))
      await sleep(overMs / count)
    }
    await Promise.race([Promise.all(streams.map(({ first }) => first)), sleep(OPEN_PATIENCE_MS)])
    return streams.filter(({ firstAt, isBroken }) => firstAt > 0 && !isBroken).length
  }

  async function measure(ms: number, probeEveryMs: number): Promise<Measured> {
    const delays: number[] = []
    const before = streams.map(({ tokens, textBytes, wireBytes }) => ({ tokens, textBytes, wireBytes }))
    const beganAt = now()
    for (const stream of streams) stream.delays = delays
    const probes: Stream[] = []
    while (now() - beganAt < ms) {
      if (probeEveryMs > 0 && nextProbe < PROBE_STORIES.to)
        probes.push(new Stream(side, port, nextProbe++, marks))
      await sleep(probeEveryMs || ms)
    }
    for (const stream of streams) stream.delays = null
    const seconds = (now() - beganAt) / 1_000
    const gained = (what: "tokens" | "textBytes" | "wireBytes") =>
      streams.reduce((sum, stream, at) => sum + stream[what] - (before[at]?.[what] ?? 0), 0)
    const sums = { tokens: gained("tokens"), wireBytes: gained("wireBytes"), textBytes: gained("textBytes") }
    await Promise.race([Promise.all(probes.map(({ first }) => first)), sleep(PROBE_PATIENCE_MS)])
    const answered = probes.filter(({ firstAt }) => firstAt > 0)
    delays.sort((a, b) => a - b)
    return {
      ...sums,
      seconds,
      delayP50: delays[Math.floor(delays.length * 0.5)] ?? Number.NaN,
      delayP99: delays[Math.floor(delays.length * 0.99)] ?? Number.NaN,
      addedTtft: answered.map(
        ({ story, firstAt, openedAt }) => firstAt - openedAt - marks.upstreamTime(story),
      ),
      steps: answered.map(({ story, firstAt, openedAt }) => marks.steps(story, openedAt, firstAt)),
      probesLost: probes.length - answered.length,
      broken: streams.filter(({ isBroken }) => isBroken).length,
    }
  }

  /** The app would go on writing without a reader, so it is told to stop. */
  async function close(): Promise<void> {
    for (const { request } of streams) request.destroy()
    const waiting = isApp(side) ? streams.filter(({ id }) => id !== "").values() : [].values()
    const worker = async () => {
      for (const stream of waiting) await stop(stream)
    }
    await Promise.all(Array.from({ length: STOPS_AT_ONCE }, worker))
    streams = []
  }

  function stop({ id, cookie }: Stream): Promise<void> {
    return new Promise((resolve) => {
      const path = `/generations/${id}/stop`
      const sent = request({
        host: "127.0.0.1",
        port,
        agent: false,
        method: "POST",
        path,
        headers: { cookie },
      })
      sent.on("error", () => resolve())
      sent.on("response", (response) => response.resume().on("close", () => resolve()))
      sent.end()
    })
  }

  parentPort?.on("message", async (command: LoadCommand) => {
    if (command.do === "open") {
      ;({ side, port } = command)
      parentPort?.postMessage(await openAll(command.streams, command.overMs))
    } else if (command.do === "measure") {
      parentPort?.postMessage(await measure(command.ms, command.probeEveryMs))
    } else {
      await close()
      parentPort?.postMessage(null)
    }
  })
}
