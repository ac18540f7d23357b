import { createClient } from "@supabase/supabase-js"
import { zipSync } from "fflate"
import { describe, expect, test, vi } from "vitest"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf, pageOf, valueIn } from "../../support/app-visitor.ts"
import { PICTURE } from "../../support/pictures.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

// The app reads its environment once, so this runs before the app is loaded.
vi.hoisted(() => {
  process.env.RATE_LIMITS = [
    "sign-in.device=2/1h sign-in.email-at-address=2/1h sign-in.email=4/1h sign-in.address=3/1h",
    "sign-up.email=2/1h sign-up.address=2/1h",
    "password-reset.email=1/1h",
    "avatar-upload.account=1/1h",
    "reference-upload.account=1/1h",
    "novel-save.account=2/1h novel-change.account=2/1h novel-search.account=2/1h profile-save.account=1/1h",
    "novel-draft.account=2/1h memory-change.account=2/1h",
    "file-read.visitor=1/1h file-read.account=2/1h file-read.address=3/1h text-compare.account=2/1h",
    "library-export.account=1/1h library-import.account=2/1h",
    "report.visitor=2/1h report.account=3/1h report.address=4/1h",
    "text-edit.visitor=1/1h",
    "generation.visitor=2/1h generation.account=3/1h generation.address=4/1h",
  ].join(" ")
})

const WIRE = { prompt: "雨夜的灯塔守护人", erotic_level: "1", length: "1", reference_text: "" }
const BANNED = "十五岁的女孩和老师发生了关系。"

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

let addresses = 0

// Each test has its own visitors and addresses, and each refused sign-in takes a whole second, so they wait
// together.
describe.concurrent("signing in", () => {
  test("too many wrong passwords from one place are refused with the wait, and the address is kept", async () => {
    const email = newEmail()
    const visitor = new AppVisitor(newAddress())
    for (let attempt = 0; attempt < 2; attempt++) expect((await signIn(visitor, email)).status).toBe(401)
    const refused = await signIn(visitor, email)
    expectRefusal(refused)
    const page = await pageOf(refused)
    expect(page).toContain("登录失败")
    expect(page).toMatch(/尝试的次数太多了，请过 (29|30) 分钟再试。/)
    expect(page).toContain(`value="${email}"`)
  })

  test("a client's claims about its own address change nothing", async () => {
    const email = newEmail()
    const visitor = new AppVisitor(newAddress())
    const statuses = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const invented = newAddress()
      const headers = { "X-Forwarded-For": invented, "X-Real-IP": invented, "Fly-Client-IP": invented }
      statuses.push((await signIn(visitor, email, "wrong password", headers)).status)
    }
    expect(statuses).toEqual([401, 401, 429])
  })

  test("strangers who guess lock themselves out, and nobody else", async () => {
    const email = await newAccount()
    const stranger = new AppVisitor(newAddress())
    for (let attempt = 0; attempt < 6; attempt++) await signIn(stranger, email)
    expectRefusal(await signIn(stranger, email, PASSWORD))
    expect((await signIn(new AppVisitor(newAddress()), email, PASSWORD)).status).toBe(303)
  })

  test("right passwords are never counted", async () => {
    const email = await newAccount()
    const address = newAddress()
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await signIn(new AppVisitor(address), email, PASSWORD)).status).toBe(303)
    }
    expect((await signIn(new AppVisitor(address), email)).status).toBe(401)
  })

  test("an account does not pay for guesses at others", async () => {
    const own = await newAccount()
    const address = newAddress()
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await signIn(new AppVisitor(address), newEmail())).status)
      if (attempt < 2) await signIn(new AppVisitor(address), own, PASSWORD)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  test("attempts at once are counted like attempts in a row", async () => {
    const email = newEmail()
    const visitor = new AppVisitor(newAddress())
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(visitor, email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 429, 429, 429, 429, 429, 429])
  })

  test("the account's own limit holds for attempts from many places at once", async () => {
    const email = newEmail()
    const statuses = []
    for (let attempt = 0; attempt < 5; attempt++) {
      statuses.push((await signIn(new AppVisitor(newAddress()), email)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429])
  })
})

