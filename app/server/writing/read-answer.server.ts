import { type FinishReason, type Writer, WriterError, type WritingTask } from "./writer.server.ts"

/** The whole answer to a call that no reader sees. Throws a `WriterError` for trouble and for a refusal. */
export async function readAnswer(
  task: WritingTask,
  writer: Writer,
  signal: AbortSignal,
): Promise<{ text: string; finish: FinishReason }> {
  let text = ""
  let finish: FinishReason = "dropped"
  for await (const chunk of writer.write(task, signal)) {
    if (chunk.type === "text") text += chunk.text
    else finish = chunk.finish
  }
  signal.throwIfAborted()
  if (finish === "content-filter") throw new WriterError("refused", "the answer was filtered")
  return { text, finish }
}
