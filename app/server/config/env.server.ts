import { z } from "zod"
import { CONTENT_LEVELS } from "#app/domain/content-level.ts"
import { log } from "#app/server/log/log.server.ts"
import { parseExtraBody } from "./extra-body.server.ts"
import { parseRateLimits } from "./rate-limits.server.ts"
import { parseRetention } from "./retention.server.ts"
import { parseRunningLimits } from "./running-limits.server.ts"

const text = z.string().trim().min(1)
const url = z.url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" })

/** A variable with a form of its own. `parse` returns a sentence that says what is wrong if it is invalid. */
function parsedBy<Parsed extends object>(parse: (text: string) => Parsed | string) {
  return z.string().transform((text, check) => {
    const parsed = parse(text)
    if (typeof parsed !== "string") return parsed
    check.addIssue({ code: "custom", message: parsed })
    return z.NEVER
  })
}

const SECOND_MS = 1_000
/** Node's fetch waits no longer for the head of an answer. */
const FIRST_BYTE_SECONDS_MAX = 300

const environmentSchema = z
  .object({
    SUPABASE_URL: url.optional(),
    SUPABASE_PUBLISHABLE_KEY: text.optional().refine((key) => kindOfKey(key) !== "secret", {
      error: "holds a secret key: every visitor's query would pass every policy",
    }),
    SUPABASE_SECRET_KEY: text.optional().refine((key) => kindOfKey(key) !== "publishable", {
      error: "holds a publishable key: nothing could be stored",
    }),
    OPENAI_API_KEY: text.optional(),
    OPENAI_BASE_URL: url.optional(),
    OPENAI_MODEL: text.default("gpt-4.1-mini"),
    OPENAI_PLAN_MODEL: text.optional(),
    OPENAI_MEMORY_MODEL: text.optional(),
    OPENAI_EXTRA_BODY: parsedBy(parseExtraBody).optional(),
    OPENAI_FIRST_BYTE_SECONDS: z
      .preprocess(
        Number,
        z
          .number({ error: "must be a number" })
          .min(1, "must be 1 or more")
          .max(FIRST_BYTE_SECONDS_MAX, `must be ${FIRST_BYTE_SECONDS_MAX} or less`),
      )
      .default(180),
    OPENAI_CONTEXT_TOKENS: z
      .preprocess(Number, z.int("must be a whole number").min(2_048, "must be at least 2048"))
      .optional(),
    MODERATION_MODEL: text.optional(),
    SESSION_SECRET: z.string({ error: "is required" }).min(16, "needs at least 16 characters"),
    APP_ORIGIN: url.optional(),
    MAX_CONTENT_LEVEL: z
      .preprocess(Number, z.literal(CONTENT_LEVELS, { error: "must be a whole number from 1 to 5" }))
      .default(5),
    TRUSTED_IP_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header")
      .optional(),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{24,}$/, "needs at least 24 characters, without spaces")
      .optional(),
    RATE_LIMITS: parsedBy(parseRateLimits).prefault(""),
    RUNNING_LIMITS: parsedBy(parseRunningLimits).prefault(""),
    RETENTION: parsedBy(parseRetention).prefault(""),
    OFFLINE_READING: z
      .enum(["on", "off"], { error: "must be on or off" })
      .default("on")
      .transform((value) => value === "on"),
    DEMO_CHARACTERS_PER_SECOND: z
      .preprocess(Number, z.number({ error: "must be a number" }).positive("must be more than 0"))
      .default(120),
  })
  .refine(({ MODERATION_MODEL, ...env }) => !MODERATION_MODEL || env.OPENAI_API_KEY || env.OPENAI_BASE_URL, {
    path: ["MODERATION_MODEL"],
    error: "needs OPENAI_API_KEY or OPENAI_BASE_URL",
  })
  .transform((env) => ({
    ...env,
    supabase:
      env.SUPABASE_URL && env.SUPABASE_PUBLISHABLE_KEY && env.SUPABASE_SECRET_KEY
        ? {
            url: env.SUPABASE_URL,
            publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
            secretKey: env.SUPABASE_SECRET_KEY,
          }
        : null,
    model: writingModel(env),
    moderation: withEndpoint(env, moderationModel(env)),
  }))

