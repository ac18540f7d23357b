import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { Transform } from "node:stream"

/** What an answer comes without: its second half, or only the mark that ends it. */
type Rest = "half" | "end"

const END_OF_CHUNKS = "0\r\n\r\n"

/** A line between browser and app that can be cut and mended, and carries `bytesPerSecond`. */
export class DroppingLine {
  readonly origin: string
  #sockets = new Set<Socket>()
  #cut = false
  #holdsBack: Rest | null = null
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
      app.pipe(line.#holding()).pipe(slowed(bytesPerSecond)).pipe(browser)
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

  /** Holds the rest of the router's next answer back until the line is cut. */
  holdBack(rest: Rest): void {
    this.#holdsBack = rest
  }

  close(): void {
    this.cut()
    this.#close()
  }

  #holding(): Transform {
    let answer: Buffer | null = null
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (!answer && !(this.#holdsBack && chunk.includes("text/x-script"))) return done(null, chunk)
        answer = Buffer.concat([answer ?? Buffer.of(), chunk])
        if (!answer.toString("latin1").endsWith(END_OF_CHUNKS)) return done()
        done(null, answer.subarray(0, this.#holdsBack === "half" ? halfOf(answer) : -END_OF_CHUNKS.length))
        this.#holdsBack = null
      },
    })
  }
}

/** Where the second half of an answer's body begins. */
function halfOf(answer: Buffer): number {
  return Math.round((answer.indexOf("\r\n\r\n") + answer.length) / 2)
}

function slowed(bytesPerSecond: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      setTimeout(() => done(null, chunk), (chunk.byteLength / bytesPerSecond) * 1_000)
    },
  })
}
