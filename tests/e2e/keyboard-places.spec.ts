// Places beside the author's way (keyboard.spec.ts), by keys alone: every stop is seen, no press loses the focus.
import type { Page } from "@playwright/test"
import { expectNotice, STORY, saveNovel, signUp } from "../support/browser/account.ts"
import { expect, test } from "../support/browser/browser-test.ts"
import { askForNovel, openDesk, untilWritten } from "../support/browser/desk.ts"
import { expectSeenFocus, tabAndPress, tabTo } from "../support/browser/keyboard.ts"
import { listen } from "../support/browser/voice.ts"
import { PASSWORD } from "../support/session-visitor.ts"

const REFERENCE = {
  name: "参考.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("雨下了一夜，石板路亮得像一条河。"),
}
const PICTURE = { name: "图.png", mimeType: "image/png", buffer: Buffer.from("89504e470d0a1a0a", "hex") }
const SCREENS = [
  { width: 390, height: 844, mark: "" },
  { width: 1280, height: 900, mark: " @needs-js" },
]

for (const { width, height, mark } of SCREENS) {
  test.describe(`at ${width} pixels${mark}`, () => {
    test.use({ viewport: { width, height } })

    test("a reference is handed over, refused and removed", async ({ page, script }) => {
      await openDesk(page)
      const file = page.locator("input[name=reference_file]")
      const heard = script ? await listen(page) : null

      await chooseFile(page, script, PICTURE)
      const problem = page.getByText("不支持的文件类型：请上传文本文件")
      await expect(problem).toBeVisible()
      await expect(script ? file : problem).toBeFocused()
      if (heard) expect((await heard()).filter((text) => text.includes("不支持的文件类型"))).toHaveLength(1)

      await chooseFile(page, script, REFERENCE)
      if (script) await expect(page.locator("#reference > details > summary")).toBeFocused()
      else await expect(page.getByText("文本已完整加载").locator("visible=true")).toBeFocused()
      await tabAndPress(page, page.getByRole("button", { name: "移除" }))
      if (script) await expect(file).toBeFocused()
      else
        await expect(page.getByText("参考文本已移除，其余内容都还在。").locator("visible=true")).toBeFocused()
    })

    test("the age is confirmed before an adult novel", async ({ page, request }) => {
      await signUp(request)
      const id = await saveNovel(request, { title: "门后的灯", isPublic: true, level: 4 })
      await page.goto(`/shared/${id}`)
      await tabAndPress(page, page.getByRole("button", { name: "我已年满 18 岁，继续阅读" }))
      await expect(page.getByRole("heading", { level: 1, name: "门后的灯" })).toBeVisible()
      await tabTo(page, page.getByRole("link", { name: "返回首页" }))
    })

    test("a novel is deleted for good", async ({ page, script }) => {
      await signUp(page.request)
      for (const title of ["渡口", "怀表"]) {
        const id = await saveNovel(page.request, { title })
        await page.request.post("/my-novels", { form: { intent: "bin", id } })
      }
      await openDesk(page, "/my-novels/bin")
      const asks = page.getByLabel("立即彻底删除：怀表")
      await tabAndPress(page, asks)
      if (script) {
        await page.keyboard.press("Escape")
        await expect(page.getByRole("button", { name: "确认彻底删除" })).toBeHidden()
        await expect(asks).toBeFocused()
        await page.keyboard.press("Enter")
      }
      await tabAndPress(page, page.getByRole("button", { name: "确认彻底删除" }))
      await expectNotice(page, "已彻底删除")
      await expect(asks).toHaveCount(0)
      if (script) await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
      await tabTo(page, page.getByRole("button", { name: "恢复《渡口》" }))
    })

    test("what was written before the login moves into the account", async ({ page, script }) => {
      await askForNovel(page)
      await untilWritten(page)
      await signUp(page.request)
      await openDesk(page)
      const heard = script ? await listen(page) : null
      await tabAndPress(page, page.getByRole("button", { name: "存进我的小说" }))
      const moved = page.getByRole("heading", { name: "已存进 1 篇" })
      await expect(moved).toBeFocused()
      if (heard) expect((await heard()).join()).not.toContain("已存进")
      await tabAndPress(page, page.getByRole("link", { name: "去我的小说" }))
      await expect(page.getByRole("heading", { level: 1, name: "我的小说" })).toBeVisible()
    })

    test("memory entries are added, changed, locked and removed", async ({ page, script }) => {
      await signUp(page.request)
      const id = await saveNovel(page.request, { title: "怀表" })
      await openDesk(page, `/novels/${id}`)
      await tabTo(page, page.getByRole("radio", { name: "分节" }))
      for (let press = 0; press < 2; press += 1) await page.keyboard.press("ArrowRight")
      await expect(page.getByRole("radio", { name: "备忘" })).toBeChecked()
      await tabAndPress(page, page.locator("#column").getByRole("link", { name: "添一条" }))
      await expect(page.getByRole("heading", { level: 1, name: "备忘" })).toBeVisible()
      if (script) await expect(page.locator("html[data-hydrated]")).toBeAttached()
      const heard = script ? await listen(page) : null

      const adding = page.locator("#add")
      const name = adding.getByLabel("名字")
      if (!(await name.evaluate((field) => field === document.activeElement))) await tabTo(page, name)
      await page.keyboard.type("修表匠")
      await tabAndPress(page, adding.getByRole("button", { name: "添一条" }))
      await expect(adding.getByText("已添上「修表匠」")).toBeVisible()
      if (script) await expect(adding.getByLabel("名字")).toBeFocused()
      if (heard) expect((await heard()).join()).toContain("已添上「修表匠」")

      const entry = page.locator("li[id^=entry-]")
      await tabAndPress(page, entry.getByRole("button", { name: /^作者定的/ }))
      await expect(entry.getByText("已放开")).toBeVisible()
      if (script) await expect(entry.getByRole("button", { name: /^锁定/ })).toBeFocused()
      if (heard) expect((await heard()).filter((text) => text.includes("已放开"))).toHaveLength(1)

      await tabAndPress(page, entry.getByRole("link", { name: "修改" }))
      await expect(entry.getByLabel("名字")).toBeVisible()
      if (script) await expect(entry.getByLabel("名字")).toBeFocused()
      await tabTo(page, entry.getByLabel("现在", { exact: true }))
      await page.keyboard.type("坐在灯下")
      await tabAndPress(page, entry.getByRole("button", { name: "保存" }))
      await expect(entry.getByText("已保存")).toBeVisible()
      if (script) await expect(entry.getByRole("button", { name: "保存" })).toBeFocused()
      if (heard) expect((await heard()).filter((text) => text.includes("已保存"))).toHaveLength(1)

      await tabAndPress(page, entry.getByRole("button", { name: "删除" }))
      await expect(page.getByText("已删除「修表匠」")).toBeVisible()
      if (script) await expect(page.locator(":focus")).toContainText("已删除「修表匠」")
      await tabAndPress(page, page.getByRole("button", { name: "撤销" }))
      await expect(entry.getByText("已恢复")).toBeVisible()
      if (script) await expect(page.locator(":focus")).toContainText("已恢复")
      if (heard) expect((await heard()).join()).not.toMatch(/已删除|已恢复/)

      await openDesk(page, `/novels/${id}`)
      await tabTo(page, page.getByRole("radio", { name: "分节" }))
      for (let press = 0; press < 2; press += 1) await page.keyboard.press("ArrowRight")
      const lock = page.locator("#column").getByRole("button", { name: /^(?:锁定|作者定的)：修表匠/ })
      await tabAndPress(page, lock)
      if (script) await expect(lock).toBeFocused()
      else await expect(entry.getByText(/已放开|已锁定/)).toBeVisible()
    })

    test("a version is restored", async ({ page, script }) => {
      await signUp(page.request)
      const id = await saveNovel(page.request, { title: "怀表" })
      await openDesk(page, `/novels/${id}/edit`)
      await page.getByLabel("正文", { exact: true }).fill(`${STORY}\n\n天亮了。`)
      await page.getByRole("button", { name: "保存修改" }).click()
      await expectNotice(page, "正文已更新")
      await tabTo(page, page.getByRole("radio", { name: "分节" }))
      await page.keyboard.press("ArrowLeft")
      await expect(page.getByRole("radio", { name: "版本" })).toBeChecked()
      await tabAndPress(page, page.locator(`a[href^="/novels/${id}/versions/"]`).first())
      await expect(page.getByRole("link", { name: "这一版全文" })).toBeVisible()
      if (script) await expect(page.locator("html[data-hydrated]")).toBeAttached()
      await tabAndPress(page, page.getByRole("link", { name: "这一版全文" }))
      await expect(page.getByRole("link", { name: "与现在比较" })).toBeVisible()
      if (script) await expect(page.getByRole("link", { name: "与现在比较" })).toBeFocused()
      await tabAndPress(page, page.getByRole("button", { name: "换回这一版" }))
      await expectNotice(page, "已换回这一版")
      if (script) await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
    })

    test("a novel is read to one's taste, and handed on", async ({ page, request, script }) => {
      await signUp(request)
      await page.goto(`/shared/${await saveNovel(request, { title: "桥头的灯", isPublic: true })}`)
      await tabTo(page, page.getByRole("link", { name: "返回首页" }))
      const settings = page.locator(".reader-bar summary")
      await tabAndPress(page, settings)
      const kept = page.waitForResponse((answer) => answer.url().endsWith("/reading"))
      await tabTo(page, page.getByRole("radio", { name: "自动" }))
      await page.keyboard.press("ArrowRight")
      if (!script) await tabAndPress(page, page.getByRole("button", { name: "应用" }))
      await kept
      await expect(page.locator("html")).toHaveAttribute("data-theme", "white")
      if (script) {
        await page.keyboard.press("Escape")
        await expect(settings).toBeFocused()
      }

      await tabTo(page, page.getByLabel("分享链接"))
      if (script) {
        await tabAndPress(page, page.getByRole("button", { name: "复制链接" }))
        await expect(page.getByRole("button", { name: "已复制" })).toBeFocused()
      }
      await tabAndPress(page, page.locator("summary", { hasText: "二维码" }))
      await expect(page.getByRole("img", { name: /^二维码/ })).toBeVisible()
      await tabTo(page, page.getByRole("link", { name: "EPUB" }))
      await tabTo(page, page.getByRole("link", { name: "举报" }))
    })

    test("an author's page is opened, and an account deleted", async ({ page, script }) => {
      await signUp(page.request)
      await openDesk(page, "/profile")
      await tabAndPress(page, page.getByRole("switch", { name: "公开我的作者页" }), "Space")
      await tabTo(page, page.getByRole("textbox", { name: "简介" }))
      await page.keyboard.type("写河边的故事。")
      await tabAndPress(page, page.getByRole("button", { name: "更新作者页" }))
      await expectNotice(page, "作者页已更新")
      await expect(page.getByRole("switch", { name: "公开我的作者页" })).toBeChecked()

      const password = page.getByLabel("输入密码，确认是你本人")
      await tabTo(page, password)
      await page.keyboard.type("not the password")
      await tabAndPress(page, page.getByLabel("我明白：删除以后无法恢复"), "Space")
      const remove = page.getByRole("button", { name: "彻底删除账号" })
      await tabAndPress(page, remove)
      await expect(page.getByText("密码不对。")).toBeVisible()
      await expect(script ? remove : password).toBeFocused()
      if (script) await tabTo(page, password, "Shift+Tab")
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press("Enter")
      await expectNotice(page, "账号已删除")
    })

    test("a library is imported", async ({ page }) => {
      await signUp(page.request)
      await saveNovel(page.request, { title: "怀表" })
      const library = await (await page.request.get("/my-novels/export")).body()
      await openDesk(page, "/my-novels/import")
      const file = page.getByLabel("备份文件（ZIP）")
      await tabTo(page, file)
      await file.setInputFiles({ name: "备份.zip", mimeType: "application/zip", buffer: library })
      await tabAndPress(page, page.getByRole("button", { name: "导入", exact: true }))
      await expect(page.getByRole("heading", { name: "这次没有新导入的小说" })).toBeFocused()
      await tabTo(page, page.getByRole("link", { name: "去我的小说" }))
    })

    test("the bar of a novel is gone through as it is seen", async ({ page }) => {
      await signUp(page.request)
      await openDesk(page, `/novels/${await saveNovel(page.request, { title: "怀表" })}`)
      const bar = page.locator(".novel-bar")
      const stops = bar.locator("a, summary").locator("visible=true")
      const lefts = await stops.evaluateAll((all) => all.map((stop) => stop.getBoundingClientRect().left))
      expect(lefts).toEqual([...lefts].sort((one, other) => one - other))
      await expect(bar.getByRole("link", { name: "接着写" })).toHaveCount(1)
    })
  })
}

