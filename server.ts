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
/** Fits a session's cookies twice; no browser sends more. */
const HEADERS_MAX_BYTES = 16 * 1_024
const HEADERS_MAX_COUNT = 100
/** A browser shows an answer only after we read its upload, so we read more than a form may contain, but not this much. */
const BODY_MAX_BYTES = 100 * 1_024 * 1_024
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

const port = Number(process.env.PORT || DEFAULT_PORT)
const host = process.env.HOST || "0.0.0.0"

// React picks its build during import, so setting NODE_ENV here would be too late.
if (process.env.NODE_ENV !== "production") {
  console.error("server.ts serves the production build: start it with NODE_ENV=production")
  process.exit(1)
}

// React Router's package exports its development build under every condition; the production build is beside it.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const url = resolved.url.replace("/react-router/dist/development/", "/react-router/dist/production/")
    return { ...resolved, url }
  },
})
const { createRequestHandler } = await import("@react-router/express")
const { RouterContextProvider } = await import("react-router")

// A path in a variable, because the build does not exist during type checking.
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
/** The response in progress on each connection. */
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
  // While this process shuts down, make clients open their next connection to another one.
  if (stopping) response.set("Connection", "close")
  next()
})
app.use((request, response, next) => {
  if (!entry.hasOneHost(request)) return entry.answerPlainly(request, response, 400)
  entry.dropBadForwards(request)
  next()
})
// A proxy terminates TLS. Without its X-Forwarded-Proto, our forms would seem to come from another site.
app.set("trust proxy", true)
app.use((request, response, next) => {
  if (METHODS.includes(request.method)) return next()
  response.set("Allow", METHODS.join(", "))
  entry.answerPlainly(request, response, 405)
})
app.use((request, response, next) => {
  if (entry.isFromElsewhere(request)) return entry.answerPlainly(request, response, 403)
  // The router would check Origin again, against the host that the proxy uses, which may differ from the public one.
  delete request.headers.origin
  next()
})
app.use((request, response, next) => {
  if (Number(request.headers["content-length"] ?? 0) <= BODY_MAX_BYTES) return next()
  response.set("Connection", "close")
  entry.answerPlainly(request, response, 413)
})
// Live streams opt out with `no-transform`, because compression would delay their text.
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
      // Not `request.ip`, which trusts any X-Forwarded-For.
      context.set(entry.socketAddressContext, request.socket.remoteAddress ?? null)
      return context
    },
  }),
)

// Errors before the router answers, such as an invalid host, and missing files.
app.use(((error, request, response, _next) => {
  const status = error.status ?? (error instanceof TypeError ? 400 : 500)
  if (status >= 500) log("error", "a request was not answered", { error: describeError(error) })
  if (response.headersSent) response.destroy()
  else entry.answerPlainly(request, response, status)
}) satisfies ErrorRequestHandler)

const server = createServer(
  {
    // Detects phones that vanished without closing; otherwise their sockets stay open until we send something.
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
// Handle a request with an unknown `Expect` header as if it had none.
server.on("checkExpectation", app)
server.listen(port, host, () => {
  void entry.checkKeys()
  const url = `http://localhost:${port}`
  if (process.send) process.send({ type: "listening", url })
  else log("info", "listening", { url })
})
// A slow line may take minutes to send a form, but a request that sends no headers must not hold a socket.
server.requestTimeout = 5 * MINUTE_MS
server.headersTimeout = MINUTE_MS / 2
// Longer than the idle timeout of proxies, which would otherwise reuse a socket that we are closing.
server.keepAliveTimeout = MINUTE_MS + 5 * SECOND_MS
server.maxHeadersCount = HEADERS_MAX_COUNT

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop)
// The parent process has died.
process.on("disconnect", stop)

/** Stores all generations before the process exits, so that another process can continue them. */
async function stop() {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
  server.close()
  await entry.handOverGenerations()
  server.closeAllConnections()
  process.exit(0)
}
