import OpenAI from "openai"
import type { WritingTask } from "./writer.server.ts"

/** Which parameters of a chat completion an endpoint accepts. */
export interface CallDialect {
  limit: "max_tokens" | "max_completion_tokens"
  takesStreamOptions: boolean
  takesPenalty: boolean
}

export const FULL_DIALECT: CallDialect = { limit: "max_tokens", takesStreamOptions: true, takesPenalty: true }

/** The parameters of a chat completion for this task, in this dialect. */
export function chatCall(
  model: string,
  { messages, maxTokens, frequencyPenalty }: WritingTask,
  { limit, takesStreamOptions, takesPenalty }: CallDialect,
): OpenAI.ChatCompletionCreateParamsStreaming {
  return {
    model,
    messages,
    stream: true,
    [limit]: maxTokens,
    ...(takesStreamOptions && { stream_options: { include_usage: true } }),
    ...(takesPenalty && frequencyPenalty !== 0 && { frequency_penalty: frequencyPenalty }),
  }
}

/** The dialect without the parameter that this error rejects; null when the error has another cause. */
export function plainerDialect(dialect: CallDialect, error: unknown): CallDialect | null {
  if (!(error instanceof OpenAI.APIError) || (error.status !== 400 && error.status !== 422)) return null
  const complaint = `${error.param ?? ""} ${error.message}`
  if (dialect.takesStreamOptions && /stream_options|include_usage/.test(complaint)) {
    return { ...dialect, takesStreamOptions: false }
  }
  if (dialect.takesPenalty && /frequency_penalty/.test(complaint)) return { ...dialect, takesPenalty: false }
  if (dialect.limit === "max_tokens" && /max_completion_tokens/.test(complaint)) {
    return { ...dialect, limit: "max_completion_tokens" }
  }
  return null
}