test.concurrent("signing up is limited per network address, and keeps the form", async () => {
  const address = newAddress()
  for (let attempt = 0; attempt < 2; attempt++) {
    expect((await signUp(new AppVisitor(address), newEmail())).status).toBe(303)
  }
  const email = newEmail()
  const refused = await signUp(new AppVisitor(address), email)
  expectRefusal(refused)
  const page = await pageOf(refused)
  expect(page).toContain("注册失败")
  expect(page).toMatch(/请过 \d+ 分钟再试/)
  expect(page).toContain(`value="${email}"`)
})

test.concurrent("registering again with guessed passwords counts as guessing", async () => {
  const email = await newAccount()
  const stranger = new AppVisitor(newAddress())
  for (let attempt = 0; attempt < 2; attempt++) await signIn(stranger, email)
  expectRefusal(await signUp(stranger, email, "another password"))
})

test.concurrent("mails with a password link are limited per address, known or not", async () => {
  for (const email of [await newAccount(), newEmail()]) {
    const ask = () => new AppVisitor(newAddress()).post("/forgot-password", formOf({ email }))
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    expectRefusal(refused)
    const page = await pageOf(refused)
    expect(page).toMatch(/尝试的次数太多了，请过 (60 分钟|1 小时)再试。/)
    expect(page).toContain(`value="${email}"`)
    expect(page).not.toContain("链接已经寄出")
  }
})

test("pictures are limited per account, and the name is kept", async () => {
  const visitor = new AppVisitor()
  await signUp(visitor, newEmail())
  const upload = () => {
    const avatar = new File([PICTURE], "me.gif", { type: "image/gif" })
    return visitor.post("/profile", formOf({ username: "江上客", intent: "avatar", avatar }))
  }
  expect((await upload()).status).toBe(200)
  const refused = await upload()
  expectRefusal(refused)
  const page = await pageOf(refused)
  expect(page).toMatch(/上传得太频繁了，请过 (60 分钟|1 小时)再试。/)
  expect(page).toContain('value="江上客"')
})

test("stored reference texts are limited per account, and the novel is written anyway", async () => {
  const visitor = new AppVisitor()
  await signUp(visitor, newEmail())
  const generateLike = (reference_text: string) =>
    visitor.post("/", formOf({ ...WIRE, reference_text, key: crypto.randomUUID() }))
  const uploadFailed = /你存参考文本太频繁了/
  expect((await generateLike("一种文风")).status).toBe(303)
  expect(await pageOf(await visitor.fetch("/"))).not.toMatch(uploadFailed)
  expect((await generateLike("另一种文风")).status).toBe(303)
  expect(await pageOf(await visitor.fetch("/"))).toMatch(uploadFailed)
})

test("a save counts before it is checked, whatever its outcome", async () => {
  const visitor = new AppVisitor()
  await signUp(visitor, newEmail())
  const fields = { title: "其一", content: BANNED }
  const statuses = []
  for (let attempt = 0; attempt < 3; attempt++) {
    statuses.push((await visitor.post("/save", formOf({ ...fields, key: crypto.randomUUID() }))).status)
  }
  expect(statuses).toEqual([422, 422, 429])
})

test("saves are limited per account, and keep the title and the switch", async () => {
  const visitor = new AppVisitor()
  await signUp(visitor, newEmail())
  const save = (title: string, content = "正文") =>
    visitor.post("/save", formOf({ title, content, is_public: "on", key: crypto.randomUUID() }))
  expect((await save("其一")).status).toBe(200)
  expect((await save("")).status).toBe(400)
  expect((await save("其二")).status).toBe(200)
  const refused = await save("其三")
  expectRefusal(refused)
  const page = await pageOf(refused)
  expect(page).toMatch(/保存得太频繁了，请过 (29|30) 分钟再试。/)
  expect(page).toContain('value="其三"')
  expect(page).toMatch(/<input[^>]*name="is_public"[^>]*checked/)
})

