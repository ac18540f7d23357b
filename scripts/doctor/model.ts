import { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import type { ChatMessage } from "#app/server/writing/endpoint/writer.server.ts"
import { type Answer, askModel, type Endpoint } from "./ask-model.ts"
import { explainFailure } from "./explain-failure.ts"
import { type Finding, withoutSecrets } from "./finding.ts"
import { modelMessages as messages } from "./model-messages.ts"
import { checkWindow } from "./window.ts"

const SIGN = "青石"
const SHORT: ChatMessage[] = [
  { role: "system", content: `你的每个回答，第一行只写「${SIGN}」两个字，从第二行起才是回答。` },
  { role: "user", content: "用十句话描写雨后的街道。" },
]
const SHORT_TOKENS = 1_000
const LONG: ChatMessage[] = [
  { role: "user", content: "用汉字从一数到三百，一个数一行，不要省略，也不要写别的。" },
]
/** Far fewer than the numbers take. */
const LIMIT_TOKENS = 64
/** A limit that was so much exceeded was ignored. */
const IGNORED_FROM_SHARE = 2
/** An answer that is shorter may well come in one piece. */
const STREAM_FROM_CHARACTERS = 60
/** No model writes a longer one in so little time: it was held back and sent at once. */
const AT_ONCE_MS = 50

export interface CheckedModel {
  endpoint: Endpoint
  /** The operator's word for the model's context. */
  contextTokens: number | null
  /** The longest prompt to try, in tokens. */
  windowTokens: number
}

/** Tests the models of an endpoint with a few short calls and a long one, through the app's own writer. */
export async function* checkModel(checked: CheckedModel, signal: AbortSignal): AsyncGenerator<Finding> {
  const { endpoint, contextTokens, windowTokens } = checked
  const others = otherModels(endpoint)
  yield messages.cost(
    3 + others.length,
    windowTokens + (2 + others.length) * 100,
    (2 + others.length) * SHORT_TOKENS + LIMIT_TOKENS,
  )
  const context = new ModelContext({ setting: contextTokens })
  const ask = { messages: SHORT, maxTokens: SHORT_TOKENS }
  for (const [variable, model] of others) {
    const answer = await askModel(endpoint, { ...ask, model }, signal)
    yield answer.failure
      ? await explainFailure(answer, endpoint, { variable, model })
      : answers(endpoint, model)
  }

  const { model } = endpoint
  const answer = await askModel(endpoint, { ...ask, model, context }, signal)
  if (answer.failure) return yield await explainFailure(answer, endpoint, { variable: "OPENAI_MODEL", model })
  yield answers(endpoint, model)
  const hasOnlyThought = answer.text.trim() === "" && answer.thought !== null
  if (hasOnlyThought) return yield messages.thoughtsEat(SHORT_TOKENS)
  yield* judgeShort(answer)
  const limited = await askModel(endpoint, { model, messages: LONG, maxTokens: LIMIT_TOKENS }, signal)
  yield* judgeLimit(limited, endpoint)
  if ([answer, limited].some(({ finish }) => finish === "dropped")) yield messages.finishMissing()
  yield* checkWindow({ endpoint, context, windowTokens }, signal)
}

/** The models beside the novel's own, by the variable that names them. */
function otherModels({ model, planModel, memoryModel }: Endpoint): [string, string][] {
  return Object.entries({ OPENAI_PLAN_MODEL: planModel, OPENAI_MEMORY_MODEL: memoryModel }).flatMap(
    ([variable, name]) => (name && name !== model ? [[variable, name] as [string, string]] : []),
  )
}

function answers({ baseURL }: Endpoint, model: string): Finding {
  return messages.answers(model, baseURL ? withoutSecrets(baseURL) : "OpenAI")
}

function* judgeShort({ text, thought, calls }: Answer): Generator<Finding> {
  const call = calls.at(-1)
  if (!call) return
  if (text.trim() === "") return yield messages.noText()
  if (call.textMs > AT_ONCE_MS) yield messages.streams(Math.round(call.textMs))
  else yield text.length < STREAM_FROM_CHARACTERS ? messages.tooShortForStream() : messages.buffers()
  yield thought ? messages.thinks(thought) : messages.thinksNot()

  const { messages: sent } = call.sent as { messages: ChatMessage[] }
  if (!sent.some(({ role }) => role === "system")) yield messages.systemMoved()
  else yield text.includes(SIGN) ? messages.systemObeyed() : messages.systemIgnored()
}

function* judgeLimit({ finish, usage, calls, failure }: Answer, endpoint: Endpoint): Generator<Finding> {
  const sent = calls.at(-1)?.sent ?? {}
  const name = ["max_tokens", "max_completion_tokens"].find((limit) => limit in sent)
  if (name && name in (endpoint.extraBody ?? {})) return yield messages.limitByOperator()
  if (failure) return yield messages.complains(String(failure.status ?? failure.kind), failure.cause)
  if (!name) return yield messages.limitRefused()
  yield calls.length > 1 && name !== "max_tokens" ? messages.limitRenamed(name) : messages.limitNamed(name)

  const tokens = usage?.outputTokens ?? null
  const isExceeded = (tokens ?? 0) > LIMIT_TOKENS * IGNORED_FROM_SHARE
  if (finish === "endless" || isExceeded) yield messages.limitIgnored(name)
  else if (finish === "length") yield messages.limitObeyed(LIMIT_TOKENS)
  else if (finish === "stop" && tokens !== null && tokens >= LIMIT_TOKENS) yield messages.endCut()
  else if (finish !== "dropped") yield messages.limitUnclear()
}
