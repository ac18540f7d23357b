import type { IncomingMessage } from "node:http"

export interface ReceivedCall {
  kind: "plan" | "beat"
  /** Of a plan, how many beats were asked; characters asked of either. */
  beatCount: number
  characters: number
  maxTokens: number
  tail: string
  sentCharacters: number
  /** Not turned down for a parameter. */
  answered: boolean
  /** The caller hung up before the answer was whole. */
  aborted: boolean
  body: ChatBody
}

interface ChatBody {
  model: string
  stream: boolean
  messages: { role: string; content: string }[]
  max_tokens?: number
  max_completion_tokens?: number
  frequency_penalty?: number
  stream_options?: { include_usage?: boolean }
}

/** What a call asks for, read out of its prompt as a model would. */
export async function readCall(request: IncomingMessage): Promise<ReceivedCall> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as ChatBody
  const prompt = body.messages.map(({ content }) => content).join("\n\n")

  const plan = /全文约 (\d+) 字，分成 (\d+) 个部分/.exec(prompt)
  const beat = /写约 (\d+) 字/.exec(prompt)
  return {
    kind: plan ? "plan" : "beat",
    beatCount: Number(plan?.[2] ?? 0),
    characters: Number(plan?.[1] ?? beat?.[1] ?? 500),
    maxTokens: body.max_tokens ?? body.max_completion_tokens ?? Number.POSITIVE_INFINITY,
    tail: /<(刚写完的部分|上文)>\n([\s\S]*?)\n<\/\1>/.exec(prompt)?.[2] ?? "",
    sentCharacters: 0,
    answered: false,
    aborted: false,
    body,
  }
}
