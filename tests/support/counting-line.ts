import { once } from "node:events"
import { createServer, type IncomingMessage, request } from "node:http"
import type { AddressInfo } from "node:net"

/** A line to the backend that counts the requests whose address contains a text. */
export interface CountingLine {
  url: string
  countOf(text: string): number
  close(): void
}

/** `isRefused` says which requests get the refusal: as by a backend that is down, unless another one is given. */
export async function countingLine(
  backendUrl: string,
  isRefused: (asked: IncomingMessage) => boolean = () => false,
  refusal = { status: 503, body: "" },
): Promise<CountingLine> {
  const seen: string[] = []
  const server = createServer((asked, answer) => {
    seen.push(asked.url ?? "")
    if (isRefused(asked)) {
      asked.resume()
      answer.writeHead(refusal.status, { "Content-Type": "application/json" }).end(refusal.body)
      return
    }
    const { method, headers } = asked
    const passed = request(new URL(asked.url ?? "", backendUrl), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    passed.on("error", () => answer.destroy())
    asked.pipe(passed)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countOf: (text) => seen.filter((url) => url.includes(text)).length,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