describe("banned words count before they are checked, whatever the outcome:", () => {
  test.each([
    ["an edit of a novel", "/edit", { intent: "save", text: BANNED }],
    ["a section's title", "", { intent: "add-section", text: BANNED.slice(0, -1), start: "雨停" }],
    ["a line of a memory", "/memory", { intent: "add", id: "a", kind: "fact", name: "一事", fixed: BANNED }],
  ])("%s", async (_, page, fields) => {
    const { visitor, path } = await ownNovel()
    expect(await statusesOf(3, () => visitor.post(path + page, formOf(fields)))).toEqual([422, 422, 429])
  })

  test("an edit that is kept while it is typed", async () => {
    const { visitor, path } = await ownNovel()
    const page = await pageOf(await visitor.fetch(`${path}/edit`))
    const [seen, editor] = [valueIn(page, "seen"), valueIn(page, "editor")]
    const edit = { title: "一篇", text: BANNED, seen, editor, draft: "" }
    const keep = (text: string) => visitor.post(`${path}/draft`, formOf({ ...edit, text }))
    expect(await statusesOf(2, () => keep(BANNED))).toEqual([422, 422])
    const refused = await keep("改了一半。")
    expectRefusal(refused)
    expect(await refused.json()).toMatchObject({ failure: "too-many-attempts" })
  })

  test("a novel that is published", async () => {
    const { visitor, path } = await ownNovel()
    // An author may write past this server.
    await admin.from("novels").update({ content: BANNED }).eq("id", idIn(path)).throwOnError()
    const publish = () => visitor.post(path, formOf({ intent: "publish" }))
    expect(await statusesOf(3, publish)).toEqual([422, 422, 429])
  })

  test("a novel that grows", async () => {
    const { visitor, path } = await ownNovel()
    const begun = await visitor.post("/", formOf({ ...WIRE, novel: idIn(path), key: crypto.randomUUID() }))
    const generation = /generation=([\w-]{22})/.exec(begun.headers.get("Location") ?? "")?.[1] ?? ""
    await (await visitor.fetch(`/generations/${generation}/events`)).text()
    await admin.from("generations").update({ body: BANNED }).eq("id", generation).throwOnError()
    const form = { generation, title: "一篇", former_title: "一篇", content: "", content_level: "1" }
    const grow = () => visitor.post("/save", formOf({ ...form, key: crypto.randomUUID() }))
    // The novel itself was one of the two saves.
    expect(await statusesOf(2, grow)).toEqual([422, 429])
  })

  test("what an author says of themselves, which comes back", async () => {
    const visitor = new AppVisitor()
    await signUp(visitor, newEmail())
    const save = (about: string) =>
      visitor.post("/profile", formOf({ intent: "author", is_open: "on", about }))
    expect((await save(BANNED)).status).toBe(422)
    const refused = await save("写河边的故事。")
    expectRefusal(refused)
    const page = await pageOf(refused)
    expect(page).toMatch(/保存得太频繁了，请过 (60 分钟|1 小时)再试。/)
    expect(page).toContain(">写河边的故事。</textarea>")
  })

  test("imported novels", async () => {
    const visitor = new AppVisitor()
    await signUp(visitor, newEmail())
    const library = new File([libraryOf("一篇", BANNED)], "library.zip", { type: "application/zip" })
    const bring = () => visitor.post("/my-novels/import", formOf({ library }))
    const [first, second, third] = [await bring(), await bring(), await bring()]
    for (const answer of [first, second]) expect(await pageOf(answer)).toContain("这次没有新导入的小说")
    expectRefusal(third)
    expect(await pageOf(third)).toMatch(/id="library-error"[^>]*>[^<]*请过 (29|30) 分钟再试。/)
  })
})

test("downloads of a whole library are limited per account; asking for their size is not", async () => {
  const { visitor } = await ownNovel()
  const head = () => visitor.fetch("/my-novels/export", { method: "HEAD" })
  expect((await head()).status).toBe(200)
  const whole = await visitor.fetch("/my-novels/export")
  expect(whole.status).toBe(200)
  await whole.bytes()
  for (const path of ["/my-novels/export", "/profile/export"]) {
    const refused = await visitor.fetch(path)
    expectRefusal(refused)
    expect(await refused.text()).toMatch(/请过 (60 分钟|1 小时)再试。/)
  }
  expect((await head()).status).toBe(200)
})

