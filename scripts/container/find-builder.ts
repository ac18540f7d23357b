import { spawnSync } from "node:child_process"
import { DockerBuilder } from "./docker.ts"
import type { Builder } from "./image.ts"
import { SandboxBuilder } from "./sandbox.ts"

/** The programs, by the Debian packages that bring them. */
const SANDBOX = { buildah: "buildah", mmdebstrap: "mmdebstrap", bubblewrap: "bwrap" }

/** What can build and run an image on this machine, or a sentence that says what is missing. */
export function findBuilder(folder: string): Builder | string {
  if (works("docker", "info")) return new DockerBuilder()
  const missing = Object.entries(SANDBOX).filter(([, program]) => !works(program, "--version"))
  if (missing.length > 0) {
    const packages = missing.map(([name]) => name).join(" ")
    return `container:try needs a running Docker engine or, on Debian, other tools: apt-get install ${packages}`
  }
  if (process.getuid?.() !== 0) return "container:try needs a running Docker engine or, on Debian, root"
  return new SandboxBuilder(folder)
}

function works(program: string, parameter: string): boolean {
  return spawnSync(program, [parameter], { stdio: "ignore" }).status === 0
}
