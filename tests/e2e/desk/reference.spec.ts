import type { Page } from "@playwright/test"
import { expect, test } from "../../support/browser/browser-test.ts"
import { PROMPT } from "../../support/browser/desk.ts"

const SENTENCE = "雨下了一夜，石板路亮得像一条河。"

async function upload(page: Page, script: boolean, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator("input[name=reference_file]").setInputFiles(file)
  if (!script) await page.getByRole("button", { name: "读取文件" }).click()
}

test("reads a reference, shows its size and preview, and can remove it", async ({ page, script }) => {
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  const text = SENTENCE.repeat(20)
  await upload(page, script, { name: "参考.txt", mimeType: "text/plain", buffer: Buffer.from(text) })
  await expect(page.getByText("参考.txt")).toBeVisible()
  await expect(page.getByText("0.3K 字符")).toBeVisible()
  await expect(page.getByText(`${text.slice(0, 100)}…`)).toBeVisible()
  await expect(page.getByText("文本已完整加载").locator("visible=true")).toHaveCount(1)
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)

  await page.getByRole("button", { name: "移除" }).click()
  await expect(page.getByText("参考.txt")).toBeHidden()
  await expect(page.locator("textarea[name=reference_text]")).toHaveValue("")
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
})

test("reads a GB18030 file correctly", async ({ page, script }) => {
  await page.goto("/")
  // 「你好，世界。」 in GB18030
  const buffer = Buffer.from("c4e3bac3a3accac0bde7a1a3", "hex")
  await upload(page, script, { name: "gbk.txt", mimeType: "text/plain", buffer })
  await expect(page.getByRole("blockquote", { name: "预览" })).toHaveText(/你好，世界。/)
})

test("cuts a long reference to 10000 characters and says so", async ({ page, script }) => {
  await page.goto("/")
  await upload(page, script, {
    name: "long.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("长".repeat(10_001)),
  })
  await expect(page.getByText("文本过长，仅保留前 10000 个字符").locator("visible=true")).toHaveCount(1)
  await expect(page.getByText("10.0K 字符")).toBeVisible()
})

test("cuts a long reference of rare characters to as many", async ({ page, script }) => {
  await page.goto("/")
  const buffer = Buffer.from("𠮷".repeat(10_001))
  await upload(page, script, { name: "rare.txt", mimeType: "text/plain", buffer })
  await expect(page.getByText("文本过长，仅保留前 10000 个字符").locator("visible=true")).toHaveCount(1)
  await expect(page.getByText("10.0K 字符")).toBeVisible()
  await expect(page.locator("textarea[name=reference_text]")).toHaveValue("𠮷".repeat(10_000))
})

test("refuses a file that is not text and keeps the form", async ({ page, script }) => {
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")
  await upload(page, script, { name: "picture.png", mimeType: "image/png", buffer: png })
  await expect(page.getByText(/请上传文本文件（\.txt）。其余内容/)).toBeVisible()
  await upload(page, script, { name: "renamed.txt", mimeType: "text/plain", buffer: png })
  await expect(page.getByText(/这个文件不是文本/)).toBeVisible()
  await upload(page, script, { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.from("  \n ") })
  await expect(page.getByText(/这个文件是空的/)).toBeVisible()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
})

test("refuses a file that is too large and keeps the form", async ({ page, script }) => {
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  const buffer = Buffer.alloc(11 * 1_024 * 1_024, "a")
  await upload(page, script, { name: "huge.txt", mimeType: "text/plain", buffer })
  await expect(page.getByText(/文件太大了/)).toBeVisible()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
})
