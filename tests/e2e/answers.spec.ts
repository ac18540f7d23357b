// Every form's answer is on the screen when the page comes back: nobody has to scroll to see the outcome.
import type { Page } from "@playwright/test"
import { PIXEL, saveNovel, signUp } from "../support/browser/account.ts"
import { expect, test } from "../support/browser/browser-test.ts"
import { askForNovel, openDesk, PROMPT, showSavableText, unfoldForm } from "../support/browser/desk.ts"

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]
const LONG_NOVEL = Array.from({ length: 80 }, (_, at) =>
  `第${at}盏灯亮了，渡口的人都看着它。`.repeat(8),
).join("\n\n")

interface Answer {
  ask(page: Page, script: boolean): Promise<void>
  says: string | RegExp
  /** The top of the page links to it. */
  summed?: boolean
}

const upload = (name: string, mimeType: string, buffer: Buffer) => async (page: Page, script: boolean) => {
  await page.goto("/")
  await page.locator("#reference").scrollIntoViewIfNeeded()
  await page.locator("input[name=reference_file]").setInputFiles({ name, mimeType, buffer })
  if (!script) await press(page, "读取文件")
}

const ANSWERS: Record<string, Answer> = {
  "a blank description": {
    ask: (page) => askForNovel(page, { prompt: "   " }),
    says: "请输入小说主题…",
    summed: true,
  },
  "a description that is too long": {
    ask: (page) => askForNovel(page, { prompt: "很".repeat(4_001) }),
    says: /现在有 4001 个字符/,
    summed: true,
  },
  "a direction that is too long": {
    ask: async (page, script) => {
      await showSavableText(page, script)
      if (script) {
        await unfoldForm(page)
        await page.getByLabel("描述你想要的小说").fill(PROMPT)
      }
      await page.getByLabel("接下来…").fill("很".repeat(4_001))
      await press(page, "继续生成")
    },
    says: /描述太长了/,
    summed: true,
  },
  "an adult level": {
    ask: (page) => askForNovel(page, { level: /较高/ }),
    says: "我已年满 18 岁，继续生成",
    summed: true,
  },
  "a banned description": {
    ask: (page) => askForNovel(page, { prompt: "写一个17岁高中女生和老师上床的故事" }),
    says: /涉及未成年人/,
    summed: true,
  },
  "a level that is not on the list": {
    ask: async (page) => {
      await openDesk(page)
      await page.getByRole("radio", { name: /适度/ }).evaluate((radio: HTMLInputElement) => {
        radio.value = "9"
        radio.checked = true
      })
      await page.getByLabel("描述你想要的小说").fill(PROMPT)
      await press(page, "生成小说")
    },
    says: "请从列表中选择一个内容限制级别。",
    summed: true,
  },
  "a reference that was read": {
    ask: upload("参考.txt", "text/plain", Buffer.from("雨下了一夜。".repeat(30))),
    says: /文本已完整加载/,
  },
  "a reference that is not text": {
    ask: upload("picture.png", "image/png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")),
    says: /请上传文本文件（\.txt）。其余内容/,
    summed: true,
  },
  "a reference that is too large": {
    ask: upload("huge.txt", "text/plain", Buffer.alloc(11 * 1_024 * 1_024, "a")),
    says: /文件太大了/,
    summed: true,
  },
  "a wrong password": {
    ask: async (page) => {
      await page.goto("/login")
      await page.getByLabel("邮箱").fill("nobody@example.com")
      await page.getByLabel("密码").fill("not the password")
      await press(page, "登录")
    },
    says: "登录失败",
  },
  "a reset for no address": {
    ask: async (page) => {
      await page.goto("/forgot-password")
      await page.getByLabel("邮箱").fill("nobody")
      await pressUnchecked(page, page.locator("main form button").last())
    },
    says: /邮箱/,
  },
  "a saved novel": {
    ask: async (page, script) => {
      await signUp(page.request)
      await showSavableText(page, script)
      // The text is short: the controls are in sight, and the bar over them is clipped away.
      const controls = page.getByRole("complementary", { name: "写作台" })
      await controls.getByRole("button", { name: "保存" }).click()
      await page.getByLabel("标题").fill("渡口的灯")
      await page.getByRole("button", { name: "保存", exact: true }).last().click()
    },
    says: "保存成功",
  },
  "a blank title": {
    ask: async (page) => change(page, "改标题", () => retitle(page, "  ")),
    says: "请输入小说标题",
    summed: true,
  },
  "a new title": {
    ask: async (page) => change(page, "改标题", () => retitle(page, "渡口的灯")),
    says: "标题已更新",
  },
  "an empty text": {
    ask: async (page) =>
      change(page, "保存修改", async () => {
        await page.getByRole("link", { name: "修改正文" }).click()
        await page.getByLabel("正文", { exact: true }).fill(" \n ")
      }),
    says: "没有可以保存的正文。",
  },
  "a publication": {
    ask: async (page) => change(page, "公开分享", () => page.locator("#share > summary").click()),
    says: "已公开",
  },
  "a novel in the bin": {
    ask: async (page) =>
      change(page, "确认移到回收站", async () => {
        await page.locator("#more > summary").click()
        await page.locator("#delete > summary").click()
      }),
    says: "已移到回收站",
  },
  "a saved profile": {
    ask: async (page) => {
      await signUp(page.request)
      await page.goto("/profile")
      await press(page, "保存")
    },
    says: "个人资料已更新",
  },
  "a wrong password in front of a new one": {
    ask: async (page) => {
      await signUp(page.request)
      await page.goto("/profile")
      await page.getByLabel("现在的密码").first().fill("not the password")
      await page.getByLabel("新密码").fill("another long password")
      await press(page, "修改密码")
    },
    says: "现在的密码不对",
  },
  "an invalid picture": {
    ask: async (page) => {
      await signUp(page.request)
      await page.goto("/profile")
      await page.locator("input[type=file]").setInputFiles({ ...PIXEL, buffer: Buffer.from("no picture") })
      await press(page, "上传头像")
    },
    says: "上传失败",
  },
  "a report without a reason": {
    ask: async (page) => {
      await signUp(page.request)
      const id = await saveNovel(page.request, { title: "怀表里的信", isPublic: true })
      await page.goto(`/shared/${id}/report`)
      await pressUnchecked(page, page.getByRole("button", { name: "提交举报" }))
    },
    says: "请选择一个举报原因。",
    summed: true,
  },
}