/** Reads a new key's prefix or a legacy key's role; null if it has neither. */
function kindOfKey(key = ""): "secret" | "publishable" | null {
  if (key.startsWith("sb_secret_")) return "secret"
  if (key.startsWith("sb_publishable_")) return "publishable"
  const claims = Buffer.from(key.split(".")[1] ?? "", "base64url").toString()
  const role = /"role"\s*:\s*"(\w+)"/.exec(claims)?.[1]
  if (role === "service_role") return "secret"
  return role === "anon" ? "publishable" : null
}

/** The default only for OpenAI itself: most compatible endpoints have no moderations API. */
const OPENAI_MODERATION_MODEL = "omni-moderation-latest"

interface Endpoint {
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
}

// A base URL without a key means a local model that needs none, but the SDK insists on a value.
function withEndpoint({ OPENAI_API_KEY, OPENAI_BASE_URL }: Endpoint, model: string | null) {
  if (!model || !(OPENAI_API_KEY || OPENAI_BASE_URL)) return null
  return { apiKey: OPENAI_API_KEY ?? "none", baseURL: OPENAI_BASE_URL, model }
}

function writingModel(
  env: Endpoint & {
    OPENAI_MODEL: string
    OPENAI_PLAN_MODEL?: string | undefined
    OPENAI_MEMORY_MODEL?: string | undefined
    OPENAI_EXTRA_BODY?: Record<string, unknown> | undefined
    OPENAI_FIRST_BYTE_SECONDS: number
  },
) {
  const endpoint = withEndpoint(env, env.OPENAI_MODEL)
  return (
    endpoint && {
      ...endpoint,
      planModel: env.OPENAI_PLAN_MODEL,
      memoryModel: env.OPENAI_MEMORY_MODEL,
      extraBody: env.OPENAI_EXTRA_BODY,
      firstByteMs: env.OPENAI_FIRST_BYTE_SECONDS * SECOND_MS,
    }
  )
}

function moderationModel(env: Endpoint & { MODERATION_MODEL?: string | undefined }): string | null {
  const isOpenAI = env.OPENAI_API_KEY && !env.OPENAI_BASE_URL
  return env.MODERATION_MODEL ?? (isOpenAI ? OPENAI_MODERATION_MODEL : null)
}

export type Environment = z.output<typeof environmentSchema>

const SUPABASE_VARIABLES = ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"] as const

/** The missing Supabase variables if only some are set; accounts and storage are then off. */
export function missingSupabaseVariables(variables: Environment): string[] {
  const missing = SUPABASE_VARIABLES.filter((name) => !variables[name])
  return missing.length < SUPABASE_VARIABLES.length ? missing : []
}

/**
 * Parses the environment once, at boot. An empty variable counts as unset. Throws an `EnvironmentError` that names
 * every invalid variable.
 */
export function parseEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const set = Object.entries(variables).filter(([, value]) => value !== "")
  const parsed = environmentSchema.safeParse(Object.fromEntries(set))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => ({ name: path.join("."), message }))
  throw new EnvironmentError(problems)
}

export class EnvironmentError extends Error {
  override name = "EnvironmentError"
  /** What is wrong, by the name of its variable; no value is among it. */
  readonly problems: readonly { name: string; message: string }[]

  constructor(problems: EnvironmentError["problems"]) {
    const lines = problems.map(({ name, message }) => `  ${name}: ${message}`)
    super(`The environment is not valid:\n${lines.join("\n")}`)
    this.problems = problems
  }
}

export const env = parseEnvironment(process.env)

const missing = missingSupabaseVariables(env)
if (missing.length > 0) log("warn", "Supabase is not used: not all of its variables are set", { missing })
