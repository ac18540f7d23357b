import { signUp } from "../../support/browser/account.ts"
import { expectAccessible } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { PROMPT } from "../../support/browser/desk.ts"

const RAIN = "雨停的时候，修表匠听见怀表里有人说话。"

test("the device's texts move into the account by one press, and are not offered again @needs-js", async ({
  page,
}) => {
  await page.goto("/")
  await page.evaluate(
    (texts) => localStorage.setItem("novelHistories", JSON.stringify(texts)),
    [`${RAIN}\n\n后来雨又下了。`, RAIN, "他是一名17岁的高中女生，和老师上床。"],
  )
  await signUp(page.request)
  await page.goto("/my-novels")
  await page.getByRole("button", { name: "全部存进我的小说" }).click()
  await expect(page.getByText("已存进 1 篇")).toBeVisible()
  await expect(page.getByText("在另一篇里已经完整地有了")).toBeVisible()
  await expect(page.getByText(/内容涉及未成年人/)).toBeVisible()
  await expect(page.getByRole("button", { name: "全部存进我的小说" })).toHaveCount(0)
  await expectAccessible(page, "moved texts", "light")
  await page.getByRole("link", { name: "去我的小说" }).click()
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["雨停的时候"])
  await expect(page.getByRole("button", { name: "全部存进我的小说" })).toHaveCount(0)
  // The history keeps what was moved.
  await page.goto("/")
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(3)
})

test("what the server knows moves too, after the login, once", async ({ page }) => {
  const wish = { prompt: PROMPT, erotic_level: 1, length: 1, reference_text: "" }
  expect((await page.request.post("/generate-novel", { data: wish })).status()).toBe(200)
  await signUp(page.request)
  await page.goto("/my-novels")
  await page.getByRole("button", { name: "全部存进我的小说" }).click()
  await expect(page.getByText("已存进 1 篇")).toBeVisible()
  await page.getByRole("link", { name: "去我的小说" }).click()
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(1)
  await expect(page.getByRole("button", { name: "全部存进我的小说" })).toHaveCount(0)
})

test("moving needs an account, and leads back after the login", async ({ page }) => {
  expect((await page.goto("/my-novels/move"))?.status()).toBe(401)
  await expect(page.getByText("文字都还在")).toBeVisible()
  await expect(page.getByRole("main").getByRole("link", { name: "登录" })).toHaveAttribute(
    "href",
    "/login?next=%2Fmy-novels%2Fmove",
  )
})
