// The readers, in their own thread: plain sockets, because a client of node:http takes longer than the server.
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { parentPort } from "node:worker_threads"

export interface LoadCommand {
  port: number
  request: string
  status: number
  connections: number
  ms: number
}

export interface Load {
  perSecond: number
  /** Answers with another status, and connections that broke. */
  broken: number
}

const END_OF_HEAD = "\r\n\r\n"

parentPort?.on("message", async (command: LoadCommand) => {
  parentPort?.postMessage(await load(command))
})

async function load({ port, request, status, connections, ms }: LoadCommand): Promise<Load> {
  const counts = { answers: 0, broken: 0 }
  const expected = Buffer.from(`HTTP/1.1 ${status} `)
  let isOver = false
  const ask = (socket: Socket) => socket.write(request, "latin1")
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, "127.0.0.1", () => ask(socket))
    let pending: Buffer[] = []
    let missing = 0
    socket.on("data", (piece) => {
      pending.push(piece)
      missing -= piece.length
      if (missing > 0) return
      const bytes = pending.length === 1 ? piece : Buffer.concat(pending)
      const head = bytes.indexOf(END_OF_HEAD)
      const body = head < 0 ? null : bodyLength(bytes.toString("latin1", 0, head + 2))
      // Of chunks, the last one ends the answer.
      const isWhole = body === null ? bytes.toString("latin1", bytes.length - 5) === "0\r\n\r\n" : true
      missing = body === null ? 0 : head + END_OF_HEAD.length + body - bytes.length
      pending = [bytes]
      if (head < 0 || !isWhole || missing > 0) return
      counts.answers += 1
      if (!bytes.subarray(0, expected.length).equals(expected)) counts.broken += 1
      pending = []
      missing = 0
      if (!isOver) ask(socket)
    })
    socket.on("error", () => (counts.broken += 1))
    return socket
  })
  const from = performance.now()
  await sleep(ms)
  const { answers } = counts
  const seconds = (performance.now() - from) / 1_000
  isOver = true
  for (const socket of sockets) socket.destroy()
  return { perSecond: answers / seconds, broken: counts.broken }
}

/** Null for an answer in chunks. */
function bodyLength(head: string): number | null {
  if (/^HTTP\/1\.1 304/.test(head)) return 0
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(head) ?? []
  return length === undefined ? null : Number(length)
}
