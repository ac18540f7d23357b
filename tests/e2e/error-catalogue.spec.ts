// The specification's table of errors, row by row: each test causes the condition for real and expects the
// specified words, typed here again so that a changed word fails. Successes are tested in their screen's spec.
import type { APIRequestContext, Locator, Page } from "@playwright/test"
import { expectNotice, PIXEL, STORY, saveNovel } from "../support/browser/account.ts"
import { backendLineTest } from "../support/browser/backend-line-test.ts"
import { expect, test as plainTest } from "../support/browser/browser-test.ts"
import {
  askForNovel,
  backToDesk,
  PROMPT,
  showSavableText,
  unfoldForm,
  untilWritten,
} from "../support/browser/desk.ts"
import { type OwnApp, startApp } from "../support/own-app.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"
import { startScriptedUpstream } from "../support/upstream/scripted-upstream.ts"

/** The app gives up a read from its backend after this; a page that waits for one is slower. */
const BACKEND_WAIT_MS = 5_000

/** No test's server can get such a low port. That of a server that was closed, another one may soon have. */
const NO_MODEL = "http://127.0.0.1:2/v1"

const BACKEND_MISSING = /Supabase\s?未初始化[,，]\s?请检查环境变量设置/
const CLIENT_MISSING = "Supabase 客户端未初始化"

/** Where addresses need no confirmation, registering signs the visitor in. */
async function register(request: APIRequestContext): Promise<string> {
  const email = newEmail()
  const form = { intent: "register", email, password: PASSWORD }
  expect((await request.post("/login", { form, maxRedirects: 0 })).status()).toBe(303)
  await request.get("/") // consumes the notice about that
  return email
}

async function expectProblem(within: Page | Locator, ...words: (string | RegExp)[]): Promise<void> {
  for (const word of words) {
    await expect(within.getByText(word).locator("visible=true").first()).toBeVisible()
  }
}

async function pressSave(page: Page): Promise<void> {
  await page.getByLabel("标题").fill("渡口")
  await page.getByRole("button", { name: "保存", exact: true }).last().click()
}

async function fillLogin(page: Page, tab: "登录" | "注册", email = newEmail()): Promise<void> {
  await page.goto(`/login?tab=${tab === "登录" ? "login" : "register"}`)
  await page.getByLabel("邮箱").fill(email)
  await page.getByLabel("密码").fill(PASSWORD)
  await page.getByRole("main").getByRole("button", { name: tab }).click()
}

for (const [how, variables] of [
  ["not set", {}],
  ["half set", { SUPABASE_URL: "http://127.0.0.1:9", SUPABASE_PUBLISHABLE_KEY: "key" }],
] as const) {
  const test = plainTest.extend<object, { app: OwnApp }>({
    expected: /status of [45]\d\d/,
    app: [
      async ({ browserName: _ }, use) => {
        const app = await startApp(variables)
        await use(app)
        await app.stop()
      },
      { scope: "worker" },
    ],
    baseURL: async ({ app }, use) => use(app.origin),
  })

  test(`Supabase ${how}: every page says so once, and novels can still be written`, async ({ page }) => {
    for (const path of ["/", "/login", "/nowhere"]) {
      await page.goto(path)
      await expectProblem(page, BACKEND_MISSING)
    }
    await askForNovel(page)
    await untilWritten(page)
  })

  test(`Supabase ${how}: whatever needs it says so`, async ({ page }) => {
    await fillLogin(page, "登录")
    await expectProblem(page.getByRole("alert"), "登录失败", CLIENT_MISSING)
    await fillLogin(page, "注册")
    await expectProblem(page.getByRole("alert"), "注册失败", CLIENT_MISSING)
    expect((await page.goto("/profile"))?.status()).toBe(503)
    await expectProblem(page.getByRole("main"), "获取个人资料失败", CLIENT_MISSING)
    expect((await page.goto("/my-novels"))?.status()).toBe(503)
    await expectProblem(page.getByRole("main"), "获取小说列表失败", BACKEND_MISSING)
    expect((await page.goto(`/shared/${crypto.randomUUID()}`))?.status()).toBe(503)
    await expectProblem(page.getByRole("main"), "读取失败", BACKEND_MISSING)

    const title = { title: "渡口", content: STORY }
    expect(await (await page.request.post("/save", { form: title })).text()).toMatch(BACKEND_MISSING)
    const upload = { intent: "avatar", avatar: PIXEL }
    const uploaded = await page.request.post("/profile", { multipart: upload })
    expect(await uploaded.text()).toContain(CLIENT_MISSING)
  })
}

