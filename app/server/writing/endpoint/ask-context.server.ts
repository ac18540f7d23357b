import type OpenAI from "openai"
import { z } from "zod"

const TIMEOUT_MS = 3_000
/** What Ollama gives a model below 24 GiB of graphics memory. */
const OLLAMA_TOKENS = 4_096
/** What a server says of its loaded model. Fields for the most that a model could take are not among them. */
const FIELDS = ["loaded_context_length", "max_model_len", "context_length", "context_window"] as const

const count = z.number().int().positive().optional().catch(undefined)
const modelList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      loaded_context_length: count,
      max_model_len: count,
      context_length: count,
      context_window: count,
    }),
  ),
})
const ollamaVersion = z.object({ version: z.string() })

/** What an endpoint says of itself. */
export interface Statement {
  /** How many tokens its model can read. */
  tokens: number
  /** It is a server on somebody's own machine, which answers one call at a time. */
  answersOneCall: boolean
}

/**
 * Asks an endpoint how many tokens its model can read: by its list of models, else by whether it is an Ollama. It has
 * said nothing if it does not answer within a few seconds. Never throws.
 */
export async function askContext(client: OpenAI, model: string): Promise<Statement | null> {
  const options = { timeout: TIMEOUT_MS, maxRetries: 0 }
  const list = modelList.safeParse(await client.get("/models", options).catch(() => null))
  const entry = list.data?.data.find(({ id }) => id === model)
  const [stated] = FIELDS.flatMap((field) => entry?.[field] ?? [])
  // Only LM Studio says how much it has loaded.
  const answersOneCall = entry?.loaded_context_length !== undefined
  if (stated !== undefined) return { tokens: stated, answersOneCall }
  const address = new URL("/api/version", client.baseURL).href
  const version = await client.get(address, options).catch(() => null)
  return ollamaVersion.safeParse(version).success ? { tokens: OLLAMA_TOKENS, answersOneCall: true } : null
}
