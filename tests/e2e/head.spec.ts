import type { APIRequestContext } from "@playwright/test"
import { saveNovel, signUp } from "../support/browser/account.ts"
import { expect, test } from "../support/browser/browser-test.ts"
import { askForNovel, backToDesk, untilWritten } from "../support/browser/desk.ts"

async function headOf(request: APIRequestContext, path: string): Promise<string> {
  const [head = ""] = (await (await request.get(path)).text()).split("</head>")
  return head
}

function metaOf(head: string): Record<string, string> {
  const found = head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return Object.fromEntries([...found].map(([, name, content]) => [name, content]))
}

/** Opens the account's page for authors, and returns its path. */
async function openAuthorPage(request: APIRequestContext, about: string): Promise<string> {
  await request.post("/profile", { multipart: { intent: "author", is_open: "on", about } })
  const profile = await (await request.get("/profile")).text()
  const [path] = /\/authors\/[0-9a-f-]{36}/.exec(profile) ?? []
  expect(path).toBeTruthy()
  return path ?? ""
}

test("serves the files that browsers and phones request on their own", async ({ request }) => {
  const head = await headOf(request, "/")
  for (const [path, type] of [
    ["/favicon.ico", /image\/(x-icon|vnd.microsoft.icon)/],
    ["/favicon.svg", /image\/svg/],
    ["/apple-touch-icon.png", /image\/png/],
    ["/manifest.webmanifest", /application\/manifest\+json/],
  ] as const) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()["content-type"]).toMatch(type)
    expect(head).toContain(`href="${path}"`)
  }
  const manifest = await (await request.get("/manifest.webmanifest")).json()
  expect(manifest.name).toBe("落笔 · AI 小说创作")
  for (const { src, sizes } of manifest.icons) {
    const icon = await (await request.get(src)).body()
    expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`, src).toBe(sizes)
  }
})

test("the style sheet has the line for itself until the page shows @needs-js", async ({ page, request }) => {
  for (const path of ["/", "/login", "/my-novels"]) {
    const head = await headOf(request, path)
    expect(head).toContain('rel="stylesheet"')
    expect(head, path).not.toMatch(/<script|preload/)
  }

  const asked: string[] = []
  page.on("request", (request) => asked.push(request.resourceType()))
  await page.goto("/")
  expect(asked).toContain("script")
  expect(asked.indexOf("stylesheet")).toBeLessThan(asked.indexOf("script"))
})

test("keeps robots out of visitors' own pages, and lets them into shared ones", async ({ request }) => {
  const rules = (await (await request.get("/robots.txt")).text())
    .split("\n")
    .flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? [])
  const isAllowed = (path: string) =>
    !rules.some((rule) => new RegExp(`^${rule.replace(/[.?]/g, "\\$&").replaceAll("*", ".*")}`).test(path))
  const id = crypto.randomUUID()
  for (const path of [
    "/",
    "/login",
    `/shared/${id}`,
    `/shared/${id}/picture.png`,
    "/share.png",
    "/assets/x.css",
  ])
    expect(isAllowed(path), path).toBe(true)
  for (const path of [
    `/generations/${id}/live`,
    "/save",
    "/profile",
    "/my-novels?page=2",
    `/novels/${id}`,
    "/auth/confirm?type=signup",
    `/?generation=${id}`,
    `/shared/${id}/report`,
  ])
    expect(isAllowed(path), path).toBe(false)
})

test("public pages describe themselves", async ({ page, baseURL }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "桥头的灯", isPublic: true })
  const author = await openAuthorPage(page.request, "写河边的故事。")
  await page.request.post("/logout", { form: {} })
  for (const [path, title, description, picture] of [
    ["/", "落笔 · AI 小说创作", /^写下你的设想/, "/share.png"],
    ["/login", "登录 · 落笔", /^写下你的设想/, "/share.png"],
    ["/forgot-password", "找回密码 · 落笔", /^写下你的设想/, "/share.png"],
    [author, "未知用户", /^写河边的故事。$/, "/share.png"],
    [`/shared/${id}`, "桥头的灯", /^雨停的时候，修表匠听见旧怀表里有人说话。$/, `/shared/${id}/picture.png`],
  ] as const) {
    const head = await headOf(page.request, path)
    const meta = metaOf(head)
    expect(meta.description, path).toMatch(description)
    expect(meta["og:title"]).toBe(title)
    expect(meta["og:description"]).toBe(meta.description)
    expect(meta["og:url"]).toBe(`${baseURL}${path}`)
    expect(meta["og:image"]).toBe(`${baseURL}${picture}`)
    expect(meta["twitter:card"]).toBe("summary_large_image")
    for (const name of ["title", "description", "image"])
      expect(meta[`twitter:${name}`]).toBe(meta[`og:${name}`])
    expect(head).toContain(`<link rel="canonical" href="${baseURL}${path}"`)
    expect(meta.robots).toBeUndefined()

    const drawn = await page.request.get(picture)
    expect(drawn.headers()["content-type"]).toBe("image/png")
    const bytes = await drawn.body()
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)].map(String)).toEqual([
      meta["og:image:width"],
      meta["og:image:height"],
    ])
  }
})

test("a hostile title stays a title in every part of the head", async ({ page }) => {
  const title = `</script><script>document.title="x"</script>"']]>&amp;<!--🌙`
  await signUp(page.request)
  const id = await saveNovel(page.request, { title, isPublic: true })
  await page.goto(`/shared/${id}`)
  await expect(page).toHaveTitle(`${title} · 落笔`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
  const head = await headOf(page.request, `/shared/${id}`)
  expect(head).not.toContain("<script>")
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head) ?? []
  expect(JSON.parse(json)).toMatchObject({ "@type": "CreativeWork", name: title })
  expect((await page.request.get(`/shared/${id}/picture.png`)).headers()["content-type"]).toBe("image/png")
})

test("an adult novel reveals nothing of itself and cannot be indexed", async ({ page }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "夜里的信", isPublic: true, level: 4 })
  for (const confirmed of [false, true]) {
    if (confirmed) await page.request.post(`/shared/${id}`)
    const head = await headOf(page.request, `/shared/${id}`)
    expect(metaOf(head)).toMatchObject({ robots: "noindex, noarchive", "og:title": "落笔 · AI 小说创作" })
    expect(head).not.toContain("夜里的信")
    expect(head).not.toContain("修表匠")
    expect(head).not.toContain("ld+json")
    expect(head).not.toContain("picture.png")
  }
})

test("cancelling leaves a clean address", async ({ page, script }) => {
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  await page.getByRole("button", { name: "取消" }).click()
  await expect(page.getByText("回到上一次生成")).toBeVisible()
  expect(await page.evaluate(() => location.href)).toBe(new URL("/", page.url()).href)
})
