import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { format } from "node:util"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { AppVisitor, formOf, routePaths } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const SERVER_ONLY = ["SUPABASE_SECRET_KEY", "SESSION_SECRET"]
/** Only its author may ever read this. */
const PRIVATE = "私藏的一页"

const ming = { visitor: new AppVisitor(), email: newEmail() }
const hong = { visitor: new AppVisitor(), email: newEmail() }
const nobody = { visitor: new AppVisitor(), email: "" }

let logged = ""
let addresses: string[] = []

beforeAll(async () => {
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => {
      logged += `${format(...parts)}\n`
    })
  }
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    logged += String(line)
    return true
  })
  for (const { visitor, email } of [ming, hong]) {
    await visitor.post("/login", formOf({ email, password: PASSWORD, intent: "register" }))
  }
  const secret = await saveNovel({ title: PRIVATE, content: PRIVATE })
  const open = await saveNovel({ title: "公开的一页", content: "谁都可以读。", is_public: "on" })
  const asked = await ming.visitor.postJson("/generate-novel", {
    prompt: `${PRIVATE}：灯塔`,
    erotic_level: 1,
    length: 1,
    reference_text: "",
  })
  const { id: generation } = await asked.json()
  await ming.visitor.post(`/novels/${secret}/edit`, formOf({ intent: "save", text: `${PRIVATE}，改过。` }))
  const history = await (await ming.visitor.fetch(`/novels/${secret}`)).text()
  const [, version = ""] = /\/versions\/([0-9a-f-]{36})/.exec(history) ?? []
  expect(version).not.toBe("")
  addresses = routePaths().flatMap((path) =>
    addressesOf(path.replace(":version", version), { novels: [secret, open], generation }),
  )
})

afterAll(() => vi.restoreAllMocks())

test("fetches every page", () => {
  expect(addresses.length).toBeGreaterThan(routePaths().length)
  expect(addresses.filter((address) => /[:*]/.test(address))).toEqual([])
})

test("the author sees all of it, which proves that the others could if the app let them", async () => {
  const seen = await everythingSeenBy(ming.visitor)
  expect(seen).toContain(ming.email)
  expect(seen).toContain(PRIVATE)
  expect(seen).toContain("谁都可以读。")
  expectNoSecretIn(seen)
})

test.each([
  ["another account", hong],
  ["nobody", nobody],
])(
  "%s finds no key and no other visitor's address or text in any byte of any page",
  async (_, { visitor, email }) => {
    const seen = await everythingSeenBy(visitor)
    expect(seen).toContain("谁都可以读。")
    if (email) expect(seen).toContain(email)
    expectNoSecretIn(seen)
    expect(seen).not.toContain(ming.email)
    expect(seen).not.toContain(PRIVATE)
  },
)

test("none of it is printed, whatever fails", async () => {
  const { email } = ming
  const stranger = new AppVisitor()
  await stranger.post("/login", formOf({ email, password: `${PASSWORD} not` }))
  await stranger.post("/login", formOf({ email, password: `${PASSWORD} not`, intent: "register" }))
  await stranger.post("/forgot-password", formOf({ email }))
  await stranger.post(`/auth/confirm?type=signup&token_hash=${PRIVATE}`, formOf({}))
  await ming.visitor.post("/profile", formOf({ username: PRIVATE.repeat(20), intent: "save" }))
  await ming.visitor.post("/save", formOf({ title: PRIVATE.repeat(50), content: PRIVATE }))
  for (const text of [email, hong.email, PASSWORD, PRIVATE]) expect(logged).not.toContain(text)
  expectNoSecretIn(logged)
})

test("what browsers download contains no key, not even its name", () => {
  const folder = join(import.meta.dirname, "../../build/client")
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  expect(files.some(({ name }) => name.endsWith(".js"))).toBe(true)
  for (const { parentPath, name } of files) {
    const content = readFileSync(join(parentPath, name), "latin1")
    for (const variable of SERVER_ONLY) expect(content, name).not.toContain(variable)
    expectNoSecretIn(content)
  }
})

function expectNoSecretIn(text: string): void {
  for (const variable of SERVER_ONLY) {
    const secret = process.env[variable] ?? ""
    expect(secret).not.toBe("")
    expect(text.includes(secret), variable).toBe(false)
  }
}

/** Bodies and headers of every page, as HTML and as script's data requests. */
async function everythingSeenBy(visitor: AppVisitor): Promise<string> {
  const answers: string[] = []
  for (const address of addresses) {
    const [path = "", search] = address.split("?")
    const query = search ? `?${search}` : ""
    for (const asked of [address, `${path === "/" ? "/_" : path}.data${query}`]) {
      const answer = await visitor.fetch(asked)
      answers.push(asked, format(answer.headers), await answer.text())
    }
  }
  return answers.join("\n")
}

function addressesOf(
  path: string,
  { novels, generation }: { novels: string[]; generation: string },
): string[] {
  if (path === "/") return ["/", `/?generation=${generation}`]
  if (path === "*") return ["/nowhere"]
  if (path === "save") return ["/save", `/save?generation=${generation}`]
  if (path === "auth/confirm") return ["/auth/confirm", "/auth/confirm?type=signup&token_hash=x"]
  if (path.startsWith("generations/")) return [`/${path.replace(":id", generation)}`]
  if (path.startsWith("avatars/")) return [`/avatars/${novels[0]}-1.png`]
  if (path.includes(":id")) return novels.map((id) => `/${path.replace(":id", id)}`)
  return [`/${path}`, `/${path}?q=x`]
}

async function saveNovel(fields: Record<string, string>): Promise<string> {
  const key = crypto.randomUUID()
  await ming.visitor.post("/save", formOf({ content_level: "1", key, ...fields }))
  const shelf = await (await ming.visitor.fetch("/my-novels")).text()
  const [, id = ""] = /href="\/novels\/([0-9a-f-]{36})"/.exec(shelf) ?? []
  return id
}
