import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { ROOT } from "../../scripts/children.ts"
import { askProbe, forwardClock, WITH_PROBE } from "../../tests/support/ask-probe.ts"
import type { LoadCommand, Measured } from "./load-thread.ts"
import { Marks } from "./marks.ts"
import type { Pace } from "./upstream.ts"

const RELAY = fileURLToPath(new URL("./relay.ts", import.meta.url))
const UPSTREAM_THREAD = new URL("./upstream-thread.ts", import.meta.url)
const READERS_THREAD = new URL("./load-thread.ts", import.meta.url)
const OUTPUT_LINES = 20

/** All tests come from one address. */
const RATE_LIMITS = "generation.address=1000000/1h generation.visitor=1000000/1h"
const RUNNING_LIMITS = "visitor=1000000 address=1000000"

const started: Measurable[] = []

/** A server in its own process that can be asked what it uses. */
export class Measurable {
  readonly port: number
  readonly output: string[]
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number, output: string[]) {
    this.#child = child
    this.port = port
    this.output = output
  }

  static async start(program: string, variables: NodeJS.ProcessEnv): Promise<Measurable> {
    const child = spawn(process.execPath, [...WITH_PROBE, program], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { PATH: process.env.PATH, NODE_ENV: "production", HOST: "127.0.0.1", ...variables },
    })
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (bytes) => {
        output.push(String(bytes).trimEnd())
        if (output.length > OUTPUT_LINES) output.shift()
      })
    }
    const ended = once(child, "exit").then(() => {
      throw new Error(`${program} did not start:\n${output.join("\n")}`)
    })
    const [message] = await Promise.race([once(child, "message"), ended])
    ended.catch(() => {})
    const server = new Measurable(child, Number(new URL((message as { url: string }).url).port), output)
    started.push(server)
    return server
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  probe(what: "usage" | "living" | "time" = "usage") {
    return askProbe(this.#child, what)
  }

  /** Moves the process's clock, so that nobody waits for minutes. */
  forwardClock(forwardMs: number): void {
    forwardClock(this.#child, forwardMs)
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    if (!this.isAlive) return
    const ended = once(this.#child, "exit")
    this.#child.kill(signal)
    await ended
  }
}

export async function endAll(): Promise<void> {
  await Promise.all(started.map((server) => server.end("SIGKILL")))
}

export interface Backend {
  url: string
  publishableKey: string
  secretKey: string
}

/** Starts the built app as it is deployed. Without a backend, it keeps what it writes in memory alone. */
export async function startApp(upstreamPort: number, backend: Backend | null = null): Promise<Measurable> {
  return Measurable.start(join(ROOT, "server.ts"), {
    PORT: String(await freePort()),
    OPENAI_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
    OPENAI_MODEL: "scripted",
    SESSION_SECRET: "a secret of the stream bench",
    RATE_LIMITS,
    RUNNING_LIMITS,
    ...(backend && {
      SUPABASE_URL: backend.url,
      SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      SUPABASE_SECRET_KEY: backend.secretKey,
    }),
  })
}

export function startRelay(upstreamPort: number): Promise<Measurable> {
  return Measurable.start(RELAY, {
    UPSTREAM_PORT: String(upstreamPort),
  })
}

/** The upstream and the readers of the load rows, each in its own thread. */
export class LoadTools {
  readonly upstreamPort: number
  readonly #upstream: Worker
  readonly #readers: Worker

  private constructor(upstream: Worker, readers: Worker, upstreamPort: number) {
    this.#upstream = upstream
    this.#readers = readers
    this.upstreamPort = upstreamPort
  }

  static async start(steady: Pace): Promise<LoadTools> {
    const marks = new Marks().buffer
    const options = { workerData: { marks, steady }, execArgv: [] }
    const upstream = new Worker(UPSTREAM_THREAD, options)
    const readers = new Worker(READERS_THREAD, options)
    const [port] = await once(upstream, "message")
    return new LoadTools(upstream, readers, port)
  }

  async open(command: Omit<Extract<LoadCommand, { do: "open" }>, "do">): Promise<number> {
    return this.#ask({ do: "open", ...command })
  }

  async measure(ms: number, probeEveryMs: number): Promise<Measured> {
    return this.#ask({ do: "measure", ms, probeEveryMs })
  }

  async closeStreams(): Promise<void> {
    await this.#ask({ do: "close" })
  }

  async stop(): Promise<void> {
    await Promise.all([this.#upstream.terminate(), this.#readers.terminate()])
  }

  async #ask<Answer>(command: LoadCommand): Promise<Answer> {
    const answer = once(this.#readers, "message")
    this.#readers.postMessage(command)
    const [value] = await answer
    return value
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, "close")
  return port
}
