import { beforeAll, describe, expect, test } from "vitest"
import { AppVisitor, formOf, pageOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

/** Each is one character of two UTF-16 units and four bytes. */
const RARE = ["𠮷", "😀", "\u{20000}"]
const REFERENCE_MAX = 10_000

let author: AppVisitor

beforeAll(async () => {
  author = new AppVisitor()
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
})

/** This many characters, all of them rare. */
function rare(count: number): string {
  return Array.from({ length: count }, (_, index) => RARE[index % RARE.length]).join("")
}

describe("a request for a novel", () => {
  // A length that does not exist, so that nothing is written and every other problem still shows.
  const wire = { prompt: "雨夜的灯塔", erotic_level: "1", length: "9", reference_text: "" }
  const ways: [string, (fields: Record<string, string>) => Promise<Response>][] = [
    ["JSON", (fields) => new AppVisitor().postJson("/generate-novel", fields)],
    ["form to the API", (fields) => new AppVisitor().post("/generate-novel", formOf(fields))],
    ["encoded form", (fields) => new AppVisitor().post("/generate-novel", new URLSearchParams(fields))],
    ["the page's form", (fields) => new AppVisitor().post("/", formOf(fields))],
  ]
  const fields: [string, number, string, string][] = [
    ["prompt", 4_000, "prompt-too-long", "描述太长了"],
    ["direction", 4_000, "prompt-too-long", "描述太长了"],
    ["existing_text", 1_000_000, "existing-too-long", "要续写的正文太长了"],
  ]
  const cases = ways.flatMap(([way, send]) => fields.map((field) => [...field, way, send] as const))

  test.each(cases)(
    "%s: %i characters and no more (%s, %s), by %s",
    async (name, most, code, said, _, send) => {
      for (const [count, isRefused] of [
        [most, false],
        [most + 1, true],
      ] as const) {
        const answer = await send({ ...wire, [name]: `\r\n ${rare(count)}\0\ufeff ` })
        expect(answer.status).toBe(400)
        const told = await pageOf(answer)
        expect(told.includes(code) || told.includes(said), `${count} characters`).toBe(isRefused)
      }
    },
  )
})

describe("a reference", () => {
  const wire = { prompt: "雨夜的灯塔", erotic_level: "1", length: "1" }
  const file = (text: string) => new File([text], "参考.txt", { type: "text/plain" })

  test.each([
    ["at the limit", rare(REFERENCE_MAX), rare(REFERENCE_MAX)],
    ["over the limit", rare(REFERENCE_MAX + 1), rare(REFERENCE_MAX)],
    ["with line ends, marks and zeros", `\ufeff一\r\n𠮷\r\0\ufeff${rare(900)} `, `一\n𠮷\n${rare(900)}`],
    ["with a blank at the cut", `${rare(REFERENCE_MAX - 1)} \n${rare(9)}`, rare(REFERENCE_MAX - 1)],
    ["with a line end counted once", `一\r\n${rare(REFERENCE_MAX)}`, `一\n${rare(REFERENCE_MAX - 2)}`],
  ])("%s is the same by upload, by form and by API", async (_, text, kept) => {
    const reader = new AppVisitor()
    const read = await reader.post(
      "/",
      formOf({ ...wire, intent: "read-reference", reference_file: file(text) }),
    )
    expect(referenceIn(await pageOf(read))).toBe(kept)

    const form = { ...wire, intent: "generate", key: "k" }
    for (const start of [
      (visitor: AppVisitor) => throughForm(visitor, { ...form, reference_file: file(text) }),
      (visitor: AppVisitor) => throughForm(visitor, { ...form, reference_text: text }),
      (visitor: AppVisitor) => throughApi(visitor, { ...wire, reference_text: text }),
    ]) {
      const visitor = new AppVisitor()
      const id = await start(visitor)
      expect(referenceIn(await pageOf(await visitor.fetch(`/?generation=${id}`)))).toBe(kept)
      await visitor.post(`/generations/${id}/stop`, "")
    }
  })

  test("shows its size and its beginning in characters", async () => {
    const form = formOf({ ...wire, intent: "read-reference", reference_file: file(rare(REFERENCE_MAX + 1)) })
    const page = await pageOf(await new AppVisitor().post("/", form))
    expect(page).toContain("10.0K 字符")
    expect(page).toContain(`>${rare(100)}…</blockquote>`)
  })

  async function throughForm(visitor: AppVisitor, fields: Record<string, string | File>) {
    const answer = await visitor.post("/", formOf(fields))
    return /generation=([\w-]{22})/.exec(answer.headers.get("Location") ?? "")?.[1]
  }

  async function throughApi(visitor: AppVisitor, fields: object) {
    const answer = await visitor.postJson("/generate-novel", fields, { Accept: "text/event-stream" })
    await answer.body?.cancel()
    return answer.headers.get("X-Generation-Id")
  }
})

describe("what an account keeps", () => {
  test.each<[string, number, string]>([
    ["title", 100, "标题太长了"],
    ["content", 1_020_000, "正文太长了"],
  ])("a novel's %s: %i characters and no more", async (name, most, said) => {
    for (const [count, isRefused] of [
      [most, false],
      [most + 1, true],
    ] as const) {
      const novel = { title: "一篇", content: "雨停了。", content_level: "1", [name]: rare(count) }
      const saved = await author.post("/save", formOf({ ...novel, key: crypto.randomUUID() }))
      expect((await pageOf(saved)).includes(said), `${count} characters saved`).toBe(isRefused)
      const [page, intent] = name === "title" ? ["", "rename"] : ["/edit", "save"]
      const changed = await author.post(
        `/novels/${await newestNovel()}${page}`,
        formOf({ intent, text: rare(count) }),
      )
      expect((await pageOf(changed)).includes(said), `${count} characters changed`).toBe(isRefused)
    }
  })

  test("a name: 30 characters and no more", async () => {
    const save = (username: string) =>
      author.post("/profile", formOf({ intent: "save", username, avatar_url: "" }))
    expect((await save(rare(30))).status).toBe(303)
    expect(await pageOf(await save(rare(31)))).toContain("昵称太长了")
  })

  test("a report's note: 1,000 characters and no more", async () => {
    const novel = { title: "公开", content: `雨停了。${rare(50)}`, content_level: "1", is_public: "on" }
    await author.post("/save", formOf({ ...novel, key: crypto.randomUUID() }))
    const id = await newestNovel()
    const report = (note: string) =>
      new AppVisitor().post(`/shared/${id}/report`, formOf({ reason: "other", note, email: "", key: "k" }))
    expect((await report(` ${rare(1_000)}\r\n`)).status).toBe(200)
    expect(await pageOf(await report(rare(1_001)))).toContain("补充说明太长了")
  })

  test("a search looks for the first 100 characters", async () => {
    await author.post(
      "/save",
      formOf({ title: rare(100), content: "雨停了。", content_level: "1", key: crypto.randomUUID() }),
    )
    const found = await author.fetch(`/my-novels?${new URLSearchParams({ query: rare(120) })}`)
    expect(await pageOf(found)).toContain(rare(100))
  })
})

describe("a field of a page", () => {
  // `maxlength` counts UTF-16 units and cuts off what is pasted beyond it, without a word.
  test("lets everything in that the server accepts", async () => {
    const id = await newestNovel()
    for (const path of ["/profile", `/novels/${id}`, "/save", `/shared/${id}/report`]) {
      const page = await pageOf(await author.fetch(path))
      for (const [field] of page.matchAll(
        /<(?:input|textarea)[^>]*name="(?:username|title|text|note)"[^>]*>/g,
      ))
        expect(field).not.toMatch(/maxlength/i)
    }
  })
})

async function newestNovel(): Promise<string> {
  const shelf = await (await author.fetch("/my-novels")).text()
  return /\/novels\/([0-9a-f-]{36})/.exec(shelf)?.[1] ?? ""
}

function referenceIn(page: string): string | undefined {
  return /<textarea[^>]*name="reference_text"[^>]*>([^<]*)<\/textarea>/.exec(page)?.[1]
}
