import { randomInt } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { Server } from "node:http"
import { join } from "node:path"

const LOOPBACK = "127.0.0.1"
// Below the kernel's ephemeral range, so that no outgoing connection takes the port.
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const TRIES = 50
const PORTS = 65_536

/**
 * Listens on loopback and returns the address. Avatar addresses contain the port, so it is kept in the data
 * folder. While another program uses it, the next free port serves.
 */
export async function listenOnKeptPort(server: Server, dataDir: string): Promise<string> {
  const file = join(dataDir, "port")
  const kept = existsSync(file) ? Number(readFileSync(file, "utf8")) : null
  const isKept = kept !== null && Number.isInteger(kept) && kept > 0 && kept + TRIES < PORTS
  const port = await listenOnFreePort(server, isKept ? kept : randomInt(FIRST_PORT, LAST_PORT))
  if (!isKept) writeFileSync(file, String(port))
  return `http://${LOOPBACK}:${port}`
}

async function listenOnFreePort(server: Server, first: number): Promise<number> {
  for (let port = first; port < first + TRIES; port++) {
    if (await listens(server, port)) return port
  }
  throw new Error(`no free port from ${first} to ${first + TRIES - 1}`)
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false)
      else reject(error)
    }
    server.once("error", onError)
    server.listen(port, LOOPBACK, () => {
      server.off("error", onError)
      resolve(true)
    })
  })
}
