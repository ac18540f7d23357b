import { randomInt } from "node:crypto"
import { z } from "zod"
import { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import type { ChatMessage } from "#app/server/writing/endpoint/writer.server.ts"
import { askModel, type Endpoint } from "./ask-model.ts"
import type { Finding } from "./finding.ts"
import { modelMessages as messages } from "./model-messages.ts"

/** A novel of 10,000 characters takes about so much (docs/deployment.md). */
export const NOVEL_TOKENS = 16_000
const ANSWER_TOKENS = 1_000
const ASK_MS = 3_000
/** Servers that cut a conversation drop its oldest messages. */
const TURNS = 8

interface CheckedWindow {
  endpoint: Endpoint
  /** What the endpoint has said of itself. */
  context: ModelContext
  windowTokens: number
}

/** Tries whether the model still knows the beginning of a prompt as long as a novel's. */
export async function* checkWindow(
  { endpoint, context, windowTokens }: CheckedWindow,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  await context.ready()
  const ollama = context.takesCallsTogether ? null : await askOllama(endpoint)
  const server = ollama ? "Ollama" : context.takesCallsTogether ? "remote" : "LM Studio"
  const codes = unlikeCodes()
  const prompt = promptOf(codes, Math.min(windowTokens, context.promptTokens(ANSWER_TOKENS)))
  const sent = context.tokensOf(prompt)
  let counted: number | null = null
  const counting = new ModelContext({
    setting: sent + ANSWER_TOKENS,
    onSilentCut: ({ promptTokens }) => {
      counted = promptTokens
    },
  })
  const question = { model: endpoint.model, messages: prompt, maxTokens: ANSWER_TOKENS }
  const { text, failure, usage } = await askModel(
    endpoint,
    { ...question, through: (writer) => counting.watch(writer) },
    signal,
  )
  const isRefused = failure?.kind === "overflow"
  if (failure && !isRefused)
    return yield messages.complains(String(failure.status ?? failure.kind), failure.cause)

  const [knowsFirst, knowsLast] = codes.map((one) => text.includes(one))
  const told = usage?.inputTokens ?? null
  if (isRefused) yield messages.promptRefused(sent, failure.contextTokens)
  else if (knowsFirst) yield messages.windowHeld(told ?? sent)
  else if (counted !== null) yield messages.beginningCut(sent, counted, server)
  else if (knowsLast) yield messages.beginningForgotten(sent, told, server)
  else yield messages.windowUnclear(sent)

  const loaded = ollama?.loadedTokens ?? null
  if (loaded !== null && loaded !== context.tokens) yield messages.windowSetting(loaded, context.tokens)
  const known = loaded ?? failure?.contextTokens ?? context.tokens
  if (known < NOVEL_TOKENS) yield messages.windowSmall(known, NOVEL_TOKENS, server)
}

/** A conversation of about so many tokens, with a code at its beginning and another one at its end. */
function promptOf([first, last]: readonly [string, string], tokens: number): ChatMessage[] {
  const turns = Array.from({ length: TURNS }, (_, at): ChatMessage[] => [
    {
      role: "user",
      content: `${at === 0 ? `第一个暗号是 ${first}，请记住。\n` : ""}${filler(tokens / TURNS)}`,
    },
    { role: "assistant", content: "读完了。" },
  ])
  const question = `第二个暗号是 ${last}。两个暗号各是多少？只写两个四位数。`
  return [...turns.flat(), { role: "user", content: question }]
}

function filler(tokens: number): string {
  const line = "雨停了，石板还湿着，他收起伞，沿着河岸慢慢往回走，灯一盏一盏亮起来。\n"
  return line.repeat(Math.max(1, Math.floor(tokens / line.length)))
}

/** The answer tells which of them the model knows, so they must not be equal. */
function unlikeCodes(): [string, string] {
  const first = randomInt(1_000, 5_500)
  return [String(first), String(first + randomInt(1, 4_500))]
}

const runningSchema = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.int().positive() })),
})

/** How Ollama has loaded the model; null for another server. */
async function askOllama({ baseURL, model }: Endpoint): Promise<{ loadedTokens: number | null } | null> {
  const address = new URL("/api/ps", baseURL)
  const answer = await fetch(address, { signal: AbortSignal.timeout(ASK_MS), redirect: "error" })
    .then((response) => response.json())
    .catch(() => null)
  const running = runningSchema.safeParse(answer).data?.models
  const own = running?.find(({ name }) => name === model || name === `${model}:latest`)
  return running ? { loadedTokens: own?.context_length ?? null } : null
}
