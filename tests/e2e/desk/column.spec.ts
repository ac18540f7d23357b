// The memory stands beside the text: in the column of a wide screen, in a sheet from below on a phone.
import { saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible, THEMES } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { askForNovel, backToDesk, openDesk, untilWritten } from "../../support/browser/desk.ts"

const ENTRY = { intent: "add", kind: "person", name: "老船夫", fixed: "六十岁，左手缺一截小指" }

test("the memory is read and locked beside the text, and on a phone over it", async ({ page, script }) => {
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  const id = new URL(page.url()).searchParams.get("generation")
  await page.request.post(`/generations/${id}/memory`, { form: { ...ENTRY, id: crypto.randomUUID() } })
  await openDesk(page, `/?generation=${id}`)
  const column = page.getByRole("complementary", { name: "写作台" })
  await expect(column.getByText("老船夫")).toBeHidden()
  await column.getByRole("radio", { name: "备忘" }).check()
  await expect(column.getByText("六十岁，左手缺一截小指")).toBeVisible()
  await expect(column.getByRole("button", { name: "继续生成" })).toBeHidden()
  if (script) {
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      await expectAccessible(page, "the memory beside the text", theme)
    }
  }
  await column.getByRole("button", { name: "锁定：老船夫" }).click()
  if (script) await expect(column.getByRole("button", { name: /^作者定的：老船夫/ })).toBeVisible()
  else await expect(page.getByText("已锁定。")).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await openDesk(page, `/?generation=${id}`)
  const opener = page.getByRole("link", { name: "备忘", exact: true })
  await opener.click()
  if (script) {
    const sheet = page.getByRole("dialog", { name: "备忘" })
    await expect(sheet.getByRole("button", { name: /^作者定的：老船夫/ })).toBeInViewport()
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      await expectAccessible(page, "the memory over the text", theme)
    }
    await page.keyboard.press("Escape")
    await expect(sheet).toBeHidden()
    await expect(opener).toBeFocused()
  } else {
    await expect(page.getByRole("heading", { name: "备忘", level: 1 })).toBeVisible()
    await expect(page.getByRole("button", { name: /^作者定的：老船夫/ })).toBeVisible()
  }
})

test("a saved novel is gone on with beside its memory", async ({ page }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "渡口的灯" })
  await page.request.post(`/novels/${id}/memory`, { form: { ...ENTRY, id: crypto.randomUUID() } })
  await openDesk(page, `/?novel=${id}`)
  const column = page.getByRole("complementary", { name: "写作台" })
  await column.getByRole("radio", { name: "备忘" }).check()
  await expect(column.getByText("老船夫")).toBeVisible()
  await expect(column.getByRole("link", { name: "打开备忘" })).toHaveAttribute("href", `/novels/${id}/memory`)
})
