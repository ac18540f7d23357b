import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { BackendLine } from "#app/server/supabase/backend-line.server.ts"

const server = createServer((request, response) => {
  // Whether anybody is there is asked in between.
  if (request.url?.startsWith("/rest/v1/profiles")) {
    response.end()
    return
  }
  asked.push(request.method ?? "")
  if (breaks > 0) {
    breaks -= 1
    request.socket.destroy()
  } else response.end("answered")
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/v1/novels`
let asked: string[] = []
let breaks = 0

afterEach(() => {
  asked = []
})

test("reading is tried once more when the connection breaks", async () => {
  breaks = 1
  const line = new BackendLine()
  expect(await (await line.fetch(url)).text()).toBe("answered")
  expect(asked).toEqual(["GET", "GET"])
  expect(line.isDown).toBe(false)
})

test("twice is down, and nothing else is tried", async () => {
  breaks = 2
  const line = new BackendLine()
  await expect(line.fetch(url)).rejects.toThrow()
  expect(line.isDown).toBe(true)
  await expect(line.fetch(url)).rejects.toThrow("did not answer before")
  expect(asked).toHaveLength(2)
})

test("what changes something is never sent twice", async () => {
  breaks = 1
  await expect(new BackendLine().fetch(url, { method: "POST", body: "{}" })).rejects.toThrow()
  expect(asked).toEqual(["POST"])
})

test("what no header carries is refused here, and the line is not down for it", async () => {
  const line = new BackendLine()
  const headers = { Authorization: "Bearer a\nb" }
  expect((await line.fetch(url, { headers })).status).toBe(401)
  expect(asked).toEqual([])
  expect(line.isDown).toBe(false)
})
