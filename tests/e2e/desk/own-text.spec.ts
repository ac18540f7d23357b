import type { Page } from "@playwright/test"
import { expect, test } from "../../support/browser/browser-test.ts"
import { PROMPT, shownStory, untilWriting } from "../../support/browser/desk.ts"

const STORY = "雨停的时候，修表匠把灯点上。\n他听见怀表里有人说话。"
const LIMIT = 1_000_000

async function unfold(page: Page) {
  await page.getByText("接着自己的文章写").click()
  return page.getByRole("textbox", { name: "自己的文章" })
}

async function upload(page: Page, script: boolean, name: string, buffer: Buffer) {
  await page.locator("input[name=own_file]").setInputFiles({ name, mimeType: "text/plain", buffer })
  if (!script) await page.locator("#own").getByRole("button", { name: "读取文件" }).click()
}

test("continues a text that was pasted", async ({ page, script }) => {
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  await (await unfold(page)).fill(STORY)
  await page.getByRole("button", { name: "生成小说" }).click()
  await untilWriting(page, script)
  await expect.poll(() => shownStory(page)).toContain(STORY)
  if (script) await expect(page.getByText("接着自己的文章写")).toBeHidden()
})

test("continues a text from a file, which is read into the field", async ({ page, script }) => {
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  const field = await unfold(page)
  // GB18030
  const prose = Buffer.from("d3eacda3c1cbd2d4baf3a3accbfbb0d1b5c6b5e3c9cfa1a3", "hex")
  await upload(page, script, "旧作.txt", prose)
  await expect(field).toHaveValue("雨停了以后，他把灯点上。")
  await expect(field).toBeVisible()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
  await page.getByRole("button", { name: "生成小说" }).click()
  await untilWriting(page, script)
  await expect.poll(() => shownStory(page)).toContain("雨停了以后，他把灯点上。")
})

test("says how long a text is that is too long, and loses nothing", async ({ page, script }) => {
  // Without script, a million characters go to the server and come back, twice.
  test.slow()
  const slowly = expect.configure({ timeout: 60_000 })
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  const field = await unfold(page)
  const text = `${"清晨的雾从河面升起，老船工把缆绳系在桩上。\n".repeat(LIMIT / 20).slice(0, LIMIT)}尾声`
  await upload(page, script, "长.txt", Buffer.from(text))
  await slowly(page.getByText(`现在有 ${LIMIT + 2} 个字符，最多 ${LIMIT} 个`)).toBeVisible()
  await page.getByRole("button", { name: "生成小说" }).click()
  if (!script) await slowly(page.getByText("还没有开始生成")).toBeVisible()
  await slowly(field).toBeFocused()
  await expect(page.getByText(`现在有 ${LIMIT + 2} 个字符，最多 ${LIMIT} 个`)).toBeVisible()
  expect((await field.inputValue()).length).toBe(LIMIT + 2)
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
})

test("refuses a file that is not text, at its field", async ({ page, script }) => {
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  const field = await unfold(page)
  await field.fill(STORY)
  await upload(page, script, "图.txt", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"))
  await expect(page.locator("#own").getByText(/这个文件不是文本/)).toBeVisible()
  await expect(field).toHaveValue(STORY)
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
})

test("keeps a pasted text over a reload, and says so where it is too long for that @needs-js", async ({
  page,
}) => {
  await page.goto("/")
  await (await unfold(page)).fill(STORY)
  await expect.poll(() => page.evaluate(() => localStorage.getItem("drafts") ?? "")).toContain("怀表里")
  await page.reload()
  await expect(page.getByRole("textbox", { name: "自己的文章" })).toHaveValue(STORY)
  await page.getByRole("textbox", { name: "自己的文章" }).fill("雨".repeat(200_001))
  await expect(page.getByText("不会留作草稿")).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem("drafts") ?? "")).not.toContain("怀表里")
})
