// A page renders no more of a long text than its end or one of its parts, with what leads to the whole.
import { expect, test } from "vitest"
import { AppVisitor, formOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const LONG = Array.from({ length: 600 }, (_, day) => `第${day}天，${"雪".repeat(90)}。`)
const SHORT = LONG.slice(0, 300)
const ENDS = "这里从最近的部分开始"

test.each([
  ["a long text", LONG, false],
  ["a short text", SHORT, true],
])("the pages on which %s goes on show no more than its last parts", async (_, lines, isWhole) => {
  const visitor = new AppVisitor()
  const fields = { prompt: "雪夜的站台", erotic_level: "1", length: "1", own_text: lines.join("\n") }
  const begun = await visitor.post("/", formOf({ ...fields, key: crypto.randomUUID() }))
  expect(begun.status).toBe(303)
  const [, id = ""] = /generation=([\w-]{22})/.exec(begun.headers.get("Location") ?? "") ?? []
  for (const path of [`/?generation=${id}`, `/generations/${id}/live`]) {
    const page = await (await visitor.fetch(path)).text()
    expect(paragraphsOf(page).includes(lines[0] ?? ""), path).toBe(isWhole)
    expect(paragraphsOf(page)).toEqual(expect.arrayContaining(lines.slice(-200)))
    expect(page.includes(ENDS), path).toBe(!isWhole)
    expect(page.includes(`>下载全文</a>`), path).toBe(!isWhole)
  }
  const whole = await (await visitor.fetch(`/generations/${id}/text`)).text()
  expect(whole).toContain(lines[0])
})

test("a long novel on the desk shows its end, and links to the novel", async () => {
  const { author, id } = await saved(LONG)
  const page = await (await author.fetch(`/?novel=${id}`)).text()
  expect(paragraphsOf(page)).not.toContain(LONG[0])
  expect(paragraphsOf(page)).toEqual(expect.arrayContaining(LONG.slice(-200)))
  expect(page).toContain(ENDS)
  expect(page).toMatch(new RegExp(`<a href="/novels/${id}"[^>]*>从头阅读</a>`))
})

test("a long version that is shown as a whole comes in parts, which hold each paragraph once", async () => {
  const { author, id } = await saved(LONG)
  const edit = await (await author.fetch(`/novels/${id}/edit`)).text()
  const [, seen = ""] = /name="seen" value="([^"]+)"/.exec(edit) ?? []
  const text = "雪停了。"
  const saving = await author.post(`/novels/${id}/edit`, formOf({ intent: "save", text, seen }))
  expect(saving.status).toBe(303)
  const novel = await (await author.fetch(`/novels/${id}`)).text()
  const [version = ""] = novel.match(/\/novels\/[^"]*\/versions\/[0-9a-f-]+/) ?? []
  const shown: string[] = []
  let next: string | undefined = `${version}?whole`
  while (next) {
    const page: string = await (await author.fetch(next)).text()
    shown.push(...paragraphsOf(page).filter((paragraph) => LONG.includes(paragraph)))
    next = /<a rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&")
  }
  expect(shown).toEqual(LONG)
})

function paragraphsOf(page: string): string[] {
  return Array.from(page.matchAll(/<p(?: [^>]*)?>([^<]+)<\/p>/g), ([, text = ""]) => text)
}

async function saved(lines: string[]) {
  const author = new AppVisitor()
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  const fields = { title: "雪夜的站台", content: lines.join("\n"), key: crypto.randomUUID() }
  await author.post("/save", formOf(fields))
  const shelf = await (await author.fetch("/my-novels")).text()
  const [, id = ""] = /\/novels\/([0-9a-f-]{36})/.exec(shelf) ?? []
  return { author, id }
}
