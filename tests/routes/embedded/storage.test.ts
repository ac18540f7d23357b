import { request } from "node:http"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type EmbeddedBackend, startEmbeddedBackend } from "../../support/backend/embedded-backend.ts"

const MIB = 1_024 * 1_024
const PNG = { contentType: "image/png" }
const STATELESS = { auth: { persistSession: false, autoRefreshToken: false } }

let backend: EmbeddedBackend
let client: SupabaseClient
let user = ""
let token = ""

beforeAll(async () => {
  backend = await startEmbeddedBackend()
  client = createClient(backend.url, backend.publishableKey, STATELESS)
  const { data } = await client.auth.signUp({ email: "a@example.com", password: "password1" })
  user = data.user?.id ?? ""
  token = data.session?.access_token ?? ""
})

afterAll(() => backend?.stop())

test("an avatar is uploaded, replaced, served publicly with its declared type, and removed", async () => {
  const path = `avatars/${user}-1.png`
  const avatars = client.storage.from("avatars")
  expect((await avatars.upload(path, Buffer.from("one"), PNG)).error).toBeNull()
  expect((await avatars.upload(path, Buffer.from("two"), { ...PNG, upsert: true })).error).toBeNull()

  const served = await fetch(avatars.getPublicUrl(path).data.publicUrl)
  expect(await served.text()).toBe("two")
  expect(served.headers.get("content-type")).toBe("image/png")
  expect(served.headers.get("x-content-type-options")).toBe("nosniff")

  expect((await avatars.remove([path])).data).toHaveLength(1)
  expect((await fetch(avatars.getPublicUrl(path).data.publicUrl)).ok).toBe(false)
})

test("a reference text is uploaded beside it, for its owner alone", async () => {
  const references = client.storage.from("novel_references")
  const path = `reference_texts/${user}-1.txt`
  expect((await references.upload(path, Buffer.from("文"), { contentType: "text/plain" })).error).toBeNull()
  expect(await (await references.download(path)).data?.text()).toBe("文")
  expect((await fetch(references.getPublicUrl(path).data.publicUrl)).ok).toBe(false)
})

test.each([
  ["another user's name", () => `avatars/${crypto.randomUUID()}-1.png`],
  ["no folder", () => `${user}-1.png`],
  ["a name that only contains the user", () => `avatars/x${user}-1.png`],
  ["a folder below", () => `avatars/${user}-1/x.png`],
  ["a path out of the folder", () => `avatars/../${user}-1.png`],
  ["another kind of file", () => `avatars/${user}-1.html`],
])("%s is refused", async (_, path) => {
  expect((await client.storage.from("avatars").upload(path(), Buffer.from("x"), PNG)).error).not.toBeNull()
})

test("nobody replaces, moves, copies, lists, signs or removes another account's files", async () => {
  const other = createClient(backend.url, backend.publishableKey, STATELESS)
  const { data } = await other.auth.signUp({ email: "b@example.com", password: "password1" })
  const own = `avatars/${data.user?.id}-1.png`
  const path = `avatars/${user}-7.png`
  const ours = client.storage.from("avatars")
  await ours.upload(path, Buffer.from("ours"), PNG)

  for (const stranger of [other, createClient(backend.url, backend.publishableKey, STATELESS)]) {
    const theirs = stranger.storage.from("avatars")
    const upsert = { ...PNG, upsert: true }
    expect((await theirs.upload(path, Buffer.from("theirs"), upsert)).error).not.toBeNull()
    expect((await theirs.update(path, Buffer.from("theirs"), PNG)).error).not.toBeNull()
    expect((await theirs.move(path, own)).error).not.toBeNull()
    expect((await theirs.copy(path, own)).error).not.toBeNull()
    expect((await theirs.createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await theirs.remove([path])).data ?? []).toEqual([])
    const listed = (await theirs.list("avatars")).data ?? []
    expect(listed.filter(({ name }) => name.includes(user))).toEqual([])
  }
  expect(await (await fetch(ours.getPublicUrl(path).data.publicUrl)).text()).toBe("ours")
  expect((await client.storage.from("avatars").move(path, own)).error).not.toBeNull()
})

test("nobody creates, opens, empties or deletes a bucket", async () => {
  for (const { error } of [
    await client.storage.createBucket("mine", { public: true }),
    await client.storage.updateBucket("avatars", {
      public: true,
      allowedMimeTypes: null,
      fileSizeLimit: null,
    }),
    await client.storage.emptyBucket("avatars"),
    await client.storage.deleteBucket("avatars"),
  ]) {
    expect(error).not.toBeNull()
  }
})

test("a visitor without an account uploads nothing", async () => {
  const visitor = createClient(backend.url, backend.publishableKey, STATELESS)
  const { error } = await visitor.storage
    .from("avatars")
    .upload(`avatars/${user}-9.png`, Buffer.from("x"), PNG)
  expect(error).not.toBeNull()
})

test("a type that the bucket does not accept is refused", async () => {
  const options = { contentType: "text/html" }
  const { error } = await client.storage
    .from("avatars")
    .upload(`avatars/${user}-2.png`, Buffer.from("x"), options)
  expect(error?.message).toMatch(/mime type/)
})

test.each([
  ["POST", 2 * MIB + 1],
  ["PUT", 4 * MIB],
  ["POST", 30 * MIB],
])("%s of %i bytes without a declared size is refused, and nothing is stored", async (method, size) => {
  const path = `avatars/${user}-${size}.png`
  expect(await uploadInChunks(method, path, size)).toBeGreaterThanOrEqual(400)
  expect((await fetch(client.storage.from("avatars").getPublicUrl(path).data.publicUrl)).ok).toBe(false)
})

test("the largest avatar is accepted, also without a declared size", async () => {
  expect(await uploadInChunks("POST", `avatars/${user}-3.png`, 2 * MIB)).toBe(200)
})

/** Sends with chunked encoding, so no Content-Length tells the size beforehand. */
function uploadInChunks(method: string, path: string, size: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${backend.url}/storage/v1/object/avatars/${path}`,
      {
        method,
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": "image/png",
        },
      },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on("error", reject)
    for (let left = size; left > 0; left -= MIB) sent.write(Buffer.alloc(Math.min(left, MIB)))
    sent.end()
  })
}
