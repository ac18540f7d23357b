import { resolve } from "node:path"
import { StartError } from "../../supabase/local/start-problem.ts"
import { Refusal } from "../refusal.ts"
import { messages } from "../start-messages.ts"

/** Runs a command, prints what it returns or why it refuses, and ends the process. */
export async function runCommand(command: (parameters: string[]) => Promise<string>): Promise<never> {
  try {
    console.log(await command(process.argv.slice(2)))
    // PGlite leaves an exit code of its own behind.
    process.exit(0)
  } catch (error) {
    console.error(sentenceOf(error as Error))
    process.exit(1)
  }
}

/** The file that a parameter names, from where npm was called. */
export function fileOf(parameter: string): string {
  return resolve(process.env.INIT_CWD ?? "", parameter)
}

/** The message alone, because the database's details may quote somebody's text. */
function sentenceOf(error: Error): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof StartError) return messages.cannotStart(error.problem, error.path, error.message)
  return `The command failed: ${error.message}`
}
