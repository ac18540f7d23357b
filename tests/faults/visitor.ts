import { type ClientRequest, type IncomingMessage, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { App } from "./cluster.ts"
import { promptOf } from "./story-upstream.ts"

const LOOPBACK = "127.0.0.1"
const AGAIN_MS = 300
/** After this time without an answer the visitor sends the form or page again. */
const PATIENCE_MS = 15_000
const GIVES_UP_MS = 90_000

interface Answer {
  status: number
  headers: IncomingMessage["headers"]
  body: string
}

/** A browser's cookies, shared by all processes, and its patience: it repeats what is not answered. */
export class Visitor {
  cookie = ""

  /** Gets the cookie that owns what the visitor requests. */
  async arrive(app: App): Promise<void> {
    const { headers } = await this.#ask(app, "GET", "/")
    this.cookie = (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ")
  }

  /** Posts the form as the page without script does, and returns the generation's id. */
  async generate(
    app: App,
    story: number,
    key: string,
    length = "1",
    more: Record<string, string> = {},
  ): Promise<string> {
    const fields = { prompt: promptOf(story), erotic_level: "1", length, key, ...more }
    const { status, headers } = await this.#ask(app, "POST", "/", new URLSearchParams(fields).toString())
    const id = /generation=([\w-]{22})/.exec(headers.location ?? "")?.[1]
    if (!id) throw new Error(`the form was answered with ${status}`)
    return id
  }

  /** Posts a form, and returns the status of the answer. */
  async post(app: App, path: string, fields: URLSearchParams): Promise<number> {
    return (await this.#ask(app, "POST", path, fields.toString())).status
  }

  /** Has a paragraph written anew, and returns the id of the generation that writes it. */
  async rewrite(app: App, id: string, paragraph: number, key: string): Promise<string> {
    const fields = { intent: "rewrite", key, paragraph: String(paragraph), wish: "" }
    const path = `/generations/${id}/paragraphs`
    const { status, headers } = await this.#ask(app, "POST", path, new URLSearchParams(fields).toString())
    const writing = /writing=([\w-]{22})/.exec(headers.location ?? "")?.[1]
    if (!writing) throw new Error(`the paragraph was answered with ${status}`)
    return writing
  }

  async stop(app: App, id: string): Promise<void> {
    await this.#ask(app, "POST", `/generations/${id}/stop`)
  }

  /** The download's text without the title over it and the line under it; null where the app has none to give now. */
  async download(app: App, id: string): Promise<string | null> {
    const answer = await this.#send(app, "GET", `/generations/${id}/text`).catch(() => null)
    if (answer?.status !== 200) return null
    const body = answer.body.replace(/^\uFEFF(?:《[^\n]+》\n\n)?/, "")
    return body.split("\n\n").slice(0, -1).join("\n\n")
  }

  /** Opens an answer that goes on; `opened` gets the request, whose socket a fault may choose. */
  open(app: App, path: string, headers: Record<string, string> = {}): ClientRequest {
    const { port } = app.browserLine
    return request({ host: LOOPBACK, port, path, agent: false, headers: { cookie: this.cookie, ...headers } })
  }

  async #ask(app: App, method: string, path: string, body = ""): Promise<Answer> {
    const until = Date.now() + GIVES_UP_MS
    while (Date.now() < until) {
      const answer = await this.#send(app, method, path, body).catch(() => null)
      if (answer && answer.status < 500) return answer
      await sleep(AGAIN_MS)
    }
    throw new Error(`${app.name} does not answer ${method} ${path}`)
  }

  #send(app: App, method: string, path: string, body = ""): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request({
        host: LOOPBACK,
        port: app.browserLine.port,
        path,
        method,
        agent: false,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          cookie: this.cookie,
          "content-type": "application/x-www-form-urlencoded",
          "content-length": Buffer.byteLength(body),
        },
      })
      sent.on("error", reject)
      sent.on("response", (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (piece) => (text += piece))
        response.on("error", reject)
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        )
      })
      sent.end(body)
    })
  }
}
