import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { ROOT } from "../children.ts"
import { BASE, type Builder, type Container, gather, type Image, type Result, runToEnd } from "./image.ts"

const TAG = "luobi:try"
const NAME = "luobi-try"
const LIMITS = ["--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--network=host"]

/** Builds and runs with a Docker engine. */
export class DockerBuilder implements Builder {
  async build(): Promise<Image> {
    execFileSync("docker", ["build", "--tag", TAG, ROOT], { stdio: "inherit" })
    const base = Number(inspect(BASE, "{{.Size}}"))
    return {
      bytes: { base, own: Number(inspect(TAG, "{{.Size}}")) - base },
      healthCheck: JSON.parse(inspect(TAG, "{{json .Config.Healthcheck.Test}}")).slice(1),
      start: (variables) => new DockerContainer(variables),
    }
  }

  cleanUp(): void {
    execFileSync("docker", ["image", "rm", TAG])
  }
}

class DockerContainer implements Container {
  readonly hasShell = true
  readonly output: () => string
  readonly #child: ChildProcess

  constructor(variables: Record<string, string>) {
    const env = Object.entries(variables).map(([name, value]) => `--env=${name}=${value}`)
    this.#child = spawn("docker", ["run", "--rm", `--name=${NAME}`, ...LIMITS, ...env, TAG])
    this.output = gather(this.#child)
  }

  run(command: string[]): Promise<Result> {
    return runToEnd("docker", ["exec", NAME, ...command])
  }

  /** `docker run` passes a signal on, but not SIGKILL. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode
    const ended = once(this.#child, "exit")
    if (signal === "SIGTERM") this.#child.kill(signal)
    else execFileSync("docker", ["kill", NAME])
    const [code] = await ended
    return code
  }
}

function inspect(image: string, format: string): string {
  return execFileSync("docker", ["image", "inspect", `--format=${format}`, image], { encoding: "utf8" })
}
