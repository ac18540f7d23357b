// The bare server: node:http sends the recorded answers and does nothing else.
import { readFileSync } from "node:fs"
import { createServer, type OutgoingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

export interface Recorded {
  path: string
  /** What the request's `If-None-Match` is for this answer. */
  known: string | undefined
  status: number
  headers: OutgoingHttpHeaders
  /** In base64. */
  body: string
}

const recorded: Recorded[] = JSON.parse(readFileSync(process.env.RECORDED ?? "", "utf8"))
const answers = new Map(
  recorded.map(({ body, ...answer }) => [
    keyOf(answer.path, answer.known),
    { ...answer, body: Buffer.from(body, "base64") },
  ]),
)

const server = createServer(({ url = "", headers }, response) => {
  const answer = answers.get(keyOf(url, headers["if-none-match"]))
  response.writeHead(answer?.status ?? 404, answer?.headers).end(answer?.body)
}).listen(0, "127.0.0.1", () => {
  process.send?.({ type: "listening", url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on("disconnect", () => process.exit())

function keyOf(path: string, known = ""): string {
  return `${path}\n${known}`
}
