// The whole way of an author, with the same steps with script and without. Each screen on the way is accessible.
import type { Page } from "@playwright/test"
import { expectNotice, expectOnShelf, openSaving, signUp } from "../../support/browser/account.ts"
import { expectAccessible } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import {
  backToDesk,
  cardField,
  characters,
  fillOutline,
  openDesk,
  PROMPT,
  pressForMore,
  shownStory,
  unfoldForm,
  untilNext,
  untilWriting,
  untilWritten,
} from "../../support/browser/desk.ts"

const CARD = "他把父亲的学徒证拿出来，放在灯下"
const ADDED = "那封信后来寄到了。"
const TITLE = "渡口的灯"

test("an author plans, writes, goes on, mends, saves, goes on, restores and bins", async ({
  page,
  script,
}) => {
  test.setTimeout(240_000)
  const accessible = (screen: string) => expectAccessible(page, screen, "light")
  await signUp(page.request)

  await test.step("plan first, and change a card", async () => {
    await openDesk(page)
    await accessible("home")
    await page.getByLabel("描述你想要的小说").fill(PROMPT)
    await page.getByRole("group", { name: "小说长度" }).getByRole("radio", { name: /^短篇/ }).check()
    await page.getByLabel("先看提纲再写").check()
    await page.getByRole("button", { name: "生成小说" }).click()
    await expect(page.getByRole("button", { name: "照这个提纲写" })).toBeVisible()
    await accessible("a waiting outline")
    await fillOutline(cardField(page, 1, "发生什么"), CARD)
    await page.getByRole("button", { name: "照这个提纲写" }).click()
  })

  await test.step("write", async () => {
    await untilWriting(page, script)
    await accessible("writing")
    await untilWritten(page)
    await backToDesk(page, script)
    await accessible("finished")
    await expect(page.getByText(CARD).first()).toBeAttached()
  })

  let story = await shownStory(page)
  for (const part of [2, 3, 4]) {
    await test.step(`go on: part ${part}`, async () => {
      if (part === 2) {
        // The desk keeps the wish for an outline, as it keeps level and length.
        await expect(page.getByText("· 先看提纲")).toBeVisible()
        await unfoldForm(page)
        await page.getByLabel("先看提纲再写").uncheck()
        await expect(page.getByText("· 先看提纲")).toBeHidden()
      }
      await pressForMore(page, "继续生成")
      await untilWriting(page, script)
      await expect(page.getByRole("heading", { name: `续写 · 第 ${part} 部分` })).toBeInViewport({ ratio: 1 })
      if (part === 2) await accessible("going on")
      await untilWritten(page)
      await backToDesk(page, script)
      const longer = await shownStory(page)
      expect(longer.startsWith(story)).toBe(true)
      expect(characters(longer)).toBeGreaterThan(characters(story) + 1_500)
      story = longer
    })
  }

  await test.step("rewrite a paragraph", async () => {
    await page.getByRole("link", { name: "改一段" }).click()
    const second = page.locator("fieldset.story label").nth(1)
    const former = (await second.textContent()) ?? ""
    await second.click()
    await accessible("a chosen paragraph")
    await page.getByLabel("想怎么改").fill("写得更冷一点")
    await page.getByRole("button", { name: "重写选中的一段" }).click()
    await expect(page.getByText("这一段是新写的。")).toBeVisible({ timeout: 30_000 })
    await accessible("a paragraph that was written anew")
    await page.getByRole("link", { name: "完成" }).click()
    await expect(page.locator("article p").nth(1)).not.toHaveText(former)
    await expect.poll(() => shownStory(page)).not.toBe(story)
  })

  await test.step("edit", async () => {
    await page.getByRole("link", { name: "修改正文" }).click()
    const field = page.getByRole("textbox", { name: "正文", exact: true })
    await accessible("the editor")
    await field.fill(`${await field.inputValue()}\n${ADDED}`)
    await press(page, "保存修改")
    await page.waitForURL(/\?generation=/)
    await expect(page.getByText(ADDED)).toBeVisible()
    story = await shownStory(page)
  })

  await test.step("save", async () => {
    const form = await openSaving(page, script)
    await accessible("saving")
    await form.getByLabel("标题").fill(TITLE)
    await form.getByRole("button", { name: "保存", exact: true }).click()
    await expectNotice(page, "小说已保存到你的账号")
  })

  await test.step("go on from the library", async () => {
    await expectOnShelf(page, [TITLE])
    await accessible("my novels")
    await page.getByRole("link", { name: "查看全文" }).click()
    await page.waitForURL(/\/novels\//)
    await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible()
    await accessible("a saved novel")
    expect(await shownStory(page)).toBe(story)
    await page.getByRole("radio", { name: "提纲" }).check()
    await expect(page.getByRole("list", { name: "提纲" }).getByRole("listitem").first()).toBeVisible()
    await accessible("the plan of a saved novel")
    await page.getByRole("link", { name: "接着写" }).first().click()
    await page.waitForURL(/\/\?novel=/)
    await expect(page.getByText("正在接着写")).toBeVisible()
    await accessible("a saved novel that is gone on with")
    const before = page.url()
    await page.getByRole("button", { name: "继续生成" }).first().click()
    if (script) await untilNext(page, before)
    await untilWritten(page)
    await backToDesk(page, script)
    const longer = await shownStory(page)
    expect(longer.startsWith(story)).toBe(true)
    const form = await openSaving(page, script)
    await form.getByRole("button", { name: "保存", exact: true }).click()
    await expectNotice(page, "小说已更新")
    await page.getByRole("link", { name: `《${TITLE}》`, exact: true }).click()
    await page.waitForURL(/\/novels\//)
    await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible()
    expect(await shownStory(page)).toBe(longer)
  })

  await test.step("restore a version", async () => {
    await page.getByRole("radio", { name: "版本" }).check()
    await accessible("the versions")
    await page.getByRole("link", { name: /初稿/ }).click()
    await expect(page.locator("article del").first()).toBeVisible()
    await accessible("what changed since a version")
    await press(page, "换回这一版")
    await expectNotice(page, "换下来的正文留作一个版本")
    await expect.poll(() => shownStory(page)).toBe(story)
  })

  await test.step("bin and restore", async () => {
    const address = page.url()
    await page.locator("#more > summary").click()
    await page.locator("#delete > summary").click()
    await accessible("a deletion that is asked about")
    await press(page, "确认移到回收站")
    await expectNotice(page, "已移到回收站")
    await expect(page.getByText("还没有小说")).toBeVisible()
    await accessible("an empty shelf")
    await page.getByRole("link", { name: "回收站 1" }).click()
    await accessible("the bin")
    await press(page, `恢复《${TITLE}》`)
    await expectNotice(page, "已恢复")
    await page.goto(address)
    expect(await shownStory(page)).toBe(story)
  })
})

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).click()
}
