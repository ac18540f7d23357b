import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { BackendLine } from "#app/server/supabase/backend-line.server.ts"

const server = createServer((request, response) => {
  // This path is the probe that asks whether the backend is there.
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

test("repeats a read once when the connection breaks", async () => {
  breaks = 1
  const line = new BackendLine()
  expect(await (await line.fetch(url)).text()).toBe("answered")
  expect(asked).toEqual(["GET", "GET"])
  expect(line.isDown).toBe(false)
})

test("treats a second failure as down, and tries no further", async () => {
  breaks = 2
  const line = new BackendLine()
  await expect(line.fetch(url)).rejects.toThrow()
  expect(line.isDown).toBe(true)
  await expect(line.fetch(url)).rejects.toThrow("did not answer before")
  expect(asked).toHaveLength(2)
})

test("never sends a write twice", async () => {
  breaks = 1
  await expect(new BackendLine().fetch(url, { method: "POST", body: "{}" })).rejects.toThrow()
  expect(asked).toEqual(["POST"])
})

test("refuses a value that no header can carry, without calling the backend down", async () => {
  const line = new BackendLine()
  const headers = { Authorization: "Bearer a\nb" }
  expect((await line.fetch(url, { headers })).status).toBe(401)
  expect(asked).toEqual([])
  expect(line.isDown).toBe(false)
})
