import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, test } from "vitest"
import { avatarFile } from "#app/domain/profile.ts"
import { signUp } from "#app/server/account/account.server.ts"
import { binNovels } from "#app/server/novels/bin.server.ts"
import { editNovel, publishNovel, renameNovel } from "#app/server/novels/change-novel.server.ts"
import { findNovelLabel, findOwnNovel, findSharedNovel } from "#app/server/novels/find-novel.server.ts"
import { growNovel } from "#app/server/novels/grow-novel.server.ts"
import { listOwnNovels } from "#app/server/novels/list-novels.server.ts"
import { contentHash } from "#app/server/novels/novel-mark.server.ts"
import { findNovelWith, saveNovel } from "#app/server/novels/save-novel.server.ts"
import { uploadAvatar } from "#app/server/profile/avatar.server.ts"
import { findAvatarFile } from "#app/server/profile/avatar-file.server.ts"
import { getProfile, saveProfile } from "#app/server/profile/profile.server.ts"
import {
  findAccount,
  serverSupabaseOf,
  supabaseOf,
  visitorSupabaseOf,
} from "#app/server/visitor/session.server.ts"
import { PICTURE } from "../support/pictures.ts"
import { newEmail, ORIGIN, PASSWORD, SessionVisitor } from "../support/session-visitor.ts"

const DRAFT = {
  title: "我的",
  content: "正文",
  sections: [],
  isPublic: false,
  contentLevel: 1 as const,
  key: "k",
}

const FIRST_PAGE = {
  p_words: [] as string[],
  p_sort: "newest",
  p_page: 1,
  p_page_size: 12,
  p_preview_chars: 151,
}

let ming: Attacked
let hong: Attacked
let secret = ""
let open = ""

interface Attacked {
  visitor: SessionVisitor
  id: string
  email: string
}

beforeAll(async () => {
  ming = await newAccount()
  hong = await newAccount()
  secret = await novelOf(ming, { key: "secret" })
  open = await novelOf(ming, { key: "open", isPublic: true })
})