for (const [what, { ask, says, summed = false }] of Object.entries(ANSWERS)) {
  for (const viewport of SCREENS) {
    test(`${what} is answered on the screen at ${viewport.width} px`, async ({ page, script }) => {
      await page.setViewportSize(viewport)
      await ask(page, script)
      const message = page.getByText(says).locator("visible=true").first()
      await expect(message).toBeInViewport({ ratio: 1 })
      if (script || !summed) return
      const summary = page.getByRole("navigation", { name: /请看这里|写在这里/ })
      await page.evaluate(() => scrollTo(0, 0))
      await expect(summary).toBeInViewport({ ratio: 1 })
      await summary.getByRole("link").first().click()
      await expect(message).toBeInViewport({ ratio: 1 })
    })
  }
}

async function change(page: Page, button: string, fill = async () => {}): Promise<void> {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "怀表里的信", content: LONG_NOVEL })
  await page.goto(`/novels/${id}`)
  await fill()
  await press(page, button)
}

async function retitle(page: Page, title: string): Promise<void> {
  await page.locator("#more > summary").click()
  await page.getByRole("textbox", { name: "改标题" }).fill(title)
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).click()
}

/** Acts like an older browser, which checks nothing itself. */
async function pressUnchecked(page: Page, button: ReturnType<Page["locator"]>): Promise<void> {
  await page.locator("main form").evaluateAll((forms: HTMLFormElement[]) => {
    for (const form of forms) form.noValidate = true
  })
  await button.click()
}
