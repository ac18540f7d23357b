import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** What a scripted endpoint answers: a text, or a failure. */
export interface ScriptedReply {
  text?: string
  /** An error status instead of an answer. */
  status?: number
  /** `broken-off`: the stream closes without a finish reason. `silent`: no byte ever comes. */
  failure?: "broken-off" | "silent"
}

export interface ScriptedEndpoint {
  url: string
  /** Every prompt so far, retries included. */
  prompts: string[]
  /** What came with them as their key. */
  authorizations: string[]
  /** The most requests that were open at the same time. */
  mostAtOnce(): number
  close(): Promise<void>
}

/** Starts an HTTP server with OpenAI's streamed chat completions that answers each prompt as a function says. */
export async function startScriptedEndpoint(
  reply: (prompt: string, at: number) => ScriptedReply,
): Promise<ScriptedEndpoint> {
  const prompts: string[] = []
  const authorizations: string[] = []
  let [open, most] = [0, 0]
  const server = createServer(async (request, response) => {
    open += 1
    most = Math.max(most, open)
    response.on("close", () => {
      open -= 1
    })
    const body = await bodyOf(request)
    const prompt = body.messages.map(({ content }) => content).join("\n\n")
    authorizations.push(request.headers.authorization ?? "")
    prompts.push(prompt)
    answer(response, reply(prompt, prompts.length - 1))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    prompts,
    authorizations,
    mostAtOnce: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, { text = "", status, failure }: ScriptedReply): void {
  if (failure === "silent") return
  if (status !== undefined) {
    const error = { message: `answered ${status}` }
    // The SDK waits as long as it is told before it tries again.
    response.writeHead(status, { "content-type": "application/json", "retry-after-ms": "1" })
    response.end(JSON.stringify({ error }))
    return
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
  const send = (frame: unknown) => response.write(`data: ${JSON.stringify(frame)}\n\n`)
  const pieces = text.match(/[\s\S]{1,200}/gu) ?? []
  for (const content of pieces) send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
  if (failure !== "broken-off") {
    send({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })
    send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10 } })
    response.write("data: [DONE]\n\n")
  }
  response.end()
}

async function bodyOf(request: IncomingMessage): Promise<{ messages: { content: string }[] }> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString("utf8"))
}
