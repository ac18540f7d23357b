import { describe, expect, test, vi } from "vitest"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"
import { GIF_END, GIF_START, gifImage } from "../unit/images/image-builders.ts"

// Before the app is loaded: it reads its environment once.
vi.hoisted(() => {
  process.env.RATE_LIMITS = [
    "sign-in.device=2/1h sign-in.email-at-address=2/1h sign-in.email=4/1h sign-in.address=3/1h",
    "sign-up.email=2/1h sign-up.address=2/1h",
    "password-reset.email=1/1h",
    "avatar-upload.account=1/1h",
    "reference-upload.account=1/1h",
    "novel-save.account=2/1h novel-change.account=2/1h novel-search.account=2/1h profile-save.account=1/1h",
    "report.visitor=2/1h report.account=3/1h report.address=4/1h",
    "generation.visitor=2/1h generation.account=3/1h generation.address=4/1h",
  ].join(" ")
})

const WIRE = { prompt: "雨夜的灯塔守护人", erotic_level: "1", length: "1", reference_text: "" }
const PICTURE = Buffer.concat([GIF_START, gifImage(Buffer.from("picture")), GIF_END])

let addresses = 0

// Each has visitors and addresses of its own, and a refused sign-in takes its whole second: they wait together.
describe.concurrent("signing in", () => {
  test("too many wrong passwords from one place: the wait is told, the address is kept", async () => {
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

  test("what a client says about its own address changes nothing", async () => {
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

  test("a stranger who guesses locks himself out, and nobody else", async () => {
    const email = await newAccount()
    const stranger = new AppVisitor(newAddress())
    for (let attempt = 0; attempt < 6; attempt++) await signIn(stranger, email)
    expectRefusal(await signIn(stranger, email, PASSWORD))
    expect((await signIn(new AppVisitor(newAddress()), email, PASSWORD)).status).toBe(303)
  })

  test("right passwords are not counted, however many", async () => {
    const email = await newAccount()
    const address = newAddress()
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await signIn(new AppVisitor(address), email, PASSWORD)).status).toBe(303)
    }
    expect((await signIn(new AppVisitor(address), email)).status).toBe(401)
  })

  test("one's own account does not pay for guesses at others", async () => {
    const own = await newAccount()
    const address = newAddress()
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await signIn(new AppVisitor(address), newEmail())).status)
      if (attempt < 2) await signIn(new AppVisitor(address), own, PASSWORD)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  test("many at once are as many as one after the other", async () => {
    const email = newEmail()
    const visitor = new AppVisitor(newAddress())
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(visitor, email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 429, 429, 429, 429, 429, 429])
  })

  test("from many places at once, an account's own number holds", async () => {
    const email = newEmail()
    const statuses = []
    for (let attempt = 0; attempt < 5; attempt++) {
      statuses.push((await signIn(new AppVisitor(newAddress()), email)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429])
  })
})

test.concurrent("signing up is counted per network address, and keeps what was typed", async () => {
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

test.concurrent("registering again with guessed passwords is guessing, and counted so", async () => {
  const email = await newAccount()
  const stranger = new AppVisitor(newAddress())
  for (let attempt = 0; attempt < 2; attempt++) await signIn(stranger, email)
  expectRefusal(await signUp(stranger, email, "another password"))
})

test.concurrent("links to set a password are mailed so often to one address, known or not", async () => {
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

test("pictures are counted per account, and the name is kept", async () => {
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

test("reference texts are kept so often for one account, and what is asked for is written all the same", async () => {
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

test("saving is counted before it is looked at, whatever comes of that", async () => {
  const visitor = new AppVisitor()
  await signUp(visitor, newEmail())
  const fields = { title: "其一", content: "十五岁的女孩和老师发生了关系。" }
  const statuses = []
  for (let attempt = 0; attempt < 3; attempt++) {
    statuses.push((await visitor.post("/save", formOf({ ...fields, key: crypto.randomUUID() }))).status)
  }
  expect(statuses).toEqual([422, 422, 429])
})

test("saving is counted per account, and the title and the switch are kept", async () => {
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

test("changing a novel is counted per account; closing and deleting it never are, and what was typed is kept", async () => {
  const visitor = new AppVisitor()
  await signUp(visitor, newEmail())
  const form = { title: "一篇", content: "正文", is_public: "on", key: "k" }
  const saved = await (await visitor.post("/save", formOf(form))).text()
  const path = `/novels/${/\/shared\/([0-9a-f-]{36})/.exec(saved)?.[1]}`
  const change = (intent: string, text = "") => visitor.post(path, formOf({ intent, text }))
  expect((await change("rename", "新的一篇")).status).toBe(303)
  expect((await change("edit", "新的正文")).status).toBe(303)
  expect((await change("unpublish")).status).toBe(303)
  for (const [intent, written] of [
    ["rename", "又一个标题"],
    ["edit", "又一段正文"],
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

test("searching is counted per account; looking through the shelf is not", async () => {
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

test("saving one's profile is counted per account, and the name is kept", async () => {
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
  test("is not locked out by strangers where the account was entered before", async () => {
    const email = newEmail()
    const own = new AppVisitor(newAddress())
    await signUp(own, email)
    await own.post("/logout", formOf({}))
    for (let guess = 0; guess < 6; guess++) await signIn(new AppVisitor(newAddress()), email)
    expectRefusal(await signIn(new AppVisitor(newAddress()), email, PASSWORD))
    expect((await signIn(own, email, PASSWORD)).status).toBe(303)
  })

  test("has attempts of his own there, as many as anyone, and for this account alone", async () => {
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

  test("gets a mail there, however many strangers asked for one, and others hear of the newest", async () => {
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

  test("is counted per visitor, and the form is kept", async () => {
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

  test("is counted per account and per network address", async () => {
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

describe("starting a generation", () => {
  test("is counted per visitor; the form is kept, and pressing twice is once", async () => {
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

  test("is refused at the other door too, in its own words", async () => {
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

  test("is counted before it is looked at, whatever comes of that", async () => {
    const visitor = new AppVisitor()
    await visitor.fetch("/")
    const banned = { ...WIRE, prompt: "十五岁的女孩和老师发生了关系。" }
    const statuses = []
    for (let attempt = 0; attempt < 3; attempt++) {
      statuses.push((await visitor.post("/", formOf({ ...banned, key: crypto.randomUUID() }))).status)
    }
    expect(statuses).toEqual([422, 422, 429])
  })

  test("is counted per account, on whatever device", async () => {
    const email = newEmail()
    const [laptop, phone] = [new AppVisitor(), new AppVisitor()]
    await signUp(laptop, email)
    await signIn(phone, email, PASSWORD)
    const statuses = []
    for (const device of [laptop, laptop, phone, phone]) statuses.push((await generate(device)).status)
    expect(statuses).toEqual([303, 303, 303, 429])
  })

  test("is counted per network address, where it is known", async () => {
    const address = newAddress()
    const statuses = []
    for (let attempt = 0; attempt < 5; attempt++)
      statuses.push((await generate(new AppVisitor(address))).status)
    expect(statuses).toEqual([303, 303, 303, 303, 429])
    expect((await generate(new AppVisitor())).status).toBe(303)
  })

  test("is counted per /48 of version 6 too, as two addresses", async () => {
    const site = `2001:db8:${process.pid % 10_000}`
    const statuses = []
    for (let network = 1; network <= 20; network++)
      statuses.push((await generate(new AppVisitor(`${site}:${network}::1`))).status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(8)
    expect(statuses.filter((status) => status === 429)).toHaveLength(12)
  })
})

/** Far enough from every other, also in version 6. */
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
