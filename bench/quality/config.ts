import { readFileSync } from "node:fs"
import { z } from "zod"

const MODE = /^(?:plain|engine|engine@[\w][\w./~^-]*)$/
const PATIENCE_SECONDS = 1_800

/** Money for a million tokens. */
const priceSchema = z.strictObject({
  in: z.number().nonnegative(),
  out: z.number().nonnegative(),
  currency: z.string().min(1).max(8).default("CNY"),
})
export type Price = z.output<typeof priceSchema>

const endpointSchema = z.strictObject({
  name: z.string().min(1).max(60).optional(),
  url: z.url({ protocol: /^https?$/ }),
  model: z.string().min(1),
  /** The environment variable that holds the key; an endpoint without one needs no key. */
  keyVariable: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, "must be the name of a variable, never the key itself")
    .optional(),
  /** More parameters of every call; null takes one away. */
  body: z.record(z.string(), z.unknown()).default({}),
  price: priceSchema.optional(),
  /** How long one text or one answer may take. */
  patienceSeconds: z.number().positive().default(PATIENCE_SECONDS),
  /** Another number asks for other answers than those that are stored. */
  sample: z.int().nonnegative().default(0),
})

const writerSchema = endpointSchema.extend({
  mode: z.string().regex(MODE, "must be plain, engine or engine@REVISION"),
  /** A plain call is shown this much of the end of a long text. The engine decides for itself. */
  existingMaxCharacters: z.int().positive().default(100_000),
})

/** An endpoint with its key, as a call needs it. */
export type EndpointConfig = z.output<typeof endpointSchema> & { apiKey: string }
export type WriterConfig = z.output<typeof writerSchema> & { apiKey: string }

/** Reads a writer from JSON, or from a file with it. Throws a `ConfigError` that says what is wrong. */
export function readWriter(source: string | undefined, option: string): WriterConfig {
  return withKey(parsed(writerSchema, source, option), option)
}

/** Reads the judge from JSON, or from a file with it. Throws a `ConfigError` that says what is wrong. */
export function readJudge(source: string | undefined, option: string): EndpointConfig {
  return withKey(parsed(endpointSchema, source, option), option)
}

/** What stops the bench before its first call. */
export class ConfigError extends Error {
  override name = "ConfigError"
}

function parsed<Output>(schema: z.ZodType<Output>, source: string | undefined, option: string): Output {
  if (source === undefined) throw new ConfigError(`--${option} is missing: JSON, or a file that holds it`)
  let value: unknown
  try {
    value = JSON.parse(source.trimStart().startsWith("{") ? source : readFileSync(source, "utf8"))
  } catch (error) {
    throw new ConfigError(`--${option}: ${error instanceof Error ? error.message : error}`)
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => `--${option} ${path.join(".")}: ${message}`)
  throw new ConfigError(lines.join("\n"))
}

// A local model needs no key, but the SDK insists on a value.
function withKey<Config extends z.output<typeof endpointSchema>>(config: Config, option: string) {
  if (config.keyVariable === undefined) return { ...config, apiKey: "none" }
  const apiKey = process.env[config.keyVariable]
  if (!apiKey) throw new ConfigError(`--${option}: the variable ${config.keyVariable} is not set`)
  return { ...config, apiKey }
}
