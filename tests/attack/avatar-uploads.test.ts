import { Readable } from "node:stream"
import { beforeAll, expect, test } from "vitest"
import { AVATAR_MAX_BYTES } from "#app/domain/profile.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { gifPromising, PICTURE, pngPromising } from "../support/pictures.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const SCRIPT = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"
const MIB = 1_024 * 1_024

let account: AppVisitor

beforeAll(async () => {
  account = new AppVisitor()
  await account.post("/login", formOf({ email: newEmail(), password: PASSWORD, intent: "register" }))
})

test.each([
  ["svg", "a.svg", "image/svg+xml", SCRIPT],
  ["svg called png", "a.png", "image/png", SCRIPT],
  ["svg behind a declaration", "a.png", "image/png", `<?xml version="1.0"?>\n${SCRIPT}`],
  ["html", "a.html", "text/html", "<!doctype html><script>alert(1)</script>"],
  ["html called gif", "a.gif", "image/gif", "GIF89a<script>alert(1)</script>"],
  ["a path out of the folder for a name", "../../a.png", "image/png", "x"],
  ["nothing", "a.png", "image/png", ""],
])("%s is not a picture", async (_, name, type, content) => {
  const answer = await upload(new File([content], name, { type }))
  expect(answer.status).toBe(415)
  const page = await pageOf(answer)
  expect(page).toContain("图片")
  expect(page).not.toContain("/avatars/")
})

test("bytes after the end of a picture are not kept", async () => {
  const answer = await upload(new File([PICTURE, SCRIPT], "a.svg", { type: "image/svg+xml" }))
  expect(answer.status).toBe(200)
  const [address = ""] = /\/avatars\/[\w-]+\.webp/.exec(await pageOf(answer)) ?? []
  const served = await new AppVisitor().fetch(address)
  expect(served.headers.get("Content-Type")).toBe("image/webp")
  expect(served.headers.get("X-Content-Type-Options")).toBe("nosniff")
  expect(Buffer.from(await served.arrayBuffer()).includes("alert")).toBe(false)
})

test.each([
  ["a PNG that states 30,000 by 30,000 pixels", "a.png", "image/png", pngPromising(30_000, 30_000)],
  ["a GIF whose frame is 65,535 wide", "a.gif", "image/gif", gifPromising(65_535, 4)],
])("%s is refused for its size", async (_, name, type, content) => {
  const answer = await upload(new File([content], name, { type }))
  expect(answer.status).toBe(413)
  expect(await pageOf(answer)).toContain("这张图片的尺寸太大了")
})

test.each([AVATAR_MAX_BYTES + 1, 12 * MIB, 60 * MIB])(
  "%i bytes without a declared length are refused",
  async (size) => {
    let left = size
    const head =
      '--b\r\nContent-Disposition: form-data; name="intent"\r\n\r\navatar\r\n--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.gif"\r\nContent-Type: image/gif\r\n\r\n'
    const pieces = (function* () {
      yield Buffer.concat([Buffer.from(head), PICTURE])
      for (; left > 0; left -= MIB) yield Buffer.alloc(Math.min(left, MIB))
      yield Buffer.from("\r\n--b--\r\n")
    })()
    const answer = await account.fetch("/profile", {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=b" },
      body: Readable.toWeb(Readable.from(pieces)) as BodyInit,
      duplex: "half",
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(await pageOf(answer)).toContain("2MB")
  },
)

function upload(file: File): Promise<Response> {
  return account.post("/profile", formOf({ intent: "avatar", username: "", avatar: file }))
}
