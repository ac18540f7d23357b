// The author divides a saved novel: the text holds no titles, so that none of it changes.
import { expectNotice, STORY, saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"

const PARAGRAPHS = STORY.split("\n\n")

test("a section is begun at a paragraph, renamed and removed, and the text stays", async ({ page }) => {
  await signUp(page.request)
  await page.goto(`/novels/${await saveNovel(page.request, { title: "三盏灯" })}`)
  const headings = page.locator("article .story h2")
  // With script, the panel stays open.
  const open = async () => {
    const isOpen = await page.locator("#sections").getAttribute("open")
    if (isOpen === null) await page.locator("#sections > summary").click()
  }
  const add = async (title: string, start: string) => {
    await page.getByLabel("新一节的名字").fill(title)
    await page.getByLabel("从哪一段开始").fill(start)
    await page.getByRole("button", { name: "分出新的一节" }).click()
  }
  await expect(headings).toHaveCount(0)

  await open()
  await add("河边", "河边的灯一盏")
  await expectNotice(page, "已分出新的一节")
  await expect(headings).toHaveText(["河边"])
  await expect(page.locator("article .story h2 + p")).toHaveText([PARAGRAPHS[2] ?? ""])

  await open()
  await add("旧怀表", "雨停的时候")
  await expect(headings).toHaveText(["旧怀表", "河边"])

  await open()
  await page.getByLabel("第 2 节的名字").fill("河边的灯")
  await page.getByRole("button", { name: "改节名" }).nth(1).click()
  await expectNotice(page, "节名已更新")
  await expect(headings).toHaveText(["旧怀表", "河边的灯"])

  await open()
  await page.getByRole("button", { name: "去掉", exact: true }).first().click()
  await expectNotice(page, "这一节已去掉，正文没有变")
  await expect(headings).toHaveText(["河边的灯"])
  await expect(page.locator("article .story p")).toHaveText(PARAGRAPHS)
})

test("a refused section says why beside its form, and what was typed stays", async ({ page }) => {
  await signUp(page.request)
  await page.goto(`/novels/${await saveNovel(page.request, { title: "三盏灯" })}`)
  await page.locator("#sections > summary").click()
  for (const [title, start, reason] of [
    ["河边", "没有这一段", "正文里没有这样开头的段落。"],
    ["长".repeat(21), "河边的灯", "节名太长了，最多 20 个字。"],
    ["　", "河边的灯", "请输入这一节的名字。"],
  ] as const) {
    await page.getByLabel("新一节的名字").fill(title)
    await page.getByLabel("从哪一段开始").fill(start)
    await page.getByRole("button", { name: "分出新的一节" }).click()
    await expect(page.locator("#sections").getByText(reason)).toBeVisible()
    await expect(page.getByLabel("新一节的名字")).toHaveValue(title)
    await expect(page.getByLabel("从哪一段开始")).toHaveValue(start)
  }
  await expect(page.locator("article .story h2")).toHaveCount(0)
})

test("a section that has moved since the page was read is not changed", async ({ page, request }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "三盏灯" })
  const post = (form: Record<string, string>) => page.request.post(`/novels/${id}`, { form })
  await post({ intent: "add-section", text: "河边", start: "河边的灯" })
  for (const at of ["0", "1", "-1", "99999999999", "x"]) {
    const answer = await post({ intent: "rename-section", text: "别处", at })
    expect(answer.status(), at).toBe(409)
  }
  await signUp(request)
  for (const intent of ["add-section", "rename-section", "remove-section"]) {
    const form = { intent, text: "别人", start: "雨停", at: "0" }
    expect((await request.post(`/novels/${id}`, { form })).status(), intent).toBe(404)
  }
  await page.goto(`/novels/${id}`)
  await expect(page.locator("article .story h2")).toHaveText(["河边"])
})