backendLineTest.describe("while Supabase is away", () => {
  backendLineTest("logging in and registering fail with a reason", async ({ page, line }) => {
    await page.goto("/login")
    line.cut()
    await fillLogin(page, "登录")
    await expectProblem(page.getByRole("alert"), "登录失败", "账号服务暂时连接不上")
    await fillLogin(page, "注册")
    await expectProblem(page.getByRole("alert"), "注册失败", "账号服务暂时连接不上")
  })

  backendLineTest("saving fails with a reason, and succeeds later", async ({ page, line, script }) => {
    await register(page.request)
    await showSavableText(page, script)
    await page.getByRole("button", { name: "保存" }).click()
    await expect(page.getByLabel("标题")).toBeVisible()
    line.cut()
    await pressSave(page)
    await expectProblem(page, "保存失败", /保存小说失败/)
    line.mend()
    if (!script) await page.getByRole("link", { name: "再试一次" }).click()
    await expect(page.getByLabel("标题")).toHaveValue("渡口")
    await page.getByRole("button", { name: "保存", exact: true }).last().click()
    await expectNotice(page, "小说已保存到你的账号")
  })

  backendLineTest("the shelf and its novels cannot be read", async ({ page, line }) => {
    await register(page.request)
    const id = await saveNovel(page.request, { title: "怀表里的信", isPublic: true })
    line.cut()
    expect((await page.goto("/my-novels"))?.status()).toBe(503)
    await expectProblem(page.getByRole("main"), "获取小说列表失败")
    expect((await page.goto(`/novels/${id}`))?.status()).toBe(503)
    await expectProblem(page.getByRole("main"), "读取失败")
    expect((await page.goto(`/shared/${id}`))?.status()).toBe(503)
    await expectProblem(page.getByRole("main"), "读取失败", /^这篇小说暂时读不出来：服务连接不上。/)
    await expect(page.getByText("不存在")).toHaveCount(0)
    await expect(page.getByRole("main").getByRole("link", { name: "返回首页" })).toBeVisible()
    expect((await page.goto(`/authors/${id}`))?.status()).toBe(503)
    await expectProblem(page.getByRole("main"), "作者页暂时读不出来", /^服务暂时连接不上/)
    await expect(page.getByText("没有这个作者页")).toHaveCount(0)

    line.mend()
    for (const path of ["/my-novels", `/novels/${id}`, `/shared/${id}`]) {
      await page.goto(path)
      await expect(page.getByRole("heading", { name: "怀表里的信" })).toBeVisible()
    }
  })

  backendLineTest("the profile cannot be read", async ({ page, line }) => {
    const email = await register(page.request)
    line.cut()
    expect((await page.goto("/profile"))?.status()).toBe(503)
    await expectProblem(page.getByRole("main"), "获取个人资料失败")
    line.mend()
    await page.goto("/profile")
    await expect(page.getByLabel("邮箱")).toHaveValue(email)
  })

  backendLineTest("neither profile nor picture can be saved", async ({ page, line }) => {
    await register(page.request)
    await page.goto("/profile")
    line.cut()
    await page.getByLabel("昵称").fill("江上客")
    await page.getByRole("main").getByRole("button", { name: "保存" }).click()
    await expectProblem(page.getByRole("main"), "更新失败")
    line.mend()
    await page.goto("/profile")
    line.cut()
    await page.getByLabel("更换头像").setInputFiles(PIXEL)
    await page.getByRole("button", { name: "上传头像" }).click()
    await expectProblem(page.getByRole("main"), "上传失败")
  })

  backendLineTest(
    "a signed-in visitor stays signed in, and each page says what it could not do",
    async ({ page, line }) => {
      const email = await register(page.request)
      const id = crypto.randomUUID()
      await page.goto("/")
      line.cut()
      for (const [path, words] of [
        ["/", "描述你想要的小说"],
        ["/my-novels", "列表暂时读不出来：服务连接不上。"],
        ["/profile", "获取个人资料失败"],
        ["/my-novels/bin", "回收站暂时读不出来"],
        [`/novels/${id}`, "这篇小说暂时读不出来：服务连接不上。"],
        [`/novels/${id}/edit`, "这篇小说暂时读不出来：服务连接不上。"],
        [`/novels/${id}/paragraphs`, "这篇小说暂时读不出来：服务连接不上。"],
        [`/novels/${id}/memory`, "暂时读不出来：服务连接不上。"],
        [`/?novel=${id}`, "这篇小说暂时读不出来：服务连接不上。"],
        [`/authors/${id}`, "作者页暂时读不出来"],
        ["/reset-password", "现在不能设置新密码"],
      ] as const) {
        const began = Date.now()
        await page.goto(path)
        expect(Date.now() - began, path).toBeLessThan(BACKEND_WAIT_MS)
        await expect(page.getByRole("main").getByText(words).locator("visible=true").first()).toBeVisible()
        await expect(page.getByText("保存小说失败")).toHaveCount(0)
        await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toHaveCount(0)
        await page.getByLabel("用户菜单").click()
        await expect(page.getByRole("banner").getByText(email)).toBeVisible()
        await expect(page.getByRole("banner").getByText("未设置用户名")).toHaveCount(0)
      }
      line.mend()
      await page.goto("/profile")
      await expect(page.getByLabel("邮箱")).toHaveValue(email)
    },
  )

  backendLineTest("logging out fails, but not on this device", async ({ page, line }) => {
    await register(page.request)
    await page.goto("/")
    await page.getByLabel("用户菜单").click()
    line.cut()
    await page.getByRole("button", { name: "退出登录" }).click()
    await expectNotice(page, "退出登录失败")
    line.mend()
    await page.goto("/profile")
    await expect(page.getByRole("main").getByRole("heading", { name: "需要登录" })).toBeVisible()
  })
})