describe("files to continue", () => {
  const read = (visitor: AppVisitor, bytes: string, intent = "read-own") => {
    const own_file = new File([bytes], "正文.txt", { type: "text/plain" })
    return visitor.post("/", formOf({ ...WIRE, key: crypto.randomUUID(), own_text: "", own_file, intent }))
  }

  test("are limited per visitor before they are read, and the form is kept", async () => {
    const visitor = new AppVisitor()
    await visitor.fetch("/")
    expect((await read(visitor, "\0\0binary\0")).status).toBe(415)
    for (const intent of ["read-own", ""]) {
      const refused = await read(visitor, "雨停了。", intent)
      expectRefusal(refused)
      const page = await pageOf(refused)
      expect(page).toMatch(/读取文件太频繁了，请过 (60 分钟|1 小时)再试。其余内容都已保留。/)
      expect(page).toContain(`>${WIRE.prompt}</textarea>`)
      expect(page).not.toContain("雨停了。")
    }
    // A text that was pasted needs no reading.
    expect((await visitor.post("/", formOf({ ...WIRE, key: "k", own_text: "雨停了。" }))).status).toBe(303)
  })

  test("are limited per account and per network address", async () => {
    const email = await newAccount()
    const onDevice = async () => {
      const device = new AppVisitor(newAddress())
      await signIn(device, email, PASSWORD)
      return read(device, "雨停了。")
    }
    expect(await statusesOf(3, onDevice)).toEqual([200, 200, 429])
    const address = newAddress()
    expect(await statusesOf(4, () => read(new AppVisitor(address), "雨停了。"))).toEqual([200, 200, 200, 429])
  })
})

test("comparisons with a version are limited per account; reading it whole is not", async () => {
  const { visitor, path } = await ownNovel()
  await visitor.post(`${path}/edit`, formOf({ intent: "save", text: "雨又下了起来。" }))
  const version = new RegExp(`${path}/versions/[\\w-]+`).exec(await pageOf(await visitor.fetch(path)))?.[0]
  const compare = () => visitor.fetch(version ?? "")
  expect(await statusesOf(2, compare)).toEqual([200, 200])
  const refused = await compare()
  expectRefusal(refused)
  const page = await pageOf(refused)
  expect(page).toMatch(/比较得太频繁了，请过 (29|30) 分钟再看。/)
  expect(page).toContain("这一版全文")
  const whole = await visitor.fetch(`${version}?whole`)
  expect(whole.status).toBe(200)
  expect(await pageOf(whole)).toContain("修表匠听见怀表里有人说话")
})

test("changes of a novel are limited per account and keep the form; closing and deleting never are", async () => {
  const visitor = new AppVisitor()
  await signUp(visitor, newEmail())
  const form = { title: "一篇", content: "正文", is_public: "on", key: "k" }
  const saved = await (await visitor.post("/save", formOf(form))).text()
  const path = `/novels/${/\/shared\/([0-9a-f-]{36})/.exec(saved)?.[1]}`
  const change = (intent: string, text = "") =>
    visitor.post(intent === "save" ? `${path}/edit` : path, formOf({ intent, text }))
  expect((await change("rename", "新的一篇")).status).toBe(303)
  expect((await change("save", "新的正文")).status).toBe(303)
  expect((await change("unpublish")).status).toBe(303)
  for (const [intent, written] of [
    ["rename", "又一个标题"],
    ["save", "又一段正文"],
    ["publish", ""],
  ] as const) {
    const refused = await change(intent, written)
    expectRefusal(refused)
    const page = await pageOf(refused)
    expect(page).toMatch(/改得太频繁了，请过 (29|30) 分钟再试。你填写的内容都还在。/)
    expect(page).toContain(written)
  }
  expect((await change("unpublish")).status).toBe(303)
  expect((await change("delete")).status).toBe(303)
})

