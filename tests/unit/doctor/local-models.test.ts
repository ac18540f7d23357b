import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { findLocalModels } from "../../../scripts/local-models.ts"
import { messages } from "../../../scripts/start-messages.ts"

const OLLAMA = {
  models: [{ name: "nomic-embed-text:latest" }, { name: "qwen2.5:14b" }, { name: "llama3:8b" }],
}
const LM_STUDIO = { data: [{ id: "text-embedding-nomic" }, { id: "qwen/qwen3-14b" }] }

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

test("names what both servers have, and asks each once", async () => {
  const asked: string[] = []
  const ollama = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end(JSON.stringify(OLLAMA))
  })
  const lmStudio = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end(JSON.stringify(LM_STUDIO))
  })
  const found = await findLocalModels({ OLLAMA_HOST: ollama }, lmStudio)

  expect(found).toEqual([
    { server: "Ollama", baseURL: `${ollama}/v1`, models: ["qwen2.5:14b", "llama3:8b"] },
    { server: "LM Studio", baseURL: `${lmStudio}/v1`, models: ["qwen/qwen3-14b"] },
  ])
  expect(asked.sort()).toEqual(["GET /api/tags", "GET /v1/models"])
  const lines = messages.localModels(found, "linux").split("\n")
  expect(lines).toContain(`    OPENAI_BASE_URL=${ollama}/v1 OPENAI_MODEL=qwen2.5:14b npm start`)
  const windows = messages.localModels(found, "win32").split("\n")
  expect(windows).toContain(
    `    $env:OPENAI_BASE_URL="${ollama}/v1"; $env:OPENAI_MODEL="qwen2.5:14b"; npm start`,
  )
})

test.each<[string, RequestListener]>([
  ["a web page", (_, response) => response.end("<!doctype html>")],
  ["other JSON", (_, response) => response.end('{"models": [{"name": 7}], "data": "no"}')],
  ["an error", (_, response) => response.writeHead(500).end(JSON.stringify(OLLAMA))],
  ["a redirect", (_, response) => response.writeHead(302, { Location: "/elsewhere" }).end()],
  ["silence", () => {}],
  ["half an answer", (_, response) => void response.write('{"models": [')],
  ["a broken line", (_, response) => void response.destroy()],
  ["an endless answer", (_, response) => void response.write(`"${"x".repeat(2 * 1_024 * 1_024)}`)],
  [
    "names that no shell should see",
    (_, response) =>
      response.end(JSON.stringify({ models: [{ name: "x; rm -rf ~" }, { name: "\u001b[2J" }] })),
  ],
])("%s in place of a list is no model", async (_, answer) => {
  const junk = await serve(answer)
  expect(await findLocalModels({ OLLAMA_HOST: junk }, junk)).toEqual([])
})

test("Ollama's own variable may leave out what is usual, and never leads to another machine", async () => {
  const asked: string[] = []
  const ollama = await serve((request, response) => {
    asked.push(request.url ?? "")
    response.end(JSON.stringify(OLLAMA))
  })
  const { port } = new URL(ollama)
  for (const host of [`127.0.0.1:${port}`, `0.0.0.0:${port}`, `:${port}`, `http://localhost:${port}/`]) {
    const [found] = await findLocalModels({ OLLAMA_HOST: host }, "http://127.0.0.1:9")
    expect(found?.models, host).toEqual(["qwen2.5:14b", "llama3:8b"])
  }
  asked.length = 0
  for (const host of [`192.0.2.1:${port}`, `localhost.example:${port}`, `http://user@192.0.2.1:${port}`])
    expect(await findLocalModels({ OLLAMA_HOST: host }, "http://127.0.0.1:9")).toEqual([])
  expect(asked).toEqual([])
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