describe("another's novel", () => {
  test("is not found, changed, opened, closed or deleted by its id", async () => {
    const { visitor } = hong
    const missing = { ok: false, failure: "not-found" }
    for (const id of [secret, open]) {
      expect(await visitor.visit((context) => findOwnNovel(context, id))).toEqual(missing)
      expect(await visitor.visit((context) => publishNovel(context, id, true))).toEqual(missing)
      expect(await visitor.visit((context) => publishNovel(context, id, false))).toEqual(missing)
      expect(await visitor.visit((context) => renameNovel(context, id, "她的"))).toEqual(missing)
      expect(await visitor.visit((context) => editNovel(context, id, "她的"))).toEqual(missing)
      expect(await visitor.visit((context) => binNovels(context, [id]))).toEqual(missing)
      const grown = { title: "她的", content: "她的", sections: [], isPublic: null, contentLevel: 1 as const }
      const over = [contentHash("正文")]
      expect(await visitor.visit((context) => growNovel(context, id, { ...grown, over }))).toEqual(missing)
      expect(await visitor.visit((context) => findNovelLabel(context, id))).toEqual(missing)
      expect(await visitor.visit((context) => findNovelWith(context, "正文"))).toBeNull()
    }
    expect(await visitor.visit((context) => findSharedNovel(context, secret))).toEqual(missing)
    expect((await visitor.visit((context) => findSharedNovel(context, open))).ok).toBe(true)
    expect(await ming.visitor.visit((context) => findOwnNovel(context, secret))).toMatchObject({
      value: { title: "我的", content: "正文", isPublic: false },
    })
  })

  test("is not named by a row that an account can read or write", async () => {
    const answers = await hong.visitor.visit(async (context) =>
      [supabaseOf(context), visitorSupabaseOf(context)].map((supabase) => {
        const generations = supabase?.from("generations")
        const saved = { saved_as: secret, saved_hash: contentHash("正文") }
        return [
          generations?.select("saved_as").not("saved_as", "is", null),
          generations?.update(saved).neq("id", "").select("id"),
        ]
      }),
    )
    for (const answer of await Promise.all(answers.flat())) expect(answer?.data ?? []).toEqual([])
  })

  test("edit of a generation is not read, changed, deleted or taken over past the server", async () => {
    const id = randomUUID().replaceAll("-", "").slice(0, 22)
    const row = {
      generation_id: id,
      title: "",
      content: "正在改",
      base: "0".repeat(32),
      editor: randomUUID(),
    }
    const made = await ming.visitor.visit(async (context) => {
      const generation = {
        p_id: id,
        p_owner: id,
        p_key: id,
        p_request: {},
        p_worker: "w",
        p_lease_seconds: 60,
      }
      await serverSupabaseOf(context)?.rpc("create_generation", generation).throwOnError()
      return supabaseOf(context)
        ?.from("novel_drafts")
        .insert({ ...row, user_id: ming.id })
    })
    expect(made?.error).toBeNull()
    const answers = await hong.visitor.visit(async (context) => {
      const clients = [supabaseOf(context), visitorSupabaseOf(context)]
      const drafts = () => clients.flatMap((client) => client?.from("novel_drafts") ?? [])
      return Promise.all([
        ...drafts().map((table) => table.select("content").eq("generation_id", id)),
        ...drafts().map((table) =>
          table.update({ content: "她的" }).eq("generation_id", id).select("content"),
        ),
        ...drafts().map((table) => table.delete().eq("generation_id", id).select("content")),
        ...drafts().map((table) => table.insert({ ...row, user_id: ming.id }).select("content")),
      ])
    })
    expect(answers).toHaveLength(8)
    for (const answer of answers) expect(answer.data ?? []).toEqual([])
    const kept = await ming.visitor.visit(async (context) =>
      supabaseOf(context)?.from("novel_drafts").select("content").eq("generation_id", id),
    )
    expect(kept?.data).toEqual([{ content: "正在改" }])
  })

  test("is on nobody else's shelf and not counted there", async () => {
    const shelf = await hong.visitor.visit((context) => listOwnNovels(context, { page: 1, query: "" }))
    expect(shelf).toMatchObject({ value: { novels: [], total: 0 } })
  })

  test("the shelf's function answers to its own account only, and to no visitor", async () => {
    const asked = await hong.visitor.visit(async (context) =>
      supabaseOf(context)?.rpc("list_own_novels", FIRST_PAGE),
    )
    expect(asked).toMatchObject({ data: [{ id: null, total: 0, binned: 0 }], error: null })
    const refused = await hong.visitor.visit(async (context) =>
      visitorSupabaseOf(context)?.rpc("list_own_novels", FIRST_PAGE),
    )
    expect(refused?.error?.code).toBe("42501")
  })

  test.each([
    { p_page: 0 },
    { p_page_size: 100_000 },
    { p_preview_chars: 1_020_000 },
    { p_words: Array.from({ length: 21 }, () => "a") },
    { p_words: ["a".repeat(201)] },
    { p_words: null },
    { p_sort: "title; drop table" },
  ])("the shelf's function has bounds (%j)", async (bad) => {
    const parameters = { ...FIRST_PAGE, ...bad }
    const refused = await hong.visitor.visit(async (context) =>
      supabaseOf(context)?.rpc("list_own_novels", parameters as typeof FIRST_PAGE),
    )
    expect(refused?.error?.code).toBe("PT400")
  })

  test("the key of another account's form opens nothing", async () => {
    const mine = await novelOf(hong, { key: "secret" })
    expect(mine).not.toBe(secret)
  })
})

describe("a form cannot say", () => {
  test("whose a novel is, when it was created or which id it has", async () => {
    const forged = {
      ...DRAFT,
      key: "forged",
      id: secret,
      user_id: ming.id,
      userId: ming.id,
      created_at: "2000-01-01T00:00:00Z",
      createdAt: "2000-01-01T00:00:00Z",
    }
    const saved = await hong.visitor.visit((context) => saveNovel(context, forged))
    if (!saved.ok) throw new Error(saved.failure)
    expect(saved.value.id).not.toBe(secret)
    expect(Date.now() - Date.parse(saved.value.createdAt)).toBeLessThan(60_000)
    const row = await hong.visitor.visit(async (context) =>
      supabaseOf(context)?.from("novels").select("user_id").eq("id", saved.value.id).single(),
    )
    expect(row?.data?.user_id).toBe(hong.id)
  })

  test("whose profile it is", async () => {
    const forged = { username: "假", avatarUrl: null, id: ming.id }
    await hong.visitor.visit((context) => saveProfile(context, forged))
    expect(await ming.visitor.visit(getProfile)).toMatchObject({ value: { username: null, avatarUrl: null } })
    expect(await hong.visitor.visit(getProfile)).toMatchObject({ value: { username: "假", avatarUrl: null } })
  })
})

