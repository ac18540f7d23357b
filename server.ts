import { createServer, type ServerResponse } from "node:http"
import { registerHooks } from "node:module"
import type { Duplex } from "node:stream"
import compression from "compression"
import express, { type ErrorRequestHandler } from "express"
import type { ServerBuild } from "react-router"
import type * as Entry from "#app/entry.server.tsx"

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const SHUTDOWN_MS = 4 * SECOND_MS
const DEFAULT_PORT = 3_000
/** Cookies of a session fit twice; more of them, or longer, is nobody's browser. */
const HEADERS_MAX_BYTES = 16 * 1_024
const HEADERS_MAX_COUNT = 100
/** A browser shows an answer only when its upload was taken, so more than a form may hold is read; not this much. */
const BODY_MAX_BYTES = 100 * 1_024 * 1_024
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

const port = Number(process.env.PORT || DEFAULT_PORT)
const host = process.env.HOST || "0.0.0.0"

// React chooses its build while it is imported, so it is too late to choose here.
if (process.env.NODE_ENV !== "production") {
  console.error("server.ts serves the production build: start it with NODE_ENV=production")
  process.exit(1)
}

// React Router's package names its development build for every condition; the other one lies beside it.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const url = resolved.url.replace("/react-router/dist/development/", "/react-router/dist/production/")
    return { ...resolved, url }
  },
})
const { createRequestHandler } = await import("@react-router/express")
const { RouterContextProvider } = await import("react-router")

// A path in a variable: the build does not exist when types are checked.
const buildPath = new URL("./build/server/index.js", import.meta.url).href
const build: ServerBuild = await import(buildPath).catch((error: Error) => {
  console.error(error.name === "EnvironmentError" ? error.message : error)
  process.exit(1)
})
const entry = build.entry.module as unknown as typeof Entry
const { log, describeError } = entry
entry.captureConsole()
process.on("uncaughtException", (error) => {
  log("error", "the process ends", { error: describeError(error) })
  process.exit(1)
})

let stopping = false
/** The answer that is under way on a connection. */
const answering = new WeakMap<Duplex, ServerResponse>()
const app = express()
app.disable("x-powered-by")
app.use(entry.logRequests)
app.use(entry.addSecurityHeaders)
app.use((request, response, next) => {
  answering.set(request.socket, response)
  response.once("close", () => answering.delete(request.socket))
  next()
})
app.use((_request, response, next) => {
  // Whoever asks this process while it ends is to ask another one next.
  if (stopping) response.set("Connection", "close")
  next()
})
app.use((request, response, next) => {
  if (!entry.hasOneHost(request)) return entry.answerPlainly(request, response, 400)
  entry.dropBadForwards(request)
  next()
})
// A proxy in front ends the encryption; without its word, forms look as if they came from another site.
app.set("trust proxy", true)
app.use((request, response, next) => {
  if (METHODS.includes(request.method)) return next()
  response.set("Allow", METHODS.join(", "))
  entry.answerPlainly(request, response, 405)
})
app.use((request, response, next) => {
  if (entry.isFromElsewhere(request)) return entry.answerPlainly(request, response, 403)
  // The router would compare it with the address as the proxy asks for it, and know less.
  delete request.headers.origin
  next()
})
app.use((request, response, next) => {
  if (Number(request.headers["content-length"] ?? 0) <= BODY_MAX_BYTES) return next()
  response.set("Connection", "close")
  entry.answerPlainly(request, response, 413)
})
// Never on live streams: they say `no-transform`, and a compressor would hold text back.
app.use(compression())
app.use(
  "/assets",
  (_request, _response, next) => {
    entry.nameRoute("/assets/*")
    next()
  },
  express.static("build/client/assets", {
    immutable: true,
    maxAge: "1y",
    fallthrough: false,
    redirect: false,
  }),
)
app.use(
  express.static("build/client", {
    maxAge: "1h",
    index: false,
    redirect: false,
    setHeaders: () => entry.nameRoute("file"),
  }),
)
app.use(
  createRequestHandler({
    build,
    getLoadContext(request) {
      const context = new RouterContextProvider()
      // Not `request.ip`: that believes whatever X-Forwarded-For says.
      context.set(entry.socketAddressContext, request.socket.remoteAddress ?? null)
      return context
    },
  }),
)

// What even the router could not take: a host that is none, for example; and files that are not there.
app.use(((error, request, response, _next) => {
  const status = error.status ?? (error instanceof TypeError ? 400 : 500)
  if (status >= 500) log("error", "a request was not answered", { error: describeError(error) })
  if (response.headersSent) response.destroy()
  else entry.answerPlainly(request, response, status)
}) satisfies ErrorRequestHandler)

const server = createServer(
  {
    // Phones that went without a word: their sockets would be kept for as long as nothing is sent to them.
    keepAlive: true,
    keepAliveInitialDelay: MINUTE_MS / 2,
    maxHeaderSize: HEADERS_MAX_BYTES,
    connectionsCheckingInterval: 5 * SECOND_MS,
  },
  app,
)
server.on("error", (error) => {
  log("error", "cannot listen", { host, port, error: describeError(error) })
  process.exit(1)
})
server.on("clientError", (error, socket) =>
  entry.refuseConnection(error, socket, answering.get(socket)?.headersSent ?? false),
)
// `Expect` with anything but the usual is answered by what is asked for.
server.on("checkExpectation", app)
server.listen(port, host, () => {
  void entry.checkKeys()
  const url = `http://localhost:${port}`
  if (process.send) process.send({ type: "listening", url })
  else log("info", "listening", { url })
})
// A slow line may take minutes to send a form; a request that sends nothing may not hold a socket.
server.requestTimeout = 5 * MINUTE_MS
server.headersTimeout = MINUTE_MS / 2
// Longer than the idle time of proxies in front, or they would reuse a socket that is being closed.
server.keepAliveTimeout = MINUTE_MS + 5 * SECOND_MS
server.maxHeadersCount = HEADERS_MAX_COUNT

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop)
// The process that started this one has died.
process.on("disconnect", stop)

/** What was written is stored before the process ends, so that another one can go on from there. */
async function stop() {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
  server.close()
  await entry.handOverGenerations()
  server.closeAllConnections()
  process.exit(0)
}