test("a bar that left for the controls below is there for the focus", async ({ page }) => {
  await openLongNovelOnPhone(page)
  const memory = page.locator("#story ~ .bar").getByRole("link", { name: "备忘" })
  const controls = page.locator("#desk")
  await expect(memory).toBeInViewport()

  await page.keyboard.press("Tab")
  await memory.focus()
  await controls.evaluate((column) => column.scrollIntoView({ block: "center" }))
  await expect(controls.getByRole("radio").first()).toBeInViewport()
  await expectSeenFocus(page)
  await expect(memory).toBeFocused()

  await tabTo(page, page.getByRole("link", { name: "接着写" }))
  await tabTo(page, controls.getByRole("radio").first())
})

test("the link to the new part keeps the focus as that arrives @needs-js", async ({ page }) => {
  await openLongNovelOnPhone(page)
  const length = page.getByRole("group", { name: "下一部分的长度" })
  await length.getByRole("radio", { name: /^超长/ }).check()
  await page.getByRole("button", { name: "继续生成" }).press("Enter")
  const part = page.getByRole("heading", { name: /第 2 部分/ })
  await expect(part).toBeInViewport()
  await page.getByRole("heading", { level: 1 }).evaluate((heading) => heading.scrollIntoView())

  const link = page.getByRole("link", { name: "回到续写处" })
  await tabTo(page, link)
  await part.evaluate((line) => line.scrollIntoView({ block: "center" }))
  await expect(part).toBeInViewport()
  await expectSeenFocus(page)
  await expect(link).toBeFocused()
  await tabTo(page, page.getByRole("button", { name: "停止" }))
})

