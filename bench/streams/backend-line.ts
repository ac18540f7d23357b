import { once } from "node:events"
import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { now } from "./text.ts"

/** One request of the app to the backend. */
export interface Asked {
  path: string
  cameAt: number
  ms: number
  /** The size of the body that the app sent. */
  bytes: number
}

/** Stands between the apps and the backend, passes everything on and counts it. */
export class BackendLine {
  readonly asked: Asked[] = []
  readonly url: string
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async to(backendUrl: string): Promise<BackendLine> {
    const { hostname, port } = new URL(backendUrl)
    const server = createServer((came, answer) => {
      const one: Asked = { path: came.url ?? "", cameAt: now(), ms: 0, bytes: 0 }
      line.asked.push(one)
      const { method, headers, url } = came
      const passed = request({ hostname, port, method, headers, path: url }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
      })
      passed.on("error", () => answer.destroy())
      came.on("data", (bytes: Buffer) => (one.bytes += bytes.length))
      came.pipe(passed)
      answer.on("close", () => (one.ms = now() - one.cameAt))
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const line = new BackendLine(server)
    return line
  }

  /** How often each function was called since then, and with how many bytes. */
  since(time: number): { calls: Record<string, number>; count: number; bytes: number } {
    const asked = this.asked.filter(({ cameAt }) => cameAt >= time)
    const calls: Record<string, number> = {}
    for (const { path } of asked) {
      const name = path.split("?")[0]?.split("/").at(-1) ?? path
      calls[name] = (calls[name] ?? 0) + 1
    }
    return { calls, count: asked.length, bytes: asked.reduce((sum, { bytes }) => sum + bytes, 0) }
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
