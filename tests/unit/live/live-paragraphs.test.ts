import fc from "fast-check"
import { expect, test } from "vitest"
import { LiveParagraphs } from "#app/routes/paragraphs/live-paragraphs.ts"

test("makes the same paragraphs however the text is cut into chunks", () => {
  const text = "第一段。\n第二段，很长。\n\n***\n尾声"
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 30 }), (sizes) => {
      const live = new LiveParagraphs("nonce")
      let html = ""
      let at = 0
      for (const size of [...sizes, text.length]) {
        html += live.append(text.slice(at, at + size))
        at += size
      }
      expect(visibleText(html + live.close())).toEqual(["第一段。", "第二段，很长。", "***", "尾声"])
    }),
  )
})

test("shows markup in a text as text", () => {
  const live = new LiveParagraphs("nonce")
  expect(live.append(`<script>alert("1")</script>&`)).toBe(
    `<p id="p0">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;`,
  )
})

test("hides withdrawn text and writes the rest again", () => {
  const live = new LiveParagraphs("nonce")
  const html = [
    live.append("第一段。\n第二段要撤回一半"),
    live.reset("第一段。\n第二段".length),
    live.append("换了。\n第三段"),
    live.reset("第一段。\n第二段换了。\n".length),
    live.append("末段"),
    live.close(),
  ].join("")
  expect(visibleText(html)).toEqual(["第一段。", "第二段换了。", "末段"])
  expect(live.text).toBe("第一段。\n第二段换了。\n末段")
})

function visibleText(html: string): string[] {
  const hidden = [...html.matchAll(/<style nonce="nonce">(.*?)\{display:none\}<\/style>/g)].flatMap((match) =>
    (match[1] ?? "").split(","),
  )
  return [...html.matchAll(/<p id="(p\d+)"[^>]*>(.*?)<\/p>/g)]
    .filter((match) => !hidden.includes(`#${match[1]}`))
    .map((match) => match[2] ?? "")
}
