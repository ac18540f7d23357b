import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { Ledger, SentStore } from "./ledger.ts"

const LOOPBACK = "127.0.0.1"

/** What can happen to one call: it never arrives, its answer never comes, or either comes late or in pieces. */
export type CallFault = "cut-before" | "cut-after" | "stall" | "outlast" | "drip"
/** Of a call that stores. One that outlasts the app's patience delays every row of its batch, as an outage does. */
export const STORE_FAULTS: readonly CallFault[] = ["cut-before", "cut-after", "stall", "drip"]
/** Of the call that creates a row. */
export const ROW_FAULTS: readonly CallFault[] = [...STORE_FAULTS, "outlast"]

const STALL_MS = 3_000
/** Longer than the app waits for a call. */
const OUTLAST_MS = 6_000
const DRIP_MS = 20

/** How often the app called a function over this line, the bytes each way, and the time until the answers. */
interface Traffic {
  calls: number
  bytesOut: number
  bytesIn: number
  ms: number
}

/** The line between one app and the backend. It keeps the ledger of what the backend acknowledged. */
export class BackendLine {
  /** Lets nothing through, as when the database is down. */
  isAway = false
  /** Refuses rows and files as a full disk does; reads still work. */
  isFull = false
  /** How many calls `refuse` has turned down. */
  refusedCalls = 0
  readonly traffic = new Map<string, Traffic>()
  readonly url: string
  readonly #server: Server
  /** By the name of the function whose next calls they harm, one each. */
  readonly #faults = new Map<string, { fault: CallFault; containing: string; struck: () => void }[]>()
  #refused: { id: string; status: number } | null = null
  #nextRow: number | null = null
  #refusedFunction: string | null = null

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`
  }

  static async to(backendUrl: string, writer: string, ledger: Ledger): Promise<BackendLine> {
    const server = createServer((request, response) => {
      line.#pass(request, response, { backendUrl, writer, ledger }).catch(() => response.destroy())
    })
    server.listen(0, LOOPBACK)
    await once(server, "listening")
    const line = new BackendLine(server)
    return line
  }

  /**
   * Harms the next call of this function that nothing harms yet and whose body has these words in it. Resolves when
   * that call has come.
   */
  harmNext(name: string, fault: CallFault, containing = ""): Promise<void> {
    const { promise, resolve: struck } = Promise.withResolvers<void>()
    this.#faults.set(name, [...(this.#faults.get(name) ?? []), { fault, containing, struck }])
    return promise
  }

  /** Answers with this status to every call that contains this generation's row, until `takeAll`. */
  refuse(id: string, status: number): void {
    this.#refused = { id, status }
  }

  /** Answers with this status to the call that creates the next row. */
  refuseNextRow(status: number): void {
    this.#nextRow = status
  }

  /** Refuses what the calls of this function would store, as a column that is too small does, until `takeAll`. */
  refuseContentOf(name: string): void {
    this.#refusedFunction = name
  }

  takeAll(): void {
    this.#refused = null
    this.#refusedFunction = null
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #pass(
    request: IncomingMessage,
    response: ServerResponse,
    { backendUrl, writer, ledger }: { backendUrl: string; writer: string; ledger: Ledger },
  ): Promise<void> {
    const name = request.url?.split("/").at(-1)?.split("?")[0] ?? ""
    const body = await bodyOf(request)
    const fault = this.#faultOf(name, body)
    if (this.isAway || fault === "cut-before") return void request.socket.destroy()
    if (fault === "stall") await sleep(STALL_MS)
    if (fault === "outlast") await sleep(OUTLAST_MS)

    if (this.isFull && request.method !== "GET" && stores(request.url ?? "", body)) {
      response.writeHead(500, { "content-type": "application/json" })
      return void response.end(DISK_FULL)
    }
    if (this.#nextRow && name === "create_generation") {
      this.refuse(JSON.parse(body).p_id, this.#nextRow)
      this.#nextRow = null
    }
    if (this.#refused && idsIn(name, body, ledger).includes(this.#refused.id)) {
      this.refusedCalls += 1
      response.writeHead(this.#refused.status, { "content-type": "application/json" })
      return void response.end(REFUSAL)
    }
    if (name === this.#refusedFunction) {
      response.writeHead(400, { "content-type": "application/json" })
      return void response.end(TOO_LONG)
    }
    const sent = name === "store_generations" ? ledger.sent(JSON.parse(body).p_batch) : null
    const from = performance.now()
    const answer = await fetch(`${backendUrl}${request.url}`, {
      method: request.method ?? "GET",
      headers: headersOf(request),
      body: body === "" ? null : body,
    })
    const text = await answer.text()
    this.#count(name, body, text, performance.now() - from)
    if (answer.ok && text !== "") note(ledger, writer, { name, sent, asked: body, answered: text })
    if (fault === "cut-after" || this.isAway) return void request.socket.destroy()

    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" })
    for (const part of fault === "drip" ? (text.match(/.{1,40}/gsu) ?? []) : [text]) {
      response.write(part)
      if (fault === "drip") await sleep(DRIP_MS)
    }
    response.end()
  }

  #faultOf(name: string, body: string): CallFault | null {
    const faults = this.#faults.get(name) ?? []
    const next = faults.find(({ containing }) => body.includes(containing))
    if (!next) return null
    faults.splice(faults.indexOf(next), 1)
    next.struck()
    return next.fault
  }

  #count(name: string, asked: string, answered: string, ms: number): void {
    const before = this.traffic.get(name) ?? { calls: 0, bytesOut: 0, bytesIn: 0, ms: 0 }
    this.traffic.set(name, {
      calls: before.calls + 1,
      bytesOut: before.bytesOut + Buffer.byteLength(asked),
      bytesIn: before.bytesIn + Buffer.byteLength(answered),
      ms: before.ms + ms,
    })
  }
}

const STORING = /^\/(?:rest|storage)\/v1\/(?!rpc\/(?:find|follow|get|list)_)/
/** Recorded from the embedded backend on a full disk. */
const DISK_FULL = JSON.stringify({
  code: "53100",
  message: 'could not extend file "base/5/16580": No space left on device',
  details: null,
  hint: null,
})

/** A code that the app does not know. */
const REFUSAL = JSON.stringify({ code: "ZZ999", message: "refused", details: null, hint: null })

/** Recorded from the embedded backend. */
const TOO_LONG = JSON.stringify({
  code: "23514",
  message: 'new row for relation "generations" violates check constraint "edits_shape"',
  details: null,
  hint: null,
})

/** Whether a call writes a row or a file. That of a process without changes writes none. */
function stores(path: string, body: string): boolean {
  if (path.endsWith("/store_generations") && JSON.parse(body).p_batch.length === 0) return false
  return STORING.test(path)
}

/** The generations whose rows a call would write. */
function idsIn(name: string, body: string, ledger: Ledger): string[] {
  if (name === "create_generation") return [JSON.parse(body).p_id]
  if (name !== "store_generations") return []
  const changes: { n: number }[] = JSON.parse(body).p_batch
  return changes.flatMap(({ n }) => ledger.idOf(n) ?? [])
}

function note(
  ledger: Ledger,
  writer: string,
  call: { name: string; sent: SentStore | null; asked: string; answered: string },
): void {
  const answered = JSON.parse(call.answered)
  if (call.sent) ledger.answered(call.sent, answered)
  else if (call.name === "create_generation") for (const row of answered) ledger.created(writer, row)
  else if (call.name === "claim_generation") {
    for (const row of answered) ledger.claimed(writer, JSON.parse(call.asked).p_id, row)
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString("utf8")
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const name of ["apikey", "authorization", "content-type", "accept", "prefer", "content-profile"]) {
    const value = request.headers[name]
    if (typeof value === "string") headers.set(name, value)
  }
  return headers
}
