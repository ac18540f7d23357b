import { createClient } from "@supabase/supabase-js"
import sharp from "sharp"
import { beforeAll, expect, test } from "vitest"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

const OPENING = "雨停的时候，修表匠听见怀表里有人说话。他把灯拧亮了一点。"

let author: AppVisitor
/** Has the cookie that every visitor gets, so that nothing forbids storing what it is sent. */
let reader: AppVisitor

beforeAll(async () => {
  author = new AppVisitor()
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  reader = new AppVisitor()
  await reader.fetch("/")
})

test("a picture is drawn for anyone, and asked for again is not sent again", async () => {
  const id = await publish("桥头的灯")
  const answer = await pictureOf(id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get("Content-Type")).toBe("image/png")
  expect(answer.headers.get("Cache-Control")).toBe("no-cache")
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1_200, height: 630 })

  const etag = answer.headers.get("ETag") ?? ""
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await pictureOf(id, { "If-None-Match": known })
    expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", etag])
    expect(again.headers.get("Cache-Control")).toBe("no-cache")
  }
  expect((await pictureOf(id, { "If-None-Match": '"other"' })).status).toBe(200)
})

test("a new title has a new picture, and the old one is not current any more", async () => {
  const id = await publish("桥头的灯")
  const etag = (await pictureOf(id)).headers.get("ETag") ?? ""
  await author.post(`/novels/${id}`, formOf({ intent: "rename", text: "河边的灯" }))
  const renamed = await pictureOf(id, { "If-None-Match": etag })
  expect(renamed.status).toBe(200)
  expect(renamed.headers.get("ETag")).not.toBe(etag)
})

test.each([
  ["unpublishing", 404, (id: string) => author.post(`/novels/${id}`, formOf({ intent: "unpublish" }))],
  ["deleting", 404, (id: string) => author.post(`/novels/${id}`, formOf({ intent: "delete" }))],
  [
    "taking down",
    410,
    (id: string) =>
      admin.from("novels").update({ is_public: false, taken_down_at: new Date().toISOString() }).eq("id", id),
  ],
])("%s ends a picture at once, also for whoever has it", async (_, status, end) => {
  const id = await publish("桥头的灯")
  const etag = (await pictureOf(id)).headers.get("ETag") ?? ""
  await end(id)
  for (const known of ["", etag, "*"]) {
    const answer = await pictureOf(id, { "If-None-Match": known })
    expect(answer.status).toBe(status)
    expect(answer.headers.get("Cache-Control")).toMatch(/no-store/)
    expect(await answer.text()).not.toContain("桥头的灯")
  }
})

test("a private novel has no picture, not even for its author", async () => {
  const title = `给自己的信 ${crypto.randomUUID()}`
  await save(title, { is_public: "" })
  const shelf = await (await author.fetch(`/my-novels?${new URLSearchParams({ query: title })}`)).text()
  const [, id = ""] = /\/novels\/([0-9a-f-]{36})/.exec(shelf) ?? []
  for (const visitor of [author, new AppVisitor()])
    expect((await visitor.fetch(`/shared/${id}/picture.png`)).status).toBe(404)
})

test.each([crypto.randomUUID(), "x"])("there is no picture of %s", async (id) => {
  expect([400, 404]).toContain((await pictureOf(id)).status)
})

test.each(["🌙🌊", "𠮷野家的灯", "مرحبا"])(
  "the picture of %s, which the font lacks, is the site's",
  async (title) => {
    const answer = await pictureOf(await publish(title))
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/share.png"])
    expect(answer.headers.get("Cache-Control")).toBe("no-cache")
  },
)

test.each([
  ["markup", `</script><script>alert(1)</script>`],
  ["the end of a section of XML", `"]]>'--></title>`],
  ["emoji and Latin words", "The 🌙 & the Sea"],
  ["100 characters", "春".repeat(100)],
])("a title of %s stands in the head as it is", async (_, title) => {
  const id = await publish(title)
  const page = await (await new AppVisitor().fetch(`/shared/${id}`)).text()
  const head = page.slice(0, page.indexOf("</head>"))
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head) ?? []
  expect(JSON.parse(json)).toMatchObject({
    name: title,
    description: "雨停的时候，修表匠听见怀表里有人说话。",
    url: `http://localhost:3000/shared/${id}`,
    image: `http://localhost:3000/shared/${id}/picture.png`,
  })
  expect(head).not.toMatch(/<script(?! type="application)/)
  const [, shown = ""] = /<meta property="og:title" content="([^"]*)"/.exec(head) ?? []
  expect(
    shown
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  ).toBe(title)
  expect((await pictureOf(id)).status).toBe(200)
})

