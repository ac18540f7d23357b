import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { Transform } from "node:stream"

/** A line between browser and app that can be cut and mended, and carries `bytesPerSecond`. */
export class DroppingLine {
  readonly origin: string
  #sockets = new Set<Socket>()
  #cut = false
  #close: () => void

  private constructor(port: number, close: () => void) {
    this.origin = `http://localhost:${port}`
    this.#close = close
  }

  static async to(port: number, bytesPerSecond = Number.POSITIVE_INFINITY): Promise<DroppingLine> {
    const server = createServer((browser) => {
      if (line.#cut) {
        browser.destroy()
        return
      }
      const app = connect(port, "localhost")
      for (const socket of [browser, app]) {
        line.#sockets.add(socket)
        socket.on("error", () => {})
        socket.on("close", () => {
          line.#sockets.delete(socket)
          browser.destroy()
          app.destroy()
        })
      }
      browser.pipe(app)
      app.pipe(slowed(bytesPerSecond)).pipe(browser)
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const line = new DroppingLine((server.address() as AddressInfo).port, () => server.close())
    return line
  }

  cut(): void {
    this.#cut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#cut = false
  }

  close(): void {
    this.cut()
    this.#close()
  }
}

function slowed(bytesPerSecond: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      setTimeout(() => done(null, chunk), (chunk.byteLength / bytesPerSecond) * 1_000)
    },
  })
}
