import { hash, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import type { Backend } from "./open-backend.ts"

/** Where `npm run backup` gets a backup of a running backend. */
export const BACKUP_PATH = "/backup"
// Never /_system: it shows anyone the schema and the configuration.
const SERVED = /^\/(?:auth|rest|storage)\/v1(?:\/|$)/
const MIB = 1_024 * 1_024
/** The largest file of any bucket, plus what a form may wrap around it. */
const BODY_MAX_BYTES = 10 * MIB + 64 * 1_024
/** Longer than `fetch` keeps a connection, which would otherwise send a request on one that we are closing. */
const KEEP_ALIVE_TIMEOUT_MS = 15 * 60_000

/** Puts the backend behind an HTTP server that does not listen yet. Only the secret key gets a backup. */
export function serveBackend(backend: Backend, secretKey: string): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS }, (incoming, outgoing) => {
    const answered =
      incoming.url === BACKUP_PATH && isSentWith(secretKey, incoming)
        ? sendBackup(backend, outgoing)
        : answer(backend, incoming).then((response) => send(response, incoming, outgoing))
    answered.catch((error) => {
      console.error("embedded backend:", error)
      outgoing.destroy()
    })
  })
}

function isSentWith(secretKey: string, { method, headers }: IncomingMessage): boolean {
  const [sent, ours] = [headers.authorization ?? "", `Bearer ${secretKey}`].map((text) =>
    hash("sha256", text, "buffer"),
  )
  return method === "POST" && sent !== undefined && ours !== undefined && timingSafeEqual(sent, ours)
}

async function sendBackup(backend: Backend, outgoing: ServerResponse): Promise<void> {
  const backup = await backend.backUp()
  outgoing.setHeader("Content-Type", "application/zip")
  await pipeline(backup, outgoing)
}

async function answer(backend: Backend, incoming: IncomingMessage): Promise<Response> {
  const url = new URL(incoming.url ?? "/", "http://127.0.0.1")
  if (!SERVED.test(url.pathname)) return Response.json({ message: "Not found" }, { status: 404 })

  const body = await readBody(incoming)
  if (!body) return Response.json(TOO_LARGE, { status: 413 })

  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && name !== "transfer-encoding") headers.set(name, String(value))
  }
  // Lite checks a bucket's limit against this header alone, so it must be present and true.
  if (body.length > 0) headers.set("content-length", String(body.length))
  const method = incoming.method ?? "GET"
  const hasBody = method !== "GET" && method !== "HEAD"
  return backend.fetch(new Request(url, { method, headers, body: hasBody ? body : null }))
}

const TOO_LARGE = {
  statusCode: "413",
  error: "Payload too large",
  message: "The object exceeded the maximum allowed size",
}

/**
 * The whole body, or null when it is too large. It is read to its end either way, so that the sender receives
 * the answer.
 */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of incoming) {
    size += piece.length
    if (size > BODY_MAX_BYTES) pieces.length = 0
    else pieces.push(piece)
  }
  return size > BODY_MAX_BYTES ? null : new Uint8Array(Buffer.concat(pieces))
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.statusCode = response.status
  outgoing.setHeaders(response.headers)
  // The sender declared the upload's type, and a browser must not guess another one.
  outgoing.setHeader("X-Content-Type-Options", "nosniff")
  outgoing.end(incoming.method === "HEAD" ? undefined : body)
}
