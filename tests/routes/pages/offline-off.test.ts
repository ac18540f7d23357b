import { runInNewContext } from "node:vm"
import { expect, test, vi } from "vitest"
import { AppVisitor } from "../../support/app-visitor.ts"

// The app reads its environment once, so this runs before the app is loaded.
vi.hoisted(() => {
  process.env.OFFLINE_READING = "off"
})

test("an operator who switches offline reading off ends the workers that browsers have, and what they kept", async () => {
  const answer = await new AppVisitor().fetch("/service-worker.js")
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/javascript/)
  expect(answer.headers.get("Cache-Control")).toMatch(/no-(cache|store)/)
  const source = await answer.text()

  const names = new Set(["novels", "files"])
  const caches = { keys: async () => [...names], delete: async (name: string) => names.delete(name) }
  const unregister = vi.fn(async () => true)
  const skipWaiting = vi.fn()
  const on: Record<string, (event: unknown) => void> = {}
  const addEventListener = (name: string, listener: (event: unknown) => void) => {
    on[name] = listener
  }
  runInNewContext(source, { caches, self: { addEventListener, skipWaiting, registration: { unregister } } })
  on.install?.({})
  expect(skipWaiting).toHaveBeenCalled()
  const work: Promise<void>[] = []
  on.activate?.({ waitUntil: (promise: Promise<void>) => work.push(promise) })
  await Promise.all(work)
  expect(names).toEqual(new Set())
  expect(unregister).toHaveBeenCalledOnce()
  expect(on.fetch).toBeUndefined()
})
