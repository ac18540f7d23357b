import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readOrMakeKeys } from "../../../supabase/local/backend-keys.ts"
import type { BackendMessage } from "../../../supabase/local/backend-message.ts"
import { nodeEnvironment, SHORT_LIVED } from "../node-environment.ts"

const MAIN = join(import.meta.dirname, "../../../supabase/local/main.ts")

export interface EmbeddedBackend {
  url: string
  publishableKey: string
  secretKey: string
  sessionSecret: string
  dataDir: string
  /** Where the backend moved a folder that was not a database. */
  setAside: string | null
  hasLostKeys: boolean
  /** What it has printed so far, above all mails. */
  output(): string
  /** Ends it as a deployment does, and deletes the folder unless the test provided it. */
  stop(): Promise<void>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
}

/** The least that bcrypt takes: most tests make accounts, and compare no times of sign-ins. */
export const CHEAP_HASH_COST = 4

interface BackendOptions {
  dataDir?: string
  appOrigin?: string
  confirmEmail?: boolean
  /** Whether it serves for minutes, and not for a few requests. */
  isBusy?: boolean
  /** How often a password is hashed, as a power of two; lite's own 10 where a test is about that. */
  hashCost?: number
}

/**
 * A data folder that no backend has served from. Where `PREPARED_DATABASE` is set it holds a copy of that, because making
 * a database costs more than twice as much as the rest of a start; a test of first starts makes an empty folder.
 */
export function newDataDir(within = tmpdir()): string {
  const dataDir = mkdtempSync(join(within, "luobi-backend-"))
  const prepared = process.env.PREPARED_DATABASE
  if (prepared) {
    readOrMakeKeys(dataDir)
    cpSync(prepared, join(dataDir, "pg"), { recursive: true })
  }
  return dataDir
}

/** Starts the real embedded backend as its own process, on a new data folder unless one is given. */
export async function startEmbeddedBackend(options: BackendOptions = {}): Promise<EmbeddedBackend> {
  const dataDir = options.dataDir ?? newDataDir()
  const child = spawnBackend(dataDir, options)
  let output = ""
  child.stdout?.on("data", (piece) => (output += piece))
  child.stderr?.on("data", (piece) => (output += piece))

  const message = await firstMessage(child, () => output)
  if (message.type === "in-use") throw new Error(`${message.dataDir} is in use`)
  if (message.type === "refused") throw new Error(`${message.problem}: ${message.path} (${message.detail})`)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, "exit")
  }
  return {
    ...message,
    dataDir,
    output: () => output,
    async stop() {
      await end("SIGTERM")
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
    kill: () => end("SIGKILL"),
  }
}

function spawnBackend(dataDir: string, options: BackendOptions): ChildProcess {
  return spawn(process.execPath, [...(options.isBusy ? [] : SHORT_LIVED), MAIN], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...nodeEnvironment(),
      DATA_DIR: dataDir,
      APP_ORIGIN: options.appOrigin ?? "http://127.0.0.1:3000",
      CONFIRM_EMAIL: options.confirmEmail ? "1" : "0",
      ...(options.hashCost && { LITE_AUTH_BCRYPT_COST: String(options.hashCost) }),
    },
  })
}

function firstMessage(child: ChildProcess, output: () => string): Promise<BackendMessage> {
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as BackendMessage))
    child.once("exit", (code) => reject(new Error(`the embedded backend ended with ${code}:\n${output()}`)))
    child.once("error", reject)
  })
}
