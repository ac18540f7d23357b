import { expectNotice, saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { PASSWORD } from "../../support/session-visitor.ts"

test("an account is deleted with its password and a tick, and its shared novel with it", async ({
  page,
  script,
  playwright,
  baseURL,
}) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "灯塔", isPublic: true })
  const reader = await playwright.request.newContext({ baseURL })
  expect((await reader.get(`/shared/${id}`)).status()).toBe(200)

  await page.goto("/profile")
  await page.getByLabel("输入密码，确认是你本人").fill("not the password")
  await page.getByLabel("我明白：删除以后无法恢复").check()
  await page.getByRole("button", { name: "彻底删除账号" }).click()
  await expect(page.getByText("密码不对。")).toBeVisible()
  // Script leaves the focus where it is, and says the problem aloud.
  if (!script) await expect(page.getByLabel("输入密码，确认是你本人")).toBeFocused()
  if (!script) await expect(page.getByLabel("输入密码，确认是你本人")).toHaveValue("")
  await expect(page.getByLabel("我明白：删除以后无法恢复")).toBeChecked()
  expect((await reader.get(`/shared/${id}`)).status()).toBe(200)

  await page.getByLabel("输入密码，确认是你本人").fill(PASSWORD)
  await page.getByRole("button", { name: "彻底删除账号" }).click()
  await expect(page).toHaveURL("/")
  await expectNotice(page, "账号已删除")
  expect((await reader.get(`/shared/${id}`)).status()).toBe(404)
  expect((await page.goto("/profile"))?.status()).toBe(401)
  await reader.dispose()
})

test("the box has to be ticked, and the profile offers everything to take along", async ({ page }) => {
  await signUp(page.request)
  await page.goto("/profile")
  await page.getByLabel("输入密码，确认是你本人").fill(PASSWORD)
  await page.getByRole("button", { name: "彻底删除账号" }).click()
  await expect(page).toHaveURL("/profile")
  expect((await page.request.get("/profile")).status()).toBe(200)
  for (const [name, file] of [
    ["下载全部小说", "落笔-我的小说.zip"],
    ["下载账号数据", "落笔-我的账号数据.zip"],
  ] as const) {
    const download = page.waitForEvent("download")
    await page.getByRole("link", { name }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
})
