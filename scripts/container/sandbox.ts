import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, cpSync, existsSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Readable } from "node:stream"
import { ROOT } from "../children.ts"
import { BASE, type Builder, type Container, gather, type Image, type Result, runToEnd } from "./image.ts"

const TAG = "luobi:try"
/** The Debian of the official image. */
const SUITE = "bookworm"
/** What Node's binary is linked to, and what npm needs for TLS. */
const PACKAGES = "ca-certificates,libstdc++6,libatomic1"
const CERTIFICATES = "/etc/ssl/machine.pem"
const SHELLS = ["/usr/bin/sh", "/usr/bin/bash", "/usr/bin/dash"]
const EXECUTABLE = 0o755
const INFO_FD = 3

/** What the image says of itself. */
interface Configuration {
  User: string
  Env: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

/**
 * Builds with buildah on a stand-in for the base image, made of Debian's packages and this machine's Node, and runs
 * in bubblewrap. Everything is in one folder, so that no other image of this machine is touched.
 */
export class SandboxBuilder implements Builder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async build(): Promise<Image> {
    this.#makeBase()
    // The other format knows no HEALTHCHECK.
    this.#buildah("build", "--isolation=chroot", "--pull-never", "--format=docker", `--tag=${TAG}`, ROOT)
    const [root = "", base = ""] = [TAG, BASE].map((image) => this.#mount(image))
    const { Docker } = JSON.parse(this.#read("inspect", "--type=image", TAG))
    const configuration: Configuration = Docker.config
    return {
      bytes: { base: bytesOf(base), own: bytesOf(root) - bytesOf(base) },
      healthCheck: configuration.Healthcheck.Test.slice(1),
      start: (variables) => new SandboxContainer(root, configuration, variables),
    }
  }

  cleanUp(): void {
    this.#read("rm", "--all")
  }

  #makeBase(): void {
    const root = join(this.#folder, "base")
    const parameters = ["--mode=root", "--variant=minbase", `--include=${PACKAGES}`, SUITE, root]
    execFileSync("mmdebstrap", parameters, { stdio: "inherit" })
    execFileSync("chroot", [root, "useradd", "--create-home", "--uid=1000", "node"])
    addNode(root)
    const certificates = process.env.NODE_EXTRA_CA_CERTS
    if (certificates) copyFileSync(certificates, join(root, CERTIFICATES))
    const container = this.#read("from", "scratch").trim()
    this.#buildah("add", "--quiet", container, root, "/")
    // npm inside reaches what npm outside reaches.
    const trust = certificates ? ["--env", `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`] : []
    this.#buildah("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin", ...trust, container)
    this.#buildah("commit", "--quiet", container, BASE)
  }

  /** The folder with all files of an image. */
  #mount(image: string): string {
    return this.#read("mount", this.#read("from", "--pull-never", image).trim()).trim()
  }

  #buildah(command: string, ...parameters: string[]): void {
    execFileSync("buildah", [...this.#global(), command, ...parameters], { stdio: "inherit" })
  }

  #read(command: string, ...parameters: string[]): string {
    return execFileSync("buildah", [...this.#global(), command, ...parameters], { encoding: "utf8" })
  }

  #global(): string[] {
    const storage = join(this.#folder, "storage")
    return [`--root=${storage}`, `--runroot=${storage}-run`, "--storage-driver=vfs"]
  }
}

class SandboxContainer implements Container {
  readonly hasShell = false
  readonly output: () => string
  readonly #child: ChildProcess
  readonly #pid: Promise<number>
  readonly #sandbox: string[]

  constructor(
    root: string,
    { User, Env, Cmd, WorkingDir }: Configuration,
    variables: Record<string, string>,
  ) {
    const [uid = "", gid = ""] = User.split(":")
    const set = [...Env.map((variable) => variable.split(/=(.*)/s)), ...Object.entries(variables)]
    const shells = SHELLS.filter((shell) => existsSync(join(root, shell)))
    this.#sandbox = [
      ...["--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--chdir", WorkingDir],
      ...shells.flatMap((shell) => ["--ro-bind", "/dev/null", shell]),
      ...["--unshare-pid", "--unshare-ipc", "--as-pid-1", "--die-with-parent", "--clearenv"],
      ...set.flatMap(([name = "", value = ""]) => ["--setenv", name, value]),
      // Only setpriv needs these two, to become the image's user.
      ...["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"],
      ...["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--inh-caps=-all"],
    ]
    const parameters = ["--info-fd", String(INFO_FD), ...this.#sandbox, ...Cmd]
    this.#child = spawn("bwrap", parameters, { stdio: ["ignore", "pipe", "pipe", "pipe"] })
    this.output = gather(this.#child)
    this.#pid = readPid(this.#child.stdio[INFO_FD] as Readable)
  }

  run(command: string[]): Promise<Result> {
    return runToEnd("bwrap", [...this.#sandbox, ...command])
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode
    const ended = once(this.#child, "exit")
    // bwrap passes no signal on.
    process.kill(await this.#pid, signal)
    const [code] = await ended
    return code
  }
}

async function readPid(info: Readable): Promise<number> {
  let json = ""
  for await (const piece of info) json += piece
  return JSON.parse(json)["child-pid"]
}

function addNode(root: string): void {
  const bin = join(root, "usr/local/bin")
  const npm = process.env.npm_execpath
  if (!npm) throw new Error("start this with npm run container:try")
  copyFileSync(process.execPath, join(bin, "node"))
  cpSync(join(dirname(npm), ".."), join(root, "usr/local/lib/npm"), { recursive: true })
  const start = `#!/bin/sh\nexec node /usr/local/lib/npm/bin/npm-cli.js "$@"\n`
  writeFileSync(join(bin, "npm"), start, { mode: EXECUTABLE })
}

function bytesOf(folder: string): number {
  return Number.parseInt(execFileSync("du", ["--summarize", "--bytes", folder], { encoding: "utf8" }), 10)
}
