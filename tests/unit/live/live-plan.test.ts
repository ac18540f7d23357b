import { expect, test } from "vitest"
import type { PlanLine } from "#app/domain/generation.ts"
import { LivePlan } from "#app/routes/generations.$id.live/live-plan.tsx"

const LINES: PlanLine[] = [
  { kind: "title", text: "灯塔" },
  { kind: "head", text: "人物｜陈守时｜五十岁，<看守人>" },
  { kind: "beat", text: "清早；他擦灯" },
  { kind: "beat", text: "夜里；灯灭了" },
]
const BEATS = [{ summary: "清早｜他擦灯", characters: 900, stop: "" }]

test("shows each line in one list, beats with their numbers and people with theirs", () => {
  const plan = new LivePlan("n0nce")
  const first = plan.take({ type: "draft", at: 0, lines: LINES.slice(0, 3) })
  expect(first).toMatch(/^<ol aria-label="提纲"[^>]*>(<li.*<\/li>){3}$/)
  expect(first).toContain("《灯塔》")
  expect(first).toContain("人物：</span>陈守时；五十岁，&lt;看守人&gt;</li>")
  const second = plan.take({ type: "draft", at: 3, lines: LINES.slice(3) })
  expect(second).toMatch(/^<li id="plan-3" value="2"[^>]*>夜里；灯灭了<\/li>$/)
  expect(plan.pause()).toBe("</ol>")
  expect(plan.pause()).toBe("")
})

test("hides the lines that do not stand any more", () => {
  const plan = new LivePlan("n0nce")
  plan.take({ type: "draft", at: 0, lines: LINES })
  const html = plan.take({ type: "draft", at: 2, lines: LINES.slice(3) })
  expect(html).toMatch(
    /^<\/ol><style nonce="n0nce">#plan-2,#plan-3\{display:none\}<\/style><ol [^>]*><li id="plan-4" value="1"/,
  )
})

test("puts the whole plan in the place of its lines", () => {
  const plan = new LivePlan("n0nce")
  plan.take({ type: "draft", at: 0, lines: LINES.slice(0, 2) })
  const html = plan.settle({ type: "plan", beats: BEATS, head: [], title: "灯塔" })
  expect(html).toMatch(
    /^<\/ol><style nonce="n0nce">#plan-0,#plan-1\{display:none\}<\/style><details id="plan"/,
  )
  expect(plan.drop()).toBe("")
  expect(plan.drop({ isRefused: true })).toBe('<style nonce="n0nce">#plan{display:none}</style>')
})

test("takes a refused plan back, also one that is half made", () => {
  const plan = new LivePlan("n0nce")
  expect(plan.drop({ isRefused: true })).toBe("")
  plan.take({ type: "draft", at: 0, lines: LINES.slice(0, 1) })
  expect(plan.drop({ isRefused: true })).toBe('</ol><style nonce="n0nce">#plan-0{display:none}</style>')
})
