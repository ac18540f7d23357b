import { type ClientRequest, type IncomingMessage, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { now } from "./text.ts"
import { promptOf } from "./upstream.ts"

const AGAIN_MS = 100
const ENDS = ["done", "stopped", "failed"]

interface Answer {
  status: number
  headers: IncomingMessage["headers"]
  body: string
  /** When its headers arrived. */
  at: number
}

/** A browser's cookies, without the browser. */
export class Visitor {
  cookie = ""

  /** Gets the cookie that owns what is written for it. */
  async arrive(port: number): Promise<this> {
    const { headers } = await this.send(port, "GET", "/healthz")
    this.#keep(headers)
    if (this.cookie === "") this.#keep((await this.send(port, "GET", "/")).headers)
    return this
  }

  /** Posts the form as the page without script does. */
  async submit(
    port: number,
    story: number,
    key: string,
  ): Promise<{ id: string; at: number; status: number }> {
    const fields = { prompt: promptOf(story), erotic_level: "1", length: "1", key }
    const { headers, at, status } = await this.send(port, "POST", "/", new URLSearchParams(fields).toString())
    return { id: /generation=([\w-]{22})/.exec(headers.location ?? "")?.[1] ?? "", at, status }
  }

  /** Resolves when the process has answered. */
  async stop(port: number, id: string): Promise<void> {
    await this.send(port, "POST", `/generations/${id}/stop`)
  }

  /** The stored text without the byte order mark before it and the line under it. */
  async download(port: number, id: string): Promise<string> {
    const { body } = await this.send(port, "GET", `/generations/${id}/text`)
    return body
      .replace(/^\uFEFF/, "")
      .split("\n\n")
      .slice(0, -1)
      .join("\n\n")
  }

  open(port: number, path: string): ClientRequest {
    const sent = request({ host: "127.0.0.1", port, path, agent: false, headers: { cookie: this.cookie } })
    sent.end()
    return sent
  }

  send(port: number, method: string, path: string, body = ""): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = { cookie: this.cookie, "content-type": "application/x-www-form-urlencoded" }
      const sent = request({ host: "127.0.0.1", port, path, method, agent: false, headers })
      sent.on("error", reject)
      sent.on("response", (response) => {
        const at = now()
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (piece) => (text += piece))
        response.on("error", reject)
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text, at }),
        )
      })
      sent.end(body)
    })
  }

  #keep(headers: IncomingMessage["headers"]): void {
    this.cookie = (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ")
  }
}

/** Reads a generation's events from any of these ports, and reconnects at once when a stream breaks off. */
export class Reader {
  text = ""
  end: string | null = null
  /** When text arrived. */
  readonly arrivals: number[] = []
  withdrawn = 0
  readonly #events: { at: number; what: "closed" | "answered" | "text" }[] = []
  connections = 0
  readonly finished: Promise<void>
  #finish: () => void = () => {}
  readonly #visitor: Visitor
  readonly #id: string
  readonly #ports: () => number[]
  #epoch = 0
  #request: ClientRequest | null = null
  #left = false

  constructor(visitor: Visitor, id: string, ports: () => number[]) {
    this.#visitor = visitor
    this.#id = id
    this.#ports = ports
    this.finished = new Promise((resolve) => (this.#finish = resolve))
    this.#connect()
  }

  /** Breaks the connection as a lost network does; the reader reconnects. */
  reset(): void {
    this.#request?.socket?.resetAndDestroy()
  }

  leave(): void {
    this.#left = true
    this.#request?.destroy()
  }

  async untilCharacters(count: number): Promise<void> {
    while (this.text.length < count && this.end === null) await sleep(20)
  }

  /** The longest time without new text between two arrivals, the later of which came after this time. */
  longestSilence(since: number): number {
    const silences = this.arrivals.map((at, index) =>
      at < since ? 0 : at - Math.max(this.arrivals[index - 1] ?? at, 0),
    )
    return Math.max(0, ...silences)
  }

  /** The first of each step after this time, in milliseconds since then. */
  stepsSince(time: number): Record<string, number> {
    const steps: Record<string, number> = {}
    let passed = time
    for (const what of ["closed", "answered", "text"] as const) {
      passed = this.#events.find((event) => event.what === what && event.at >= passed)?.at ?? Number.NaN
      steps[what] = Math.round(passed - time)
    }
    return steps
  }

  #connect(): void {
    const ports = this.#ports()
    const port = ports[this.connections % ports.length]
    this.connections += 1
    if (this.#left || port === undefined) return
    const path = `/generations/${this.#id}/events?from=${this.#epoch}.${this.text.length}`
    let buffer = ""
    let isOver = false
    const again = async () => {
      if (isOver) return
      isOver = true
      this.#events.push({ at: now(), what: "closed" })
      if (this.end !== null || this.#left) return
      await sleep(AGAIN_MS)
      this.#connect()
    }
    this.#request = this.#visitor.open(port, path)
    this.#request.on("error", again)
    this.#request.on("close", again)
    this.#request.on("response", (response) => {
      this.#events.push({ at: now(), what: "answered" })
      response.setEncoding("utf8")
      response.on("error", again)
      response.on("data", (piece: string) => {
        const blocks = (buffer + piece).split("\n\n")
        buffer = blocks.pop() ?? ""
        for (const block of blocks) this.#take(block)
      })
    })
  }

  #take(block: string): void {
    const type = /^event: (.*)$/m.exec(block)?.[1] ?? ""
    const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "{}")
    this.#epoch = Number.parseInt(/^id: (\d+)/m.exec(block)?.[1] ?? "", 10) || this.#epoch
    if (type === "reset") this.#withdraw(data.at)
    if (type === "text") {
      this.#withdraw(data.at)
      this.text += data.text
      this.arrivals.push(now())
      this.#events.push({ at: now(), what: "text" })
    }
    if (ENDS.includes(type)) {
      this.end = type === "failed" ? `failed: ${data.failure}` : type
      this.#finish()
      this.#request?.destroy()
    }
  }

  #withdraw(at: number): void {
    this.withdrawn += Math.max(0, this.text.length - at)
    this.text = this.text.slice(0, at)
  }
}
