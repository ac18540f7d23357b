// A long text that nobody has read is read before it is continued. The reader sees how far, and it is read only once.
import { expect } from "../../support/browser/browser-test.ts"
import { backToDesk, pressForMore, untilWritten } from "../../support/browser/desk.ts"
import { upstreamTest } from "../../support/browser/upstream-test.ts"
import { storyText } from "../../support/upstream/prose.ts"

/** The model answers for this many passages, and for the others once the page has shown its progress. */
const READ_FIRST = 3
const OLD = storyText(6_151, 60_000)

const test = upstreamTest({ name: "well" })

test("a long text is read, with the progress shown, and its memory serves the next part", async ({
  page,
  upstream,
  script,
}) => {
  const passages = () =>
    upstream.calls.filter(({ kind, body }) => kind === "memory" && body.messages.length === 2)
  upstream.hold(({ kind }) => kind === "memory" && passages().length > READ_FIRST)

  await page.goto("/")
  const wish = {
    prompt: "渡口的故事接着写",
    erotic_level: "1",
    length: "1",
    reference_text: "",
    key: "reading",
  }
  const asked = await page.request.post("/", { form: { ...wish, existing_text: OLD } })
  const shown = page.goto(asked.url(), { waitUntil: "commit" })
  await expect(page.getByText(/^正在读前文 \d+\/\d+$/).first()).toBeVisible()
  if (!script) upstream.release()
  await shown
  if (script) {
    await page.reload({ waitUntil: "commit" })
    await expect(page.getByText(/^正在读前文 [1-9]\d*\/\d+$/)).toBeVisible()
    upstream.release()
  }
  await untilWritten(page)
  await expect(page.getByText(/^正在读前文/).filter({ visible: true })).toHaveCount(0)
  const read = passages().length
  expect(read).toBeGreaterThan(6)

  await backToDesk(page, script)
  await pressForMore(page, "继续生成")
  await untilWritten(page)
  expect(passages()).toHaveLength(read)
  const plan = upstream.calls.findLast(({ kind }) => kind === "plan")
  expect(plan?.body.messages.at(-1)?.content).toMatch(/<备忘>\n(?:.*\n)*概｜/u)
})
