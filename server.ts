import { createServer } from "node:http"
import { registerHooks } from "node:module"
import type * as Entry from "./server/app.ts"

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const SHUTDOWN_MS = 4 * SECOND_MS
/** Readers hear of the end a moment after it is stored. */
const LAST_ANSWERS_MS = SECOND_MS / 2
const DEFAULT_PORT = 3_000
/** Fits a session's cookies twice; no browser sends more. */
const HEADERS_MAX_BYTES = 16 * 1_024
const HEADERS_MAX_COUNT = 100

const port = Number(process.env.PORT || DEFAULT_PORT)
const host = process.env.HOST || "0.0.0.0"
const isDevelopment = process.env.NODE_ENV === "development"

// React picks its build during import, so setting NODE_ENV here would be too late.
if (!isDevelopment && process.env.NODE_ENV !== "production") {
  console.error(
    "Start server.ts with NODE_ENV=production for the build or NODE_ENV=development for the sources",
  )
  process.exit(1)
}

const server = createServer({
  // Detects phones that vanished without closing; otherwise their sockets stay open until we send something.
  keepAlive: true,
  keepAliveInitialDelay: MINUTE_MS / 2,
  maxHeaderSize: HEADERS_MAX_BYTES,
  connectionsCheckingInterval: 5 * SECOND_MS,
})
const loaded = await (isDevelopment ? serveSources() : serveBuild()).catch((error: Error) => {
  console.error(error.name === "EnvironmentError" ? error.message : error)
  process.exit(1)
})

let stopping = false
loaded().start()
server.on("error", (error) => {
  console.error(`cannot listen on ${host}:${port}`, error)
  process.exit(1)
})
server.on("clientError", (error, socket) => loaded().refuse(error, socket))
// Handle a request with an unknown `Expect` header as if it had none.
server.on("checkExpectation", (request, response) => server.emit("request", request, response))
server.listen(port, host, () => {
  const url = `http://localhost:${port}`
  if (process.send) process.send({ type: "listening", url })
  else console.info("listening", url)
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

/** The image has neither Vite nor this file. */
async function serveSources(): Promise<() => typeof Entry> {
  const development = await import("./server/development.ts")
  return development.serveSources(server)
}

async function serveBuild(): Promise<() => typeof Entry> {
  // React Router's package exports its development build under every condition; the production build is beside it.
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const url = resolved.url.replace("/react-router/dist/development/", "/react-router/dist/production/")
      return { ...resolved, url }
    },
  })
  // A path in a variable, because the build does not exist during type checking.
  const buildPath = new URL("./build/server/index.js", import.meta.url).href
  const entry: typeof Entry = await import(buildPath)
  server.on("request", entry.answer)
  return () => entry
}

async function stop() {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
  const closed = new Promise((resolve) => server.close(resolve))
  await loaded().stop()
  // What is being answered may end, most of all pages without script, which tell where they go on.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_ANSWERS_MS))])
  server.closeAllConnections()
  process.exit(0)
}