backendLineTest.describe("when the session was ended elsewhere", () => {
  /** Ends every session of the account, from another device. */
  async function endSessions(request: APIRequestContext, email: string): Promise<void> {
    await request.post("/login", { form: { intent: "login", email, password: PASSWORD } })
    const ended = await request.post("/logout", { form: { scope: "everywhere" } })
    expect(await ended.text()).toContain("已退出登录")
  }

  backendLineTest("a novel is not saved", async ({ page, request, script }) => {
    const email = await register(page.request)
    await showSavableText(page, script)
    await page.getByRole("button", { name: "保存" }).click()
    await expect(page.getByLabel("标题")).toBeVisible()
    await endSessions(request, email)
    await pressSave(page)
    await expectProblem(page, script ? "需要登录才能保存小说" : "需要登录")
  })

  backendLineTest("the shelf is not shown", async ({ page, request }) => {
    const email = await register(page.request)
    await endSessions(request, email)
    await page.goto("/my-novels")
    await expect(page).toHaveURL("/")
    await expectNotice(page, "需要登录才能查看小说")
  })

  backendLineTest("a profile is not saved", async ({ page, request, script }) => {
    const email = await register(page.request)
    await page.goto("/profile")
    await endSessions(request, email)
    await page.getByLabel("昵称").fill("灯下客")
    await page.getByRole("main").getByRole("button", { name: "保存", exact: true }).click()
    await expectProblem(page.getByRole("main"), "用户未登录")
    if (script) {
      await expect(page.getByLabel("昵称")).toHaveValue("灯下客")
      const login = page.getByRole("main").getByRole("link", { name: "在新窗口登录" })
      await expect(login).toHaveAttribute("target", "_blank")
      return
    }
    await expect(page.getByRole("main")).toContainText("刚才填的还没有保存：灯下客")
    const problem = await page.getByRole("main").getByRole("alert").boundingBox()
    const login = await page.getByRole("main").getByRole("link", { name: "登录" }).boundingBox()
    expect(problem && login && problem.y + problem.height <= login.y, "the message has its own line").toBe(
      true,
    )
  })

  backendLineTest("a picture is not uploaded", async ({ page, request }) => {
    const email = await register(page.request)
    await page.goto("/profile")
    await endSessions(request, email)
    await page.getByLabel("更换头像").setInputFiles(PIXEL)
    await page.getByRole("button", { name: "上传头像" }).click()
    await expectProblem(page.getByRole("main"), "上传失败", "需要登录才能上传头像")
  })

  backendLineTest(
    "a reference text is not stored, and the novel is still written",
    async ({ page, request, script }) => {
      const email = await register(page.request)
      await page.goto("/")
      await page.getByLabel("描述你想要的小说").fill(PROMPT)
      const file = { name: "参考.txt", mimeType: "text/plain", buffer: Buffer.from(STORY) }
      await page.locator("input[name=reference_file]").setInputFiles(file)
      if (script) await expect(page.getByText("参考.txt")).toBeVisible()
      await endSessions(request, email)
      await page.getByRole("button", { name: "生成小说" }).click()
      await expectNotice(page, /需要登录才能上传文件/)
      await untilWritten(page)
    },
  )
})

