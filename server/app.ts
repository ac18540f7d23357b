import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import * as build from "virtual:react-router/server-build"
import { createRequestHandler } from "@react-router/express"
import compression from "compression"
import express, { type ErrorRequestHandler } from "express"
import { RouterContextProvider } from "react-router"
import { answerPlainly } from "#app/plain-answer.tsx"
import { handOverGenerations } from "#app/server/generation/storage-loop.server.ts"
import { answerFromCache, passRendering } from "#app/server/http/cached-answers.server.ts"
import { refuseConnection } from "#app/server/http/refuse-connection.server.ts"
import { logRequest } from "#app/server/http/request-log.server.ts"
import { dropBadForwards, hasOneHost, isFromElsewhere } from "#app/server/http/request-origin.server.ts"
import { feedOf, letFeedWrite } from "#app/server/http/response-feed.server.ts"
import { addSecurityHeaders } from "#app/server/http/security-headers.server.ts"
import { captureConsole, describeError, log } from "#app/server/log/log.server.ts"
import { nameRoute, requestHeaders, requestId, withRecord } from "#app/server/log/request-record.server.ts"
import { startRetention } from "#app/server/retention/retention.server.ts"
import { checkKeys } from "#app/server/supabase/key-check.server.ts"
import { socketAddressContext } from "#app/server/visitor/client-address.server.ts"
import { publicPageKey } from "#app/server/visitor/public-page.server.ts"

/** For the route tests, which call the router without this app. */
export { build, feedOf }

/** A browser shows an answer only after we read its upload, so we read more than a form may contain, but not this much. */
const BODY_MAX_BYTES = 100 * 1_024 * 1_024
/** Our files' names have an ending. What may be encoded or odd is for the library to judge. */
const NO_FILE = /^[\w/-]*$/
/** No route takes another one, and the router would answer it like one of these. */
const METHODS = ["GET", "HEAD", "POST"]

let stopping = false
/** The response in progress on each connection. */
const answering = new WeakMap<Duplex, ServerResponse>()

const app = express()
app.disable("x-powered-by")
app.use((_request, response, next) => {
  response.set(requestHeaders(requestId()))
  next()
})
app.use(addSecurityHeaders)
app.use((request, response, next) => {
  answering.set(request.socket, response)
  response.once("close", () => answering.delete(request.socket))
  next()
})
app.use((_request, response, next) => {
  // While this process shuts down, make clients open their next connection to another one.
  if (stopping) response.set("Connection", "close")
  next()
})
app.use((request, response, next) => {
  if (!hasOneHost(request)) return answerPlainly(request, response, 400)
  next()
})
// A proxy terminates TLS. Without its X-Forwarded-Proto, our forms would seem to come from another site.
app.set("trust proxy", true)
app.use((request, response, next) => {
  if (METHODS.includes(request.method)) return next()
  response.set("Allow", METHODS.join(", "))
  answerPlainly(request, response, 405)
})
app.use((request, response, next) => {
  if (isFromElsewhere(request)) return answerPlainly(request, response, 403)
  // The router would check Origin again, against the host that the proxy uses, which may differ from the public one.
  delete request.headers.origin
  next()
})
app.use((request, response, next) => {
  if (Number(request.headers["content-length"] ?? 0) <= BODY_MAX_BYTES) return next()
  response.set("Connection", "close")
  answerPlainly(request, response, 413)
})
// Live streams opt out with `no-transform`, because compression would delay their text.
app.use(compression())
// In development, Vite serves the files, and a build beside it may be old.
if (import.meta.env.PROD) app.use(builtFiles())
app.use(
  createRequestHandler({
    build,
    // Not `request.ip`, which trusts any X-Forwarded-For.
    getLoadContext(request, response) {
      const context = contextFor(request.socket.remoteAddress ?? null)
      passRendering(request, context)
      letFeedWrite(request, response, context)
      return context
    },
  }),
)

// Errors before the router answers, such as an invalid host, and missing files.
app.use(((error, request, response, _next) => {
  const status = error.status ?? (error instanceof TypeError ? 400 : 500)
  if (status >= 500) log("error", "a request was not answered", { error: describeError(error) })
  if (response.headersSent) response.destroy()
  else answerPlainly(request, response, status)
}) satisfies ErrorRequestHandler)

function builtFiles() {
  const files = express.Router()
  files.use(
    "/assets",
    (_request, _response, next) => {
      nameRoute("/assets/*")
      next()
    },
    express.static("build/client/assets", {
      immutable: true,
      maxAge: "1y",
      fallthrough: false,
      redirect: false,
    }),
  )
  const atRoot = express.static("build/client", {
    maxAge: "1h",
    index: false,
    redirect: false,
    setHeaders: () => nameRoute("file"),
  })
  files.use((request, response, next) => {
    // It would look for each page on the disk, and make an error of not finding it.
    if (NO_FILE.test(request.path)) next()
    else atRoot(request, response, next)
  })
  return files
}

/** Answers every request of the site, in development as in production. */
export function answer(request: IncomingMessage, response: ServerResponse): void {
  const record = logRequest(request, response)
  dropBadForwards(request)
  const answerByApp = () => withRecord(record, () => app(request, response))
  const key = stopping || !hasOneHost(request) ? null : publicPageKey(request)
  if (key === null) answerByApp()
  else answerFromCache(key, { request, response, record }, answerByApp)
}

/** The router's context of a request from this address; null if it has none. */
export function contextFor(socketAddress: string | null): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(socketAddressContext, socketAddress)
  return context
}

/** Prepares the process before it listens. */
export function start(): void {
  // In development, whoever edits reads whole messages.
  if (import.meta.env.PROD) logEverything()
  void checkKeys()
  startRetention()
}

function logEverything(): void {
  captureConsole()
  process.on("uncaughtException", (error) => {
    log("error", "the process ends", { error: describeError(error) })
    process.exit(1)
  })
}

/** Closes a connection whose request never reached `app`. */
export function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  refuseConnection(error, socket, answering.get(socket)?.headersSent ?? false)
}

/** Stores all generations before the process exits, so that another process can continue them. */
export async function stop(): Promise<void> {
  stopping = true
  await handOverGenerations()
}
