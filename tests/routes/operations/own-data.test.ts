import { createClient } from "@supabase/supabase-js"
import { strFromU8, unzipSync } from "fflate"
import { expect, test } from "vitest"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const WIRE = { prompt: "雨夜的灯塔守护人", erotic_level: 1, length: 1, reference_text: "" }
const MEMORY = { people: "守护人" }

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

test("an account takes along what is kept of it beside its novels, and nothing of another's", async () => {
  const [ming, hong] = [await newAccount("小明甲"), await newAccount("小红乙")]
  const answer = await ming.visitor.fetch("/profile/export")
  expect(answer.headers.get("Content-Type")).toBe("application/zip")
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store")
  expect(decodeURIComponent(answer.headers.get("Content-Disposition") ?? "")).toContain(
    "落笔-我的账号数据.zip",
  )
  const files = await filesOf(answer)
  expect(Object.keys(files).sort()).toEqual([
    "bin/1.json",
    "generations/1.json",
    "generations/2.json",
    "memories/1.json",
    "profile.json",
    "versions/1.json",
    "versions/2.json",
  ])
  expect(files["profile.json"]).toMatchObject({
    email: ming.email,
    username: "小明甲",
    authorPage: { isOpen: true, about: "小明甲写河边的故事。" },
  })
  expect(files["memories/1.json"]).toMatchObject({ id: ming.novel, memory: MEMORY })
  expect(files["versions/2.json"]).toMatchObject({ novel_id: ming.novel })
  expect(files["bin/1.json"]).toMatchObject({ id: ming.binned, content: "小明甲的旧稿" })
  const generations = [files["generations/1.json"], files["generations/2.json"]]
  expect(generations).toMatchObject(
    ming.generations.map(({ id, content }) => ({
      id,
      status: "done",
      text: content,
      request: { prompt: WIRE.prompt },
    })),
  )
  const all = JSON.stringify(files)
  for (const others of ["小红乙", hong.email, hong.novel, hong.generations[0]?.id])
    expect(all).not.toContain(others)
})

test("a visitor without an account gets nothing", async () => {
  expect((await new AppVisitor().fetch("/profile/export")).status).toBe(401)
})

async function newAccount(name: string) {
  const visitor = new AppVisitor()
  const email = newEmail()
  await visitor.post("/login", formOf({ intent: "register", email, password: PASSWORD }))
  await visitor.post("/profile", formOf({ intent: "save", username: name, avatar_url: "" }))
  const about = `${name}写河边的故事。`
  await visitor.post("/profile", formOf({ intent: "author", is_open: "on", about }))
  const generations: { id: string; content: string }[] = []
  for (const length of [1, 2]) {
    generations.push(await (await visitor.postJson("/generate-novel", { ...WIRE, length })).json())
  }
  const { data } = await admin.from("profiles").select("id").eq("username", name).throwOnError()
  const id = data.at(-1)?.id ?? ""
  const rows = ["新作", "旧稿"].map((title) => ({ user_id: id, title, content: `${name}的${title}` }))
  const { data: novels } = await admin.from("novels").insert(rows).select("id").throwOnError()
  const [novel = "", binned = ""] = novels.map((row) => row.id)
  for (const content of ["二稿", "三稿"]) {
    await admin
      .from("novels")
      .update({ content: `${name}的${content}` })
      .eq("id", novel)
      .throwOnError()
  }
  await admin.from("novels").update({ binned_at: new Date().toISOString() }).eq("id", binned).throwOnError()
  await admin.from("novel_memories").insert({ novel_id: novel, user_id: id, memory: MEMORY }).throwOnError()
  return { visitor, email, novel, binned, generations }
}

async function filesOf(answer: Response): Promise<Record<string, unknown>> {
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, JSON.parse(strFromU8(bytes))]),
  )
}