test("searches are limited per account; turning the shelf's pages is not", async () => {
  const visitor = new AppVisitor()
  await signUp(visitor, newEmail())
  const search = () => visitor.fetch(`/my-novels?${new URLSearchParams({ query: "灯塔" })}`)
  expect([(await search()).status, (await search()).status]).toEqual([200, 200])
  const refused = await search()
  expectRefusal(refused)
  const page = await pageOf(refused)
  expect(page).toMatch(/搜索得太频繁了，请过 (29|30) 分钟再试。/)
  expect(page).toContain('value="灯塔"')
  for (let visit = 0; visit < 4; visit++) expect((await visitor.fetch("/my-novels")).status).toBe(200)
})

test("saves of the profile are limited per account, and the name is kept", async () => {
  const visitor = new AppVisitor()
  await signUp(visitor, newEmail())
  const save = (username: string) => visitor.post("/profile", formOf({ username, intent: "save" }))
  expect((await save("江上客")).status).toBe(303)
  const refused = await save("山中人")
  expectRefusal(refused)
  const page = await pageOf(refused)
  expect(page).toMatch(/保存得太频繁了，请过 (60 分钟|1 小时)再试。你填写的昵称还在。/)
  expect(page).toContain('value="山中人"')
})

describe.concurrent("an owner", () => {
  test("is not locked out by strangers in a browser where they signed in before", async () => {
    const email = newEmail()
    const own = new AppVisitor(newAddress())
    await signUp(own, email)
    await own.post("/logout", formOf({}))
    for (let guess = 0; guess < 6; guess++) await signIn(new AppVisitor(newAddress()), email)
    expectRefusal(await signIn(new AppVisitor(newAddress()), email, PASSWORD))
    expect((await signIn(own, email, PASSWORD)).status).toBe(303)
  })

  test("has their own attempts there, as many as anyone, and for this account alone", async () => {
    const email = newEmail()
    const own = new AppVisitor(newAddress())
    await signUp(own, email)
    await own.post("/logout", formOf({}))
    const other = await newAccount()
    for (let guess = 0; guess < 6; guess++) await signIn(new AppVisitor(newAddress()), other)
    expectRefusal(await signIn(own, other, PASSWORD))
    const statuses = []
    for (let guess = 0; guess < 3; guess++) statuses.push((await signIn(own, email)).status)
    expect(statuses).toEqual([401, 401, 429])
  })

  test("gets a mail there however many strangers asked for one; elsewhere the refusal points to the newest mail", async () => {
    const email = newEmail()
    const own = new AppVisitor(newAddress())
    await signUp(own, email)
    const ask = (visitor: AppVisitor) => visitor.post("/forgot-password", formOf({ email }))
    expect((await ask(new AppVisitor(newAddress()))).status).toBe(200)
    const refused = await ask(new AppVisitor(newAddress()))
    expectRefusal(refused)
    expect(await pageOf(refused)).toContain("最新的一封一小时内都能用")
    expect((await ask(own)).status).toBe(200)
  })
})