describe("avatars", () => {
  let picture = ""

  beforeAll(async () => {
    const uploaded = await ming.visitor.visit((context) =>
      uploadAvatar(context, new File([PICTURE], "a.gif")),
    )
    if (!uploaded.ok) throw new Error(uploaded.failure)
    picture = uploaded.value.avatarUrl
    await ming.visitor.visit((context) => saveProfile(context, { username: null, avatarUrl: picture }))
  })

  test.each<[string, (url: string) => string]>([
    ["another's picture", (url) => url],
    ["a picture elsewhere", () => "https://tracker.example/pixel.gif"],
    ["a script", () => "javascript:alert(1)"],
    ["data", () => "data:image/svg+xml,<svg onload=alert(1)>"],
    ["another bucket", (url) => url.replace("public/avatars", "public/novel_references")],
    ["a path out of the folder", (url) => url.replace("avatars/avatars/", "avatars/avatars/../")],
    ["an encoded path out", (url) => url.replace("avatars/avatars/", "avatars/avatars/%2e%2e%2f")],
    ["a query after it", (url) => `${url}?x=.gif`],
    ["another ending", (url) => url.replace(".webp", ".svg")],
    ["no address", () => "x"],
  ])("%s does not become the visitor's own", async (_, forge) => {
    for (const url of [forge(picture), forge(picture).replaceAll(ming.id, hong.id)]) {
      // The account's own file at its own path is allowed, whatever host the address names.
      if (avatarFile(url)?.startsWith(hong.id)) continue
      const saved = await hong.visitor.visit((context) =>
        saveProfile(context, { username: null, avatarUrl: url }),
      )
      expect(saved).toEqual({ ok: false, failure: "image-unsupported" })
    }
    expect(await hong.visitor.visit(getProfile)).toMatchObject({ value: { avatarUrl: null } })
  })

  test("cleaning up one account's files leaves the others alone", async () => {
    await hong.visitor.visit((context) => saveProfile(context, { username: null, avatarUrl: null }))
    expect(await findAvatarFile(avatarFile(picture) ?? "")).not.toBeNull()
  })

  test.each([
    "",
    ".",
    "..",
    "../../../etc/passwd",
    "..%2f..%2fx.png",
    "x.png",
    "3f0a4a4e-8d5f-4b57-9d0c-0a5a2f6f5b11-1.svg",
    "3f0a4a4e-8d5f-4b57-9d0c-0a5a2f6f5b11-1.png?x=1",
    "3f0a4a4e-8d5f-4b57-9d0c-0a5a2f6f5b11-1.png/../x",
    "3f0a4a4e-8d5f-4b57-9d0c-0a5a2f6f5b11-1.png\n",
    "https://elsewhere.example/x.png",
  ])("%j is not an avatar's name", async (name) => {
    expect(await findAvatarFile(name)).toBeNull()
  })
})

test("no mail address appears outside its own account", async () => {
  const seen = await hong.visitor.visit(async (context) => {
    const supabase = supabaseOf(context)
    return [
      await findSharedNovel(context, open),
      await listOwnNovels(context, { page: 1, query: "" }),
      await getProfile(context),
      (await supabase?.from("profiles").select())?.data,
      (await supabase?.from("novels").select("*, profiles(*)"))?.data,
    ]
  })
  expect(JSON.stringify(seen)).toContain("正文")
  expect(JSON.stringify(seen)).not.toContain(ming.email)
  expect(JSON.stringify(seen)).not.toContain("@")
})

async function newAccount(): Promise<Attacked> {
  const visitor = new SessionVisitor()
  const email = newEmail()
  await visitor.visit((context) => signUp(context, { email, password: PASSWORD }, ORIGIN))
  return { visitor, email, id: (await visitor.visit(findAccount))?.id ?? "" }
}

async function novelOf({ visitor }: Attacked, fields: { key: string; isPublic?: boolean }): Promise<string> {
  const saved = await visitor.visit((context) => saveNovel(context, { ...DRAFT, ...fields }))
  if (!saved.ok) throw new Error(saved.failure)
  return saved.value.id
}