test("the end of a text is said once, with its length @needs-js", async ({ page }) => {
  await askForNovel(page)
  const heard = await listen(page)
  await untilWritten(page)
  // A voice takes the groups of 「1 932」 for two numbers.
  await expect.poll(async () => (await heard()).join()).toMatch(/共 \d{4} 字/)
  expect((await heard()).filter((text) => /完成|成功|写好/.test(text))).toHaveLength(1)
})

test("that an edit is kept is said once, however often it is kept @needs-js", async ({ page }) => {
  await signUp(page.request)
  await openDesk(page, `/novels/${await saveNovel(page.request, { title: "怀表" })}/edit`)
  const heard = await listen(page)
  for (const typed of ["天亮了。", "雪停了。"]) {
    const kept = page.waitForResponse(/\/draft/)
    await page.getByLabel("正文", { exact: true }).press("ControlOrMeta+End")
    await page.keyboard.type(typed)
    await kept
    await expect(page.locator(".edit-state").getByText(/^· /)).toBeVisible()
  }
  expect((await heard()).filter((text) => text.includes("已自动保存"))).toHaveLength(1)
})

async function openLongNovelOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page.request)
  const content = Array(20).fill(STORY).join("\n\n")
  await openDesk(page, `/?novel=${await saveNovel(page.request, { title: "怀表", content })}`)
}

async function chooseFile(page: Page, script: boolean, file: typeof REFERENCE): Promise<void> {
  const chooser = page.waitForEvent("filechooser")
  await tabAndPress(page, page.locator("input[name=reference_file]"), "Space")
  await (await chooser).setFiles(file)
  if (!script) await tabAndPress(page, page.locator("button[value=read-reference]"))
}
