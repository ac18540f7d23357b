import { createServer } from "node:http"
import { createRequestHandler } from "@react-router/express"
import compression from "compression"
import express, { type ErrorRequestHandler } from "express"
import { type RouterContext, RouterContextProvider, type ServerBuild } from "react-router"

const MINUTE_MS = 60_000
const SHUTDOWN_MS = 4_000
const DEFAULT_PORT = 3_000
/** Cookies of a session fit twice; more of them, or longer, is nobody's browser. */
const HEADERS_MAX_BYTES = 16 * 1_024
const HEADERS_MAX_COUNT = 100
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

const port = Number(process.env.PORT || DEFAULT_PORT)
const host = process.env.HOST || "0.0.0.0"

// React chooses its build while it is imported, so it is too late to choose here.
if (process.env.NODE_ENV !== "production") {
  console.error("server.ts serves the production build: start it with NODE_ENV=production")
  process.exit(1)
}

// A path in a variable: the build does not exist when types are checked.
const buildPath = new URL("./build/server/index.js", import.meta.url).href
const build: ServerBuild = await import(buildPath).catch((error: Error) => {
  console.error(error.name === "EnvironmentError" ? error.message : error)
  process.exit(1)
})
const entry = build.entry.module as unknown as {
  handOverGenerations(): Promise<void>
  socketAddressContext: RouterContext<string | null>
}

let stopping = false
const app = express()
app.disable("x-powered-by")
app.use((_request, response, next) => {
  // Whoever asks this process while it ends is to ask another one next.
  if (stopping) response.set("Connection", "close")
  next()
})
// A proxy in front ends the encryption; without its word, forms look as if they came from another site.
app.set("trust proxy", true)
app.use((request, response, next) => {
  if (METHODS.includes(request.method)) return next()
  response.status(405).set("Allow", METHODS.join(", ")).end()
})
// Never on live streams: they say `no-transform`, and a compressor would hold text back.
app.use(compression())
app.use(
  "/assets",
  express.static("build/client/assets", { immutable: true, maxAge: "1y", fallthrough: false }),
)
app.use(express.static("build/client", { maxAge: "1h", index: false }))
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

// What even the router could not take: a host that is none, for example.
app.use(((error, _request, response, _next) => {
  console.error("a request was not understood:", error.message)
  if (!response.headersSent) response.status(400).type("text").send("400")
}) satisfies ErrorRequestHandler)

const server = createServer(
  {
    // Phones that went without a word: their sockets would be kept for as long as nothing is sent to them.
    keepAlive: true,
    keepAliveInitialDelay: MINUTE_MS / 2,
    maxHeaderSize: HEADERS_MAX_BYTES,
  },
  app,
)
server.on("error", (error) => {
  console.error(`cannot listen on ${host}:${port}: ${error.message}`)
  process.exit(1)
})
server.listen(port, host, () => {
  const url = `http://localhost:${port}`
  if (process.send) process.send({ type: "listening", url })
  else console.log(`listening on ${url}`)
})
// A slow line may take minutes to send a form; a request that sends nothing may not hold a socket.
server.requestTimeout = 5 * MINUTE_MS
server.headersTimeout = MINUTE_MS / 2
// Longer than the idle time of proxies in front, or they would reuse a socket that is being closed.
server.keepAliveTimeout = MINUTE_MS + 5_000
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
