import { beforeAll, describe, expect, test } from "vitest"
import { AVATAR_MAX_BYTES, avatarSrc } from "#app/domain/profile.ts"
import { signOut, signUp } from "#app/server/account/account.server.ts"
import { uploadAvatar } from "#app/server/profile/avatar.server.ts"
import { findAvatarFile } from "#app/server/profile/avatar-file.server.ts"
import { getProfile, saveProfile } from "#app/server/profile/profile.server.ts"
import { keepReference } from "#app/server/references/references.server.ts"
import { deleteExpiredReferences } from "#app/server/retention/expired-references.server.ts"
import { findAccount, supabaseOf } from "#app/server/visitor/session.server.ts"
import { drawPicture, PICTURE } from "../support/pictures.ts"
import { newEmail, ORIGIN, PASSWORD, SessionVisitor } from "../support/session-visitor.ts"

const PHOTOGRAPH = await drawPicture()
  .withExif({ IFD0: { Make: "Camera" } })
  .jpeg()
  .toBuffer()

const nobody = new SessionVisitor()
let ming: SessionVisitor
let id = ""

beforeAll(async () => {
  ming = new SessionVisitor()
  await ming.visit((context) => signUp(context, { email: newEmail(), password: PASSWORD }, ORIGIN))
  id = (await ming.visit(findAccount))?.id ?? ""
})

describe("a profile", () => {
  test("is empty at first, and a visitor without an account has none", async () => {
    expect(await ming.visit(getProfile)).toEqual({ ok: true, value: { username: null, avatarUrl: null } })
    expect(await nobody.visit(getProfile)).toEqual({ ok: false, failure: "login-required" })
  })

  test("keeps a name in the row and in the account's own metadata", async () => {
    const saved = await save({ username: " 小\u202e明\n的 笔 ", avatarUrl: null })
    expect(saved).toEqual({ ok: true, value: { username: "小 明 的 笔", avatarUrl: null } })
    expect(await ming.visit(getProfile)).toEqual(saved)
    expect(await metadata()).toMatchObject({ username: "小 明 的 笔" })
    expect((await ming.visit(findAccount))?.id).toBe(id)
  })

  test.each([null, "", " \u200b "])("treats a name of %j as no name", async (username) => {
    expect(await save({ username, avatarUrl: null })).toMatchObject({ value: { username: null } })
  })

  test("accepts a name of 30 characters", async () => {
    expect((await save({ username: "𠮷".repeat(30), avatarUrl: null })).ok).toBe(true)
    expect(await save({ username: "名".repeat(31), avatarUrl: null })).toEqual({
      ok: false,
      failure: "username-too-long",
    })
  })
})

describe("an avatar", () => {
  test("is stored without its metadata, shown once the profile is saved, and replaced by the next one", async () => {
    const first = await uploaded(PHOTOGRAPH)
    expect(first).toMatch(new RegExp(`/storage/v1/object/public/avatars/avatars/${id}-\\d+\\.webp$`))
    const picture = await stored(first)
    expect(picture?.type).toBe("image/webp")
    expect(picture?.bytes.includes("Camera")).toBe(false)
    expect(await ming.visit(getProfile)).toMatchObject({ value: { avatarUrl: null } })

    expect(await save({ username: "小明", avatarUrl: first })).toMatchObject({ value: { avatarUrl: first } })
    expect(await metadata()).toMatchObject({ username: "小明", avatar_url: first })

    const second = await uploaded(PICTURE)
    expect(await stored(first), "while the new one is not saved").not.toBeNull()
    await save({ username: "小明", avatarUrl: second })
    expect(await stored(first)).toBeNull()
    expect(await stored(second)).not.toBeNull()

    await save({ username: "小明", avatarUrl: null })
    expect(await stored(second)).toBeNull()
    expect(await ming.visit(getProfile)).toMatchObject({ value: { avatarUrl: null } })
  })

  test("that was never saved is deleted by the next upload", async () => {
    const forgotten = await uploaded(PICTURE)
    const next = await uploaded(PICTURE)
    expect(await stored(forgotten)).toBeNull()
    expect(await stored(next)).not.toBeNull()
  })

  test("keeps its address when the backend moves", async () => {
    const url = await uploaded(PICTURE)
    const elsewhere = url.replace(/^https?:\/\/[^/]+/, "http://127.0.0.1:1")
    expect(avatarSrc(elsewhere)).toBe(avatarSrc(url))
    expect(await save({ username: null, avatarUrl: elsewhere })).toMatchObject({ value: { avatarUrl: url } })
  })

  test("may have 2 MB", async () => {
    const comment = (size: number) => Buffer.concat([PICTURE, Buffer.alloc(size - PICTURE.length)])
    expect((await upload(comment(AVATAR_MAX_BYTES))).ok).toBe(true)
    expect(await upload(comment(AVATAR_MAX_BYTES + 1))).toEqual({ ok: false, failure: "file-too-large" })
  })

  test.each([
    ["nothing", ""],
    ["svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"],
    ["html", "<!doctype html><script>alert(1)</script>"],
    ["half a picture", PICTURE.subarray(0, PICTURE.length / 2).toString("latin1")],
  ])("that is %s is refused, whatever its name and type say", async (_, content) => {
    const file = new File([Buffer.from(content, "latin1")], "a.png", { type: "image/png" })
    expect(await ming.visit((context) => uploadAvatar(context, file))).toEqual({
      ok: false,
      failure: "image-unsupported",
    })
  })

  test("needs an account", async () => {
    const file = new File([PICTURE], "a.gif")
    expect(await nobody.visit((context) => uploadAvatar(context, file))).toEqual({
      ok: false,
      failure: "login-required",
    })
  })
})

