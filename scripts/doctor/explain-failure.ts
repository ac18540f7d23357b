import OpenAI from "openai"
import { z } from "zod"
import type { Answer, Endpoint } from "./ask-model.ts"
import { type Finding, withoutSecrets } from "./finding.ts"
import { modelMessages as messages } from "./model-messages.ts"

const ASK_MS = 5_000
const SECOND_MS = 1_000
const KNOWN_MAX = 10
const OPENAI = "https://api.openai.com/v1"
/** What the app takes for a key where none is set. */
const NO_KEY = "none"

interface Asked {
  variable: string
  model: string
}

/** Says why a call failed, and what to set. Quotes nothing that the app's log would mask. */
export async function explainFailure(answer: Answer, endpoint: Endpoint, asked: Asked): Promise<Finding> {
  const { failure, calls } = answer
  const call = calls.at(-1)
  const url = withoutSecrets(endpoint.baseURL ?? OPENAI)
  const { kind = "unreachable", cause = "" } = failure ?? {}
  if (!call || call.status === null) {
    return cause === "no byte came"
      ? messages.hangs(url, Math.round(endpoint.firstByteMs / SECOND_MS))
      : messages.silent(url, cause)
  }
  const { status } = call
  if (/html/.test(call.contentType) || /^\s*</.test(call.body)) return messages.notAnEndpoint(url, status)
  const shown = String(failure?.status ?? status)
  switch (kind) {
    case "unauthorized":
      if (shown !== "401" && shown !== "403") return messages.noMoney(cause)
      return endpoint.apiKey === NO_KEY ? messages.keyMissing(shown) : messages.keyRefused(shown)
    case "busy":
      return messages.busy(cause)
    case "refused":
      return messages.declines(cause)
    case "misused":
      return explainMisuse(shown, cause, endpoint, asked)
    default:
      if (cause === "no byte came") return messages.hangs(url, Math.round(endpoint.firstByteMs / SECOND_MS))
      return status < 400 ? messages.breaksOff(cause) : messages.complains(shown, cause)
  }
}

async function explainMisuse(
  status: string,
  cause: string,
  endpoint: Endpoint,
  { variable, model }: Asked,
): Promise<Finding> {
  const known = await knownModels(endpoint)
  const lacksModel = known !== null && !known.includes(model)
  if (lacksModel || /model/i.test(cause)) {
    return status === "404" || lacksModel
      ? messages.modelUnknown(variable, model, (known ?? []).slice(0, KNOWN_MAX))
      : messages.complains(status, cause)
  }
  return status === "404" && known === null
    ? messages.addressUnknown(withoutSecrets(endpoint.baseURL ?? OPENAI))
    : messages.complains(status, cause)
}

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The models that the endpoint names; null when it names none. */
async function knownModels({ apiKey, baseURL }: Endpoint): Promise<string[] | null> {
  const client = new OpenAI({ apiKey, baseURL, maxRetries: 0, timeout: ASK_MS, logLevel: "off" })
  const list = listSchema.safeParse(await client.get("/models").catch(() => null))
  return list.data && list.data.data.length > 0 ? list.data.data.map(({ id }) => id) : null
}
