// What follows a text on the page that grows without script.
import { expect, test } from "vitest"
import { story } from "#app/copy/story.ts"
import { controlsPath, formPath } from "#app/domain/paths.ts"
import { renderLiveEnd } from "#app/routes/generations.$id.live/live-page.tsx"
import { requestFor } from "../../support/upstream/run.ts"

const EXISTING = "灯塔上的灯亮了一夜。"
const STOPPED = { type: "stopped" } as const
const REFUSED = { type: "failed", failure: "refused" } as const

function endOf(end: Parameters<typeof renderLiveEnd>[0]["end"], { text = "", existing = "" }): string {
  return renderLiveEnd({ id: "one", request: requestFor({ existing }), text, end, nonce: "n0nce" })
}

/** The text of each link by its address. */
function links(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, text]) => [to, text]),
  )
}

test.each([STOPPED, REFUSED])("leads back to the wish where nothing is there to go on with", (end) => {
  const html = endOf(end, {})
  expect(links(html)).toHaveProperty([formPath("one")], story.backToForm)
  expect(html).not.toContain(story.backToDesk)
})

test.each([{ text: "他下了楼。" }, { existing: EXISTING }])("leads back to the desk with a text", (texts) => {
  const html = endOf(STOPPED, texts)
  expect(links(html)).toHaveProperty([controlsPath("one")], story.backToDesk)
  expect(html).not.toContain(story.backToForm)
})

test.each([
  [STOPPED, "已停止，写好的部分都保留着。共 5 字 · 本文由 AI 生成"],
  [REFUSED, "生成失败：没有写完，已写好的部分都保留着。共 5 字 · 本文由 AI 生成"],
  [{ type: "done" } as const, "写完了 · 共 5 字 · 本文由 AI 生成"],
])("separates what it says without a dot behind a full stop", (end, line) => {
  expect(endOf(end, { text: "他下了楼。" }).replaceAll(/<[^>]*>/g, "")).toContain(line)
})
