import { expect, test } from "vitest"
import { EXISTING_TEXT_MAX_CHARS } from "#app/domain/limits.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"

const WIRE = { prompt: "雨夜的灯塔", erotic_level: "1", length: "1", key: "k" }
const STORY = "雨停了。\n他把灯点上，等那条船。"
/** As browsers send a form whose visitor pasted or chose nothing. */
const NO_FILE = new File([], "")

const fileOf = (bytes: BlobPart, name = "正文.txt") => new File([bytes], name, { type: "text/plain" })

async function begun(visitor: AppVisitor, fields: Record<string, string | File>): Promise<string> {
  const answer = await visitor.post("/", formOf({ ...WIRE, ...fields }))
  expect(answer.status).toBe(303)
  return /generation=([\w-]{22})/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
}

test.each<[string, Record<string, string | File>]>([
  ["pasted", { own_text: ` ${STORY.replace("\n", "\r\n")}\r\n`, own_file: NO_FILE }],
  ["in a file", { own_text: "", own_file: fileOf(`\ufeff${STORY}`) }],
  ["in a file of another encoding", { own_encoding: "utf-16be", own_file: fileOf(utf16be(STORY)) }],
  ["in a file instead of what was pasted before", { own_text: "别的。", own_file: fileOf(STORY) }],
])("a text of one's own is continued: %s", async (_, fields) => {
  const visitor = new AppVisitor()
  const id = await begun(visitor, fields)
  const headers = { Accept: "application/json" }
  const textSoFar = async () =>
    (await (await visitor.fetch(`/generations/${id}/text`, { headers })).json()).text
  await expect.poll(textSoFar).toMatch(/\n\n\S/)
  expect((await textSoFar()).startsWith(`${STORY}\n\n`)).toBe(true)
})

test("a file is read into the field without writing anything, and all other input comes back", async () => {
  const fields = {
    ...WIRE,
    reference_text: "仿写。",
    own_text: "",
    own_file: fileOf(STORY),
    intent: "read-own",
  }
  const answer = await new AppVisitor().post("/", formOf(fields))
  expect(answer.status).toBe(200)
  const page = await pageOf(answer)
  expect(page).toMatch(/<details[^>]*id="own"[^>]* open/)
  expect(page).toMatch(new RegExp(`<textarea[^>]*name="own_text"[^>]*>${STORY}</textarea>`))
  expect(page).toMatch(/<textarea[^>]*name="reference_text"[^>]*>仿写。<\/textarea>/)
  expect(page).toContain("文件已读入")
})

test("a text that is too long comes back whole, with its length and the limit", async () => {
  const own_text = `${"长".repeat(EXISTING_TEXT_MAX_CHARS)}尾`
  const ways: Record<string, string | File>[] = [{ own_text }, { own_text: "", own_file: fileOf(own_text) }]
  for (const fields of ways) {
    const answer = await new AppVisitor().post("/", formOf({ ...WIRE, ...fields }))
    expect(answer.status).toBe(400)
    const page = await pageOf(answer)
    expect(page).toContain(`现在有 ${EXISTING_TEXT_MAX_CHARS + 1} 个字符，最多 ${EXISTING_TEXT_MAX_CHARS} 个`)
    expect(page).toContain(`长尾</textarea>`)
    expect(page).toContain(`>${WIRE.prompt}</textarea>`)
  }
})

test("a file that is too large is told apart from a reference that is", async () => {
  const huge = new Uint8Array(10 * 1_024 * 1_024 + 1).fill(97)
  // In the order in which the page has them.
  const before = { ...WIRE, reference_text: "仿写。", reference_name: "a.txt" }
  const own = await new AppVisitor().post("/", formOf({ ...before, own_text: "", own_file: fileOf(huge) }))
  expect(own.status).toBe(413)
  const page = await pageOf(own)
  expect(page).toContain("文件太大了，最多 10 MB")
  expect(page).toContain(">仿写。</textarea>")
  expect(page).toContain(`>${WIRE.prompt}</textarea>`)

  const kept = { ...before, own_text: STORY, own_file: NO_FILE, own_encoding: "auto" }
  const reference = await new AppVisitor().post("/", formOf({ ...kept, reference_file: fileOf(huge) }))
  expect(reference.status).toBe(413)
  const told = await pageOf(reference)
  expect(told).toContain("文件太大了，参考文本最多 10 MB")
  expect(told.replaceAll("\r\n", "\n")).toContain(`>${STORY}</textarea>`)
})

test("what is being continued already wins over a text in the form, which the page does not ask for", async () => {
  const visitor = new AppVisitor()
  const id = await begun(visitor, { own_text: STORY })
  await visitor.post(`/generations/${id}/stop`, "")
  const page = await pageOf(await visitor.fetch(`/?generation=${id}`))
  expect(page).not.toContain('name="own_text"')
  const next = await begun(visitor, { key: "l", continues: id, own_text: "别的。" })
  const written = await visitor.fetch(`/generations/${next}/text`, {
    headers: { Accept: "application/json" },
  })
  expect((await written.json()).text.startsWith(STORY)).toBe(true)
})

function utf16be(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * text.length)
  for (let at = 0; at < text.length; at += 1)
    new DataView(bytes.buffer).setUint16(2 * at, text.charCodeAt(at))
  return bytes
}
