// Loaded before a server (--import): divides its time-outs by a hundred, so that a test can see them pass.
import http, { type RequestListener, type ServerOptions } from "node:http"
import { syncBuiltinESMExports } from "node:module"

const SHARE = 100
const LOOK_EVERY_MS = 50
const { createServer } = http

http.createServer = ((options: ServerOptions, listener: RequestListener) => {
  const server = createServer({ ...options, connectionsCheckingInterval: LOOK_EVERY_MS }, listener)
  server.once("listening", () => {
    server.headersTimeout /= SHARE
    server.requestTimeout /= SHARE
    server.keepAliveTimeout /= SHARE
  })
  return server
}) as typeof createServer
syncBuiltinESMExports()