test("each part of a long novel has an address, a title and a first sentence of its own", async () => {
  const content = Array.from(
    { length: 40 },
    (_, nth) => `第${nth}盏灯亮了。${"雪还在下。".repeat(200)}`,
  ).join("\n***\n")
  const id = await publish("桥头的灯", content)
  const novel = { "@type": "CreativeWork", name: "桥头的灯", url: `http://localhost:3000/shared/${id}` }
  const first = await headOf(`/shared/${id}?part=1`)
  expect(first).toMatchObject({ title: "桥头的灯 · 落笔", "og:title": "桥头的灯", canonical: novel.url })
  expect(first).toMatchObject({ prev: undefined, next: `/shared/${id}?part=2`, description: "第0盏灯亮了。" })
  expect(first.work).toMatchObject(novel)
  expect(first.work).not.toHaveProperty("isPartOf")

  const second = await headOf(`/shared/${id}?part=2&utm_source=letter`)
  const address = `${novel.url}?part=2`
  expect(second).toMatchObject({ title: "桥头的灯（第 2 段） · 落笔", canonical: address, "og:url": address })
  expect(second).toMatchObject({ "og:title": "桥头的灯（第 2 段）", prev: `/shared/${id}` })
  expect(second.description).toMatch(/^第[1-9]\d*盏灯亮了。$/)
  const name = "桥头的灯（第 2 段）"
  expect(second.work).toMatchObject({
    "@type": "CreativeWork",
    name,
    url: address,
    position: 2,
    isPartOf: novel,
  })

  // A number beyond the last part is the last part, and says so.
  const beyond = await headOf(`/shared/${id}?part=99`)
  expect(beyond).toMatchObject({ next: undefined, canonical: expect.stringMatching(/\?part=\d$/) })
  expect(await headOf(beyond.canonical ?? "")).toEqual(beyond)
})

test("line ends and direction marks of a title are gone before anyone sees it", async () => {
  const id = await publish("月亮\u202e与\n海")
  const page = await (await new AppVisitor().fetch(`/shared/${id}`)).text()
  expect(page).toContain('<meta property="og:title" content="月亮 与 海"/>')
  expect(page).not.toContain("\u202e")
})

function pictureOf(id: string, headers: HeadersInit = {}): Promise<Response> {
  return reader.fetch(`/shared/${id}/picture.png`, { headers })
}

async function headOf(address: string) {
  const page = await (await new AppVisitor().fetch(address.replace(/^https?:\/\/[^/]+/, ""))).text()
  const head = page.slice(0, page.indexOf("</head>"))
  const found = (pattern: string) => new RegExp(pattern).exec(head)?.[1]
  return {
    title: found("<title>([^<]*)"),
    description: found('name="description" content="([^"]*)'),
    "og:title": found('property="og:title" content="([^"]*)'),
    "og:url": found('property="og:url" content="([^"]*)'),
    canonical: found('rel="canonical" href="([^"]*)'),
    prev: found('rel="prev" href="([^"]*)'),
    next: found('rel="next" href="([^"]*)'),
    work: JSON.parse(found('ld\\+json">(.*?)</script>') ?? "null"),
  }
}

async function publish(title: string, content = OPENING): Promise<string> {
  const [, id = ""] = /\/shared\/([0-9a-f-]{36})/.exec(await save(title, { is_public: "on", content })) ?? []
  expect(id).not.toBe("")
  return id
}

async function save(title: string, fields: Record<string, string>): Promise<string> {
  const form = { title, content: OPENING, content_level: "1", key: crypto.randomUUID(), ...fields }
  return (await author.post("/save", formOf(form))).text()
}
