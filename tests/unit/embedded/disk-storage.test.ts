import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { DiskStorage } from "../../../supabase/local/disk-storage.ts"

let root = ""
let storage: DiskStorage

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "luobi-storage-"))
  storage = new DiskStorage(join(root, "storage"))
})

afterEach(() => rmSync(root, { recursive: true }))

test("returns an object with its bytes and the type it was stored with, whatever its name says", async () => {
  await storage.uploadObject(
    "avatars",
    "avatars/a.html",
    undefined,
    Buffer.from("bytes"),
    "image/png",
    "no-cache",
  )
  const { body, metadata } = await storage.getObject("avatars", "avatars/a.html")
  expect(body.toString()).toBe("bytes")
  expect(metadata).toMatchObject({ mimetype: "image/png", size: 5, cacheControl: "no-cache" })
})

test.each(["../x", "a/../../x", "/etc/x", "a\0b", "", ".", "a.png.~metadata.json"])(
  "refuses the key %j",
  async (key) => {
    const upload = storage.uploadObject("avatars", key, undefined, Buffer.from("x"), "image/png", "no-cache")
    await expect(upload).rejects.toThrow("refused object key")
    expect(readdirSync(root)).toEqual([])
  },
)

test.each(["..", ".", "a/../.."])("refuses the bucket %j", async (bucket) => {
  const upload = storage.uploadObject(bucket, "x", undefined, Buffer.from("x"), "image/png", "no-cache")
  await expect(upload).rejects.toThrow("refused object key")
})