describe("reporting", () => {
  const report = (visitor: AppVisitor, id: string, note = "") =>
    visitor.post(`/shared/${id}/report`, formOf({ reason: "copyright", note, key: crypto.randomUUID() }))

  test("is limited per visitor, and the form is kept", async () => {
    const id = await publicNovel()
    const visitor = new AppVisitor()
    await visitor.fetch("/")
    for (let attempt = 0; attempt < 2; attempt++) expect((await report(visitor, id)).status).toBe(200)
    const refused = await report(visitor, id, "第三次的说明")
    expectRefusal(refused)
    const page = await pageOf(refused)
    expect(page).toMatch(/举报得太频繁了，请过 (29|30) 分钟再试。/)
    expect(page).toContain(">第三次的说明</textarea>")
    expect(page).toMatch(
      /<input[^>]*checked=""[^>]*value="copyright"|<input[^>]*value="copyright"[^>]*checked/,
    )
  })

  test("is limited per account and per network address", async () => {
    const id = await publicNovel()
    const email = await newAccount()
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) {
      const device = new AppVisitor(newAddress())
      await signIn(device, email, PASSWORD)
      statuses.push((await report(device, id)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    const address = newAddress()
    const reporters = Array.from({ length: 5 }, () => new AppVisitor(address))
    const answers = []
    for (const reporter of reporters) answers.push((await report(reporter, id)).status)
    expect(answers).toEqual([200, 200, 200, 200, 429])
  })

  async function publicNovel(): Promise<string> {
    const author = new AppVisitor()
    await signUp(author, newEmail())
    const form = { title: "一篇", content: "正文", is_public: "on", key: "k" }
    const saved = await (await author.post("/save", formOf(form))).text()
    return /\/shared\/([0-9a-f-]{36})/.exec(saved)?.[1] ?? ""
  }
})

test("changes of a memory are limited per account, and come back with what their author had seen", async () => {
  const { visitor, path } = await ownNovel()
  const line = { id: "a", kind: "fact", name: "桥断了", fixed: "去年冬天", now: "", seen: "" }
  const send = (fields: object) => visitor.post(`${path}/memory?entry=a`, formOf({ ...line, ...fields }))
  const seen = valueIn(await pageOf(await send({ intent: "add" })), "seen")
  await send({ intent: "edit", seen, fixed: "昨天" })
  const refused = await send({ intent: "edit", seen, fixed: "今天早上" })
  expectRefusal(refused)
  const page = await pageOf(refused)
  expect(page).toContain(">今天早上</textarea>")
  expect([seen, valueIn(page, "seen")]).toEqual([expect.stringMatching(/./), seen])
})

test("edits of a text are limited per visitor, before they are checked, and come back", async () => {
  const visitor = new AppVisitor(newAddress())
  const answer = await visitor.postJson("/generate-novel", WIRE)
  const { id } = await answer.json()
  const edit = (text: string) => visitor.post(`/generations/${id}/edit`, formOf({ intent: "save", text }))
  expect((await edit(BANNED)).status).toBe(422)
  const refused = await edit("雨停了。")
  expectRefusal(refused)
  expect(await pageOf(refused)).toContain("雨停了。")
  // A paragraph counts as a generation.
  const rewrite = (key: string) =>
    visitor.post(
      `/generations/${id}/paragraphs`,
      formOf({ intent: "rewrite", key, paragraph: "0", wish: "" }),
    )
  expect((await rewrite("one")).status).toBe(303)
  expectRefusal(await rewrite("two"))
})

describe("starting a generation", () => {
  test("is limited per visitor; the form is kept, and pressing twice counts once", async () => {
    const visitor = new AppVisitor()
    await visitor.fetch("/")
    const press = (key: string, prompt = WIRE.prompt) => {
      return visitor.post("/", formOf({ ...WIRE, prompt, length: "3", reference_text: "参考", key }))
    }
    for (let attempt = 0; attempt < 4; attempt++) expect((await press("one")).status).toBe(303)
    expect((await Promise.all([press("two"), press("two")])).map(({ status }) => status)).toEqual([303, 303])
    const refused = await press("three", "另一座灯塔")
    expectRefusal(refused)
    const page = await pageOf(refused)
    expect(page).toMatch(/生成得太频繁了，请过 (29|30) 分钟再试。你填写的内容都还在。/)
    expect(page).toContain(">另一座灯塔</textarea>")
    expect(page).toMatch(
      /<input[^>]*name="length"[^>]*checked=""[^>]*value="3"|<input[^>]*value="3"[^>]*checked/,
    )
    expect(page).toContain("参考")
  })

  test("is refused by JSON too, with a message of its own", async () => {
    const visitor = new AppVisitor()
    await visitor.fetch("/")
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(
        (await visitor.postJson("/generate-novel", { ...WIRE, erotic_level: 1, length: 1 })).status,
      ).toBe(200)
    }
    const refused = await visitor.post("/generate-novel", formOf(WIRE))
    expectRefusal(refused)
    const message = expect.stringMatching(/^生成得太频繁了，请过 (29|30) 分钟再试。/)
    expect(await refused.json()).toEqual({ errors: [{ code: "too-many-attempts", message }] })
  })

  test("counts before it is checked, whatever its outcome", async () => {
    const visitor = new AppVisitor()
    await visitor.fetch("/")
    const banned = { ...WIRE, prompt: BANNED }
    const statuses = []
    for (let attempt = 0; attempt < 3; attempt++) {
      statuses.push((await visitor.post("/", formOf({ ...banned, key: crypto.randomUUID() }))).status)
    }
    expect(statuses).toEqual([422, 422, 429])
  })

  test("is limited per account, on every device", async () => {
    const email = newEmail()
    const [laptop, phone] = [new AppVisitor(), new AppVisitor()]
    await signUp(laptop, email)
    await signIn(phone, email, PASSWORD)
    const statuses = []
    for (const device of [laptop, laptop, phone, phone]) statuses.push((await generate(device)).status)
    expect(statuses).toEqual([303, 303, 303, 429])
  })

  test("is limited per network address, where it is known", async () => {
    const address = newAddress()
    const statuses = []
    for (let attempt = 0; attempt < 5; attempt++)
      statuses.push((await generate(new AppVisitor(address))).status)
    expect(statuses).toEqual([303, 303, 303, 303, 429])
    expect((await generate(new AppVisitor())).status).toBe(303)
  })

  test("is limited per IPv6 /48 too, which counts as two addresses", async () => {
    const site = `2001:db8:f${process.pid % 1_000}`
    const statuses = []
    for (let network = 1; network <= 20; network++)
      statuses.push((await generate(new AppVisitor(`${site}:${network}::1`))).status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(8)
    expect(statuses.filter((status) => status === 429)).toHaveLength(12)
  })
})

/** A new account with one saved novel, which is one of its two saves. */
async function ownNovel() {
  const visitor = new AppVisitor()
  await signUp(visitor, newEmail())
  const form = { title: "一篇", content: "雨停的时候，修表匠听见怀表里有人说话。", key: "k" }
  expect((await visitor.post("/save", formOf(form))).status).toBe(303)
  const shelf = await pageOf(await visitor.fetch("/my-novels"))
  return { visitor, path: /\/novels\/[0-9a-f-]{36}/.exec(shelf)?.[0] ?? "" }
}

function idIn(path: string): string {
  return path.split("/").at(-1) ?? ""
}

async function statusesOf(times: number, send: () => Promise<Response>): Promise<number[]> {
  const statuses = []
  for (let left = times; left > 0; left -= 1) statuses.push((await send()).status)
  return statuses
}

/** A packed library of one novel. */
function libraryOf(title: string, content: string): Uint8Array<ArrayBuffer> {
  const dates = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" }
  const more = { aigc: "", contentLevel: 1, isPublic: false, sections: [], label: "" }
  const listed = [{ title, ...more, ...dates, file: "1.txt", data: "data/1.json" }]
  const library = { format: "luobi-library", version: 1, exportedAt: "", label: "", novels: listed }
  return new Uint8Array(
    zipSync({
      "data/1.json": Buffer.from(JSON.stringify({ title, content, ...more, ...dates })),
      "library.json": Buffer.from(JSON.stringify(library)),
    }),
  )
}

/** No two of these share a network, in version 6 either. */
function newAddress(): string {
  addresses += 1
  return addresses % 2 ? `198.51.100.${addresses}` : `2001:db8:${addresses}:${process.pid % 10_000}::1`
}

function signIn(visitor: AppVisitor, email: string, password = "wrong password", headers: HeadersInit = {}) {
  return visitor.post("/login", formOf({ intent: "login", email, password }), headers)
}

function signUp(visitor: AppVisitor, email: string, password = PASSWORD) {
  return visitor.post("/login", formOf({ intent: "register", email, password }))
}

async function newAccount(): Promise<string> {
  const email = newEmail()
  expect((await signUp(new AppVisitor(newAddress()), email)).status).toBe(303)
  return email
}

function generate(visitor: AppVisitor) {
  return visitor.post("/", formOf({ ...WIRE, key: crypto.randomUUID() }))
}

function expectRefusal(response: Response): void {
  expect(response.status).toBe(429)
  const seconds = Number(response.headers.get("Retry-After"))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(3_600)
}
