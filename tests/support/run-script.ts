import { execFile } from "node:child_process"
import { join } from "node:path"
import { nodeEnvironment, SHORT_LIVED } from "./node-environment.ts"

const ROOT = join(import.meta.dirname, "../..")

/** Runs a command of scripts/ as `npm run` does, with these environment variables and no others. */
export function runScript(
  name: string,
  variables: Record<string, string>,
  ...parameters: string[]
): Promise<{ code: number | string; output: string }> {
  const options = { cwd: ROOT, env: { ...nodeEnvironment(), ...variables } }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...SHORT_LIVED, `scripts/${name}.ts`, ...parameters],
      options,
      (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, output: stdout + stderr })
      },
    )
  })
}
