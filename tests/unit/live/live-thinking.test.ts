import { expect, test, vi } from "vitest"
import { LiveThinking } from "#app/routes/generations.$id.live/live-thinking.tsx"

test("each word hides the one before, and text hides the last", () => {
  vi.useFakeTimers()
  const thinking = new LiveThinking("n0nce")

  expect(thinking.tick()).toBe("")
  expect(thinking.tell(10)).toContain("模型正在思考，已等 10 秒")
  vi.advanceTimersByTime(30_000)
  const later = thinking.tick()
  expect(later).toMatch(/^<style nonce="n0nce">#thinking-1\{display:none\}<\/style><span id="thinking-2"/)
  expect(later).toContain("已等 40 秒")
  expect(thinking.end()).toBe('<style nonce="n0nce">#thinking-2{display:none}</style>')
  expect(thinking.end()).toBe("")
  expect(thinking.tick()).toBe("")
  vi.useRealTimers()
})
