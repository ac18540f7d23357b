// The raw relay: the upstream's bytes to the client, and nothing else.
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { RAW_PROMPT } from "./upstream.ts"

const upstreamPort = Number(process.env.UPSTREAM_PORT)
const agent = new Agent({ keepAlive: true })

const server = createServer(({ url = "" }, response) => {
  const messages = [{ role: "user", content: `第${url.slice(1)}号，${RAW_PROMPT}` }]
  const call = request(
    { agent, host: "127.0.0.1", port: upstreamPort, method: "POST", path: "/" },
    (answer) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      answer.on("error", () => response.destroy())
      answer.pipe(response)
    },
  )
  call.on("error", () => response.destroy())
  response.on("close", () => call.destroy())
  call.end(JSON.stringify({ model: "scripted", stream: true, messages }))
}).listen(0, "127.0.0.1", 4_096, () => {
  process.send?.({ type: "listening", url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on("disconnect", () => process.exit())
