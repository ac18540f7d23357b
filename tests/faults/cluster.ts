import { once } from "node:events"
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import {
  type EmbeddedBackend,
  newDataDir,
  startEmbeddedBackend,
} from "../support/backend/embedded-backend.ts"
import { type OwnApp, startApp } from "../support/own-app.ts"
import { BackendLine } from "./backend-line.ts"
import { FaultLine } from "./fault-line.ts"
import { Ledger } from "./ledger.ts"
import { StoryUpstream } from "./story-upstream.ts"

/** One test machine sends far more from its address than any household would. */
const RATE_LIMITS = "generation.address=1000000/1h"
const RUNNING_LIMITS = "address=1000000"

/** After this time, text that is not stored has no process that writes it. */
const STORED_WITHIN_MS = 15_000
const LOOK_AGAIN_MS = 100

/** What a cluster needs of its backend. */
type Backend = Pick<
  EmbeddedBackend,
  "url" | "publishableKey" | "secretKey" | "sessionSecret" | "stop" | "kill"
>

/** One process of the app and its lines to everything else. The lines stay when the process ends. */
export class App {
  readonly name: string
  readonly port: number
  readonly browserLine: FaultLine
  readonly backendLine: BackendLine
  readonly upstreamLine: FaultLine
  /** A load balancer sends nobody to a paused process. */
  isPaused = false
  readonly #variables: Record<string, string>
  #running: OwnApp | null = null

  constructor(
    name: string,
    port: number,
    lines: { browser: FaultLine; backend: BackendLine; upstream: FaultLine },
    variables: Record<string, string>,
  ) {
    this.name = name
    this.port = port
    this.browserLine = lines.browser
    this.backendLine = lines.backend
    this.upstreamLine = lines.upstream
    this.#variables = variables
  }

  get pid(): number | undefined {
    return this.#running?.child.pid
  }

  /** What the current process has printed. */
  get output(): string {
    return this.#running?.output() ?? ""
  }

  async start(): Promise<void> {
    this.#running = await startApp({
      HOST: "127.0.0.1",
      PORT: String(this.port),
      SUPABASE_URL: this.backendLine.url,
      OPENAI_BASE_URL: `http://127.0.0.1:${this.upstreamLine.port}/v1`,
      OPENAI_MODEL: "scripted",
      RATE_LIMITS,
      RUNNING_LIMITS,
      ...this.#variables,
    })
  }

  /** Ends the process with this signal and waits until it is gone. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#running?.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    child.kill(signal)
    await ended
  }

  /** Freezes the process, as a starved machine would; `wake` lets it go on. */
  pause(): void {
    this.isPaused = true
    this.#running?.child.kill("SIGSTOP")
  }

  wake(): void {
    this.isPaused = false
    this.#running?.child.kill("SIGCONT")
  }
}

/** Two processes of the app, one backend and one model, with a line between each two that can be harmed. */
export class Cluster {
  readonly apps: App[] = []
  readonly ledger = new Ledger()
  readonly upstream: StoryUpstream
  readonly #dataDir: string
  #backend: Backend
  #backAt = 0

  private constructor(dataDir: string, backend: Backend, upstream: StoryUpstream) {
    this.#dataDir = dataDir
    this.#backend = backend
    this.upstream = upstream
  }

  static async start(options: {
    seed: number
    ports: readonly number[]
    charactersPerSecond: number
    variables?: Record<string, string>
    /** Instead of an embedded one. */
    backend?: Backend
  }): Promise<Cluster> {
    const dataDir = newDataDir()
    const backend = options.backend ?? (await startEmbeddedBackend({ dataDir, isBusy: true }))
    const upstream = await StoryUpstream.start(options.seed, options.charactersPerSecond)
    const cluster = new Cluster(dataDir, backend, upstream)
    const variables = {
      SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      SUPABASE_SECRET_KEY: backend.secretKey,
      SESSION_SECRET: backend.sessionSecret,
      ...options.variables,
    }
    for (const [index, port] of options.ports.entries()) {
      const name = `app ${index + 1}`
      const lines = {
        browser: await FaultLine.to(port),
        backend: await BackendLine.to(backend.url, name, cluster.ledger),
        upstream: await FaultLine.to(upstream.port),
      }
      cluster.apps.push(new App(name, port, lines, variables))
    }
    await Promise.all(cluster.apps.map((app) => app.start()))
    return cluster
  }

  get backend(): Backend {
    return this.#backend
  }

  /** Ends this process and starts another one in its place, which knows nothing of what that one wrote. */
  async restart(app: App, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    await app.end(signal)
    this.ledger.orphan(app.name)
    await app.start()
  }

  /** Kills the backend and starts it on the same data. */
  async killBackend(): Promise<void> {
    this.#backAt = Number.POSITIVE_INFINITY
    await this.#backend.kill()
    this.#backend = await startEmbeddedBackend({ dataDir: this.#dataDir, isBusy: true })
    this.#backAt = Date.now()
  }

  /** Cuts every app off from the backend, or reconnects them. */
  setBackendAway(isAway: boolean): void {
    for (const { backendLine } of this.apps) backendLine.isAway = isAway
    this.#backAt = isAway ? Number.POSITIVE_INFINITY : Date.now()
  }

  /**
   * Waits until what was kept in memory during an outage is stored, because it would die with the one process that has
   * it. Gives up after a while, so that a row that is never made becomes a lost text.
   */
  async untilStored(): Promise<void> {
    await this.#until(() => this.ledger.isStoredSince(this.#backAt))
  }

  /** Waits until this generation is stored again; false when that takes too long. */
  untilRowStored(id: string): Promise<boolean> {
    const from = Date.now()
    return this.#until(() => this.ledger.isRowStoredSince(id, from))
  }

  async #until(isSo: () => boolean): Promise<boolean> {
    const until = Date.now() + STORED_WITHIN_MS
    while (Date.now() < until && !isSo()) await sleep(LOOK_AGAIN_MS)
    return isSo()
  }

  /** Whether the backend was down at any time since then. */
  wasBackendAwaySince(time: number): boolean {
    return this.#backAt >= time
  }

  async untilBackendIsBack(): Promise<void> {
    while (this.#backAt > Date.now()) await sleep(LOOK_AGAIN_MS)
  }

  /** The process that writes this generation, according to the backend. */
  writerOf(id: string): App | null {
    const { writer } = this.ledger.entryOf(id) ?? {}
    return this.apps.find(({ name }) => name === writer) ?? null
  }

  async stop(): Promise<void> {
    for (const app of this.apps) {
      await app.end("SIGKILL")
      app.browserLine.close()
      app.backendLine.close()
      app.upstreamLine.close()
    }
    this.upstream.close()
    await this.#backend.stop()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}