test("saving the profile after the session ended elsewhere asks for a login", async () => {
  const visitor = new SessionVisitor()
  await visitor.visit((context) => signUp(context, { email: newEmail(), password: PASSWORD }, ORIGIN))
  const elsewhere = visitor.copy()
  const saved = await visitor.visit(async (context) => {
    await elsewhere.visit((own) => signOut(own))
    return saveProfile(context, { username: "小明", avatarUrl: null })
  })
  expect(saved).toEqual({ ok: false, failure: "login-required" })
})

test("a signed-in visitor's reference text is stored as UTF-8", async () => {
  await ming.visit((context) => keepReference(context, "参考\u{20bb7}"))
  const files = await ming.visit(async (context) =>
    supabaseOf(context)?.storage.from("novel_references").list("reference_texts"),
  )
  const [file] = files?.data ?? []
  const name = file?.name.split("/").at(-1)
  expect(name).toMatch(new RegExp(`^${id}-\\d+\\.txt$`))
  const text = await ming.visit(async (context) =>
    supabaseOf(context)?.storage.from("novel_references").download(`reference_texts/${name}`),
  )
  expect(await text?.data?.text()).toBe("参考\u{20bb7}")
})

test("a reference text has no public address, belongs to its owner alone, and stays for now", async () => {
  await ming.visit((context) => keepReference(context, "参考"))
  const asked = () =>
    ming.visit(async (context) => {
      const references = supabaseOf(context)?.storage.from("novel_references")
      const { data } = (await references?.list("reference_texts")) ?? {}
      return (data ?? []).map(({ name }) => {
        const path = `reference_texts/${name.split("/").at(-1)}`
        return { path, url: references?.getPublicUrl(path).data.publicUrl ?? "" }
      })
    })
  const files = await asked()
  expect(files.length).toBeGreaterThan(0)
  for (const { path, url } of files) {
    expect((await fetch(url)).ok).toBe(false)
    const stranger = await nobody.visit(async (context) =>
      supabaseOf(context)?.storage.from("novel_references").download(path),
    )
    expect(stranger?.data).toBeNull()
  }

  await deleteExpiredReferences()
  expect(await asked()).toEqual(files)
})

test("a reference text of a visitor without an account is not stored, and no notice appears", async () => {
  const kept = await nobody.visit((context) => keepReference(context, "参考"))
  expect(kept).toEqual({ ok: true, value: null })
})

function save(profile: { username: string | null; avatarUrl: string | null }) {
  return ming.visit((context) => saveProfile(context, profile))
}

function upload(bytes: Uint8Array) {
  return ming.visit((context) => uploadAvatar(context, new File([bytes as BlobPart], "x.txt")))
}

async function uploaded(bytes: Uint8Array): Promise<string> {
  const outcome = await upload(bytes)
  if (!outcome.ok) throw new Error(outcome.failure)
  return outcome.value.avatarUrl
}

/** Fetches the picture from the app's own address. */
async function stored(avatarUrl: string) {
  const file = await findAvatarFile(avatarSrc(avatarUrl)?.replace("/avatars/", "") ?? "")
  return file && { type: file.type, bytes: Buffer.from(await new Response(file.body).arrayBuffer()) }
}

async function metadata() {
  const answer = await ming.visit(async (context) => supabaseOf(context)?.auth.getUser())
  return answer?.data.user?.user_metadata
}
