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

/**
 * Asks an endpoint how many tokens its model can read: by its list of models, else by whether it is an Ollama. Null
 * when it does not say, or not within a few seconds. Never throws.
 */
export async function askContext(client: OpenAI, model: string): Promise<number | null> {
  const options = { timeout: TIMEOUT_MS, maxRetries: 0 }
  const list = modelList.safeParse(await client.get("/models", options).catch(() => null))
  const entry = list.data?.data.find(({ id }) => id === model)
  const [stated] = FIELDS.flatMap((field) => entry?.[field] ?? [])
  if (stated !== undefined) return stated
  const address = new URL("/api/version", client.baseURL).href
  const version = await client.get(address, options).catch(() => null)
  return ollamaVersion.safeParse(version).success ? OLLAMA_TOKENS : null
}
