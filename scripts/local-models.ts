import { z } from "zod"

/** `npm start` waits no longer for them. */
const ANSWER_MS = 2_000
const ANSWER_MAX_BYTES = 1_024 * 1_024
const SHOWN_MAX = 6
const OLLAMA_PORT = "11434"
const LM_STUDIO = "http://127.0.0.1:1234"
/** What a shell takes as it is, and no model with another name. */
const NAME = /^[\w.:/@+-]{1,120}$/
/** They turn texts into numbers and write nothing. */
const EMBEDS = /embed|bert|rerank/i

/** A server with models on this machine. */
export interface LocalModels {
  server: "Ollama" | "LM Studio"
  baseURL: string
  models: string[]
}

const ollamaSchema = z.object({ models: z.array(z.object({ name: z.string() })) })
const lmStudioSchema = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The models that answer on loopback, asked all at once and for a moment only. Never throws. */
export async function findLocalModels(
  variables: NodeJS.ProcessEnv,
  lmStudio = LM_STUDIO,
): Promise<LocalModels[]> {
  const ollama = ollamaAddress(variables.OLLAMA_HOST)
  const [tags, list] = await Promise.all([
    ollama ? answerOf(`${ollama}/api/tags`) : null,
    answerOf(`${lmStudio}/v1/models`),
  ])
  const found: LocalModels[] = [
    {
      server: "Ollama",
      baseURL: `${ollama}/v1`,
      models: (ollamaSchema.safeParse(tags).data?.models ?? []).map(({ name }) => name),
    },
    {
      server: "LM Studio",
      baseURL: `${lmStudio}/v1`,
      models: (lmStudioSchema.safeParse(list).data?.data ?? []).map(({ id }) => id),
    },
  ]
  return found
    .map((one) => ({ ...one, models: one.models.filter(isUsable).slice(0, SHOWN_MAX) }))
    .filter(({ models }) => models.length > 0)
}

/** Whether nothing names a model, so that the demo writer writes. */
export function hasNoModel({ OPENAI_API_KEY, OPENAI_BASE_URL }: NodeJS.ProcessEnv): boolean {
  return !OPENAI_API_KEY && !OPENAI_BASE_URL
}

/** Where Ollama answers on loopback, as its own variable says; null if that names another machine. */
function ollamaAddress(host = ""): string | null {
  const named = /^https?:\/\//.test(host) ? host : `http://${host.startsWith(":") ? `0.0.0.0${host}` : host}`
  if (host === "" || !URL.canParse(named)) return `http://127.0.0.1:${OLLAMA_PORT}`
  const { protocol, hostname, port } = new URL(named)
  const isEverywhere = hostname === "0.0.0.0" || hostname === "[::]"
  const isLoopback = isEverywhere || /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname)
  if (!isLoopback) return null
  // Without a port, a URL means the usual one of its protocol, as Ollama takes it.
  const usual = /^https?:\/\//.test(host) ? "" : `:${OLLAMA_PORT}`
  return `${protocol}//${isEverywhere ? "127.0.0.1" : hostname}${port ? `:${port}` : usual}`
}

function isUsable(name: string): boolean {
  return NAME.test(name) && !EMBEDS.test(name)
}

/** The JSON of an answer; null for none in time, and for junk. */
async function answerOf(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "error" })
    return response.ok && response.body ? JSON.parse(await textOf(response.body)) : null
  } catch {
    return null
  }
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > ANSWER_MAX_BYTES) throw new Error("too long for a list of models")
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString("utf8")
}
