import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

const LOOPBACK = "127.0.0.1"
const DRIP_BYTES = 40

/**
 * What can happen to one connection. Bytes are delayed, or lost with all that follow them, but never reordered.
 */
export class FaultConnection {
  readonly near: Socket
  readonly far: Socket
  #stalledUntil = 0
  #dripUntil = 0
  #breaksInside = false

  constructor(near: Socket, far: Socket) {
    this.near = near
    this.far = far
    for (const socket of [near, far]) {
      socket.on("error", () => {})
      socket.on("close", () => this.cut())
    }
    void this.#pump(near, far)
    void this.#pump(far, near)
  }

  cut(): void {
    this.near.destroy()
    this.far.destroy()
  }

  reset(): void {
    this.near.resetAndDestroy()
    this.far.resetAndDestroy()
  }

  /** Sends the next bytes from the far side in part, then resets the connection. */
  breakInside(): void {
    this.#breaksInside = true
  }

  stall(ms: number): void {
    this.#stalledUntil = Date.now() + ms
  }

  drip(ms: number): void {
    this.#dripUntil = Date.now() + ms
  }

  async #pump(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const bytes of from) {
        if (from === this.far && this.#breaksInside) {
          to.write(bytes.subarray(0, Math.ceil(bytes.length / 2)))
          await sleep(1)
          return this.reset()
        }
        for (const part of this.#parts(bytes)) {
          const stalledMs = this.#stalledUntil - Date.now()
          if (stalledMs > 0) await sleep(stalledMs)
          if (Date.now() < this.#dripUntil) await sleep(50)
          if (to.destroyed) return
          if (!to.write(part)) await Promise.race([once(to, "drain"), once(to, "close")])
        }
      }
      to.end()
    } catch {
      this.cut()
    }
  }

  #parts(bytes: Buffer): Buffer[] {
    if (Date.now() >= this.#dripUntil) return [bytes]
    const count = Math.ceil(bytes.length / DRIP_BYTES)
    return Array.from({ length: count }, (_, at) => bytes.subarray(at * DRIP_BYTES, (at + 1) * DRIP_BYTES))
  }
}

/** A line to a port of this machine. Each of its connections can be harmed alone. */
export class FaultLine {
  readonly port: number
  readonly #connections = new Set<FaultConnection>()
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
  }

  static async to(targetPort: number): Promise<FaultLine> {
    const server = createServer((near) => {
      const connection = new FaultConnection(near, connect(targetPort, LOOPBACK))
      line.#connections.add(connection)
      near.on("close", () => line.#connections.delete(connection))
    })
    server.listen(0, LOOPBACK)
    await once(server, "listening")
    const line = new FaultLine(server)
    return line
  }

  /** The connection that was opened from this port on the near side. */
  from(nearPort: number | undefined): FaultConnection | null {
    return [...this.#connections].find(({ near }) => near.remotePort === nearPort) ?? null
  }

  /** The connection that reaches the far side from this port. */
  arrivingFrom(farPort: number | undefined): FaultConnection | null {
    return [...this.#connections].find(({ far }) => far.localPort === farPort) ?? null
  }

  close(): void {
    this.#server.close()
    for (const connection of this.#connections) connection.cut()
  }
}
