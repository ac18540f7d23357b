import { join, resolve } from "node:path"
import type { Environment } from "#app/server/config/env.server.ts"
import type { BackendKeys } from "#app/server/supabase/refused-keys.server.ts"
import { ROOT } from "../children.ts"
import { loadParser, NO_SECRET } from "../environment-parser.ts"
import { embeddedBackend } from "../operator-backend.ts"
import { environmentMessages as messages } from "./environment-messages.ts"
import type { Finding } from "./finding.ts"

const KEYS = ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"]

export interface CheckedBackend extends BackendKeys {
  /** The app's public address, if it is set. */
  appOrigin: string | null
  isEmbedded: boolean
  migrationsFolder: string
}

export interface CheckedEnvironment {
  findings: Finding[]
  backend: CheckedBackend | null
  model: Environment["model"]
  contextTokens: number | null
}

/** Reads the environment as the app would, and goes on with what is right of it. */
export async function readEnvironment(variables: NodeJS.ProcessEnv): Promise<CheckedEnvironment> {
  const { parseEnvironment, missingSupabaseVariables, EnvironmentError } = await loadParser()
  const isEmbedded = !variables.SUPABASE_URL
  // The embedded backend keeps a secret of its own.
  const given = isEmbedded ? { SESSION_SECRET: NO_SECRET, ...set(variables) } : set(variables)
  let problems: { name: string; message: string }[] = []
  let env: Environment
  try {
    env = parseEnvironment(given)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    problems = [...error.problems]
    const wrong = new Set(problems.map(({ name }) => name))
    const rest = Object.entries(given).filter(([name]) => !wrong.has(name))
    env = parseEnvironment({ SESSION_SECRET: NO_SECRET, ...Object.fromEntries(rest) })
  }

  const missing = missingSupabaseVariables(env).filter((name) => !problems.some((one) => one.name === name))
  const findings = [...problemsOf(problems), ...(missing.length > 0 ? [messages.halfSet(missing)] : [])]
  const keys = isEmbedded ? embeddedBackend(variables) : env.supabase
  const migrationsFolder = join(ROOT, "supabase/migrations")
  return {
    findings: findings.length > 0 ? findings : [messages.environmentValid()],
    backend: keys && {
      ...keys,
      url: keys.url.replace(/\/+$/, ""),
      appOrigin: env.APP_ORIGIN ?? null,
      isEmbedded,
      migrationsFolder,
    },
    model: env.model,
    contextTokens: env.OPENAI_CONTEXT_TOKENS ?? null,
  }
}

/** The folder of the embedded backend. */
export function dataFolder({ DATA_DIR }: NodeJS.ProcessEnv): string {
  return resolve(ROOT, DATA_DIR || ".data")
}

function problemsOf(problems: { name: string; message: string }[]): Finding[] {
  const areSwapped = KEYS.every((key) => problems.some(({ name }) => name === key))
  const others = problems.filter(({ name }) => !(areSwapped && KEYS.includes(name)))
  return [
    ...(areSwapped ? [messages.keysSwapped()] : []),
    ...others.map(({ name, message }) => messages.variableWrong(name, message)),
  ]
}

/** An empty variable counts as unset. */
function set(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""))
}
