import { createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

const LOOK_AGAIN_MS = 100

/** Why nothing can listen there (`EADDRINUSE`, `EACCES`), or null when something can. */
export function portProblem(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

export async function portAnswers(port: number): Promise<void> {
  while (!(await fetch(`http://localhost:${port}/`, { method: "HEAD" }).catch(() => null))) {
    await sleep(LOOK_AGAIN_MS)
  }
}
