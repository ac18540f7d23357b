import OpenAI from "openai"
import type { WritingTask } from "./writer.server.ts"

/** Parameters of a chat completion that some endpoints reject, each with what only its complaint names. */
const COMPLAINTS = [
  ["stream_options", /stream_options|include_usage/],
  ["frequency_penalty", /frequency_penalty/],
  ["max_tokens", /max_completion_tokens/],
] as const
export type Rejectable = (typeof COMPLAINTS)[number][0]

/** The parameters of a chat completion for this task, without those that the endpoint rejects. */
export function chatCall(
  model: string,
  { messages, maxTokens, frequencyPenalty }: WritingTask,
  rejected: readonly Rejectable[],
): OpenAI.ChatCompletionCreateParamsStreaming {
  const takes = (parameter: Rejectable) => !rejected.includes(parameter)
  return {
    model,
    messages,
    stream: true,
    [takes("max_tokens") ? "max_tokens" : "max_completion_tokens"]: maxTokens,
    ...(takes("stream_options") && { stream_options: { include_usage: true } }),
    ...(takes("frequency_penalty") && frequencyPenalty !== 0 && { frequency_penalty: frequencyPenalty }),
  }
}

/** The one more parameter that this error rejects; undefined when the error has another cause. */
export function rejectedBy(error: unknown, rejected: readonly Rejectable[]): Rejectable | undefined {
  if (!(error instanceof OpenAI.APIError) || (error.status !== 400 && error.status !== 422)) return undefined
  const words = `${error.param ?? ""} ${error.message}`
  return COMPLAINTS.find(([name, complaint]) => !rejected.includes(name) && complaint.test(words))?.[0]
}