backendLineTest(
  "names the reason when a file is too large or of a different kind",
  async ({ page, script }) => {
    await register(page.request)
    await page.goto("/profile")
    const large = { ...PIXEL, buffer: Buffer.concat([PIXEL.buffer, Buffer.alloc(2 * 1024 * 1024)]) }
    await page.getByLabel("更换头像").setInputFiles(large)
    await page.getByRole("button", { name: "上传头像" }).click()
    await expectProblem(page.getByRole("main"), "文件过大", "头像大小不能超过2MB")

    await page.goto("/")
    await page.locator("input[name=reference_file]").setInputFiles(PIXEL)
    if (!script) await page.getByRole("button", { name: "读取文件" }).click()
    await expectProblem(page, /不支持的文件类型/, /请上传文本文件（\.txt）/)
  },
)

for (const [name, scenario, message] of [
  ["refuses the key", "unauthorized", /调用API失败: .*密钥无效/],
  ["answers 500", "server-error", /调用API失败: .*连接中断/],
  ["does not listen", null, /调用API失败: .*连接中断/],
  ["does not know the model", "bad-request", /生成小说失败，请稍后再试/],
] as const) {
  const test = plainTest.extend<{ model: string; app: OwnApp }>({
    model: async ({ browserName: _ }, use) => {
      const upstream = scenario && (await startScriptedUpstream(scenario))
      await use(upstream ? upstream.url : NO_MODEL)
      await upstream?.close()
    },
    app: async ({ model }, use) => {
      const app = await startApp({ OPENAI_BASE_URL: model, OPENAI_MODEL: "scripted" })
      await use(app)
      await app.stop()
    },
    baseURL: async ({ app }, use) => use(app.origin),
  })

  test(`a model that ${name}: the generation fails, and the form is ready for another try`, async ({
    page,
    script,
  }) => {
    await askForNovel(page)
    await expectProblem(page, message)
    await expectProblem(page, "生成失败")
    await backToDesk(page, script || !page.url().endsWith("/live"))
    await unfoldForm(page)
    await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
    await expect(page.getByRole("button", { name: /生成小说|继续生成/ })).toBeEnabled()
  })

  test(`a model that ${name}: there is nothing to keep, and one press tries again`, async ({
    page,
    script,
  }) => {
    await askForNovel(page, { level: /轻微/, length: /长篇/ })
    const lookAround = async () => {
      await expectProblem(page, "生成失败：这一次没有写出正文。", "你的描述和选择都还在。")
      await expect(page.getByText(/共 0 字/)).toHaveCount(0)
      await expect(page.getByRole("button", { name: "保存" })).toHaveCount(0)
      await expect(page.getByRole("link", { name: "下载 TXT" })).toHaveCount(0)
    }
    await lookAround()
    // If it failed before the home page was sent, there was no page to redirect from.
    if (page.url().endsWith("/live")) {
      await backToDesk(page, script)
      await lookAround()
    }
    await expect(page.locator("article")).toHaveCount(0)
    const before = new URL(page.url()).search
    await page.getByRole("button", { name: "再试一次" }).click()
    await page.waitForURL(({ search }) => search !== before, { waitUntil: "commit" })
    await lookAround()
    await backToDesk(page, script || !page.url().endsWith("/live"))
    await unfoldForm(page)
    await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
    await expect(page.getByRole("radio", { name: /轻微/ })).toBeChecked()
    await expect(page.getByRole("radio", { name: /^长篇/ })).toBeChecked()
    await expect(page.getByRole("link", { name: "撤销重写" })).toHaveCount(0)
  })
}

plainTest("an unsupported method ends on the error screen, which leads home", async ({ page }) => {
  // A page that no script of ours changes afterwards.
  await page.goto("/shared")
  await page.evaluate(() => {
    document.body.innerHTML = `<form method="post" action="/generations/x/prompt"><button>send</button></form>`
  })
  await page.getByRole("button", { name: "send" }).click()
  await expect(page.getByRole("heading", { name: "出错了" })).toBeVisible()
  await expect(page.getByText("错误代码 405")).toBeVisible()
  await page.getByRole("link", { name: "返回首页" }).click()
  await expect(page).toHaveURL("/")
})
