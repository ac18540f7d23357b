import sharp from "sharp"
import { expect, test } from "vitest"
import { encodeAvatar } from "#app/server/images/encode-avatar.server.ts"
import { drawPicture, gifPromising, PICTURE, pngPromising } from "../../support/pictures.ts"

const GPS = "39/1 54/1 15/1"
const RIGHT_SIDE_UP_LEFT = 6

test.each(["png", "jpeg", "webp", "gif"] as const)("encodes a %s as WebP", async (format) => {
  const { format: kept, width, height } = await encoded(await drawPicture(60, 40).toFormat(format).toBuffer())
  expect({ kept, width, height }).toEqual({ kept: "webp", width: 60, height: 40 })
})

test("shrinks a large picture to fit, and never enlarges a small one", async () => {
  expect(await encoded(await drawPicture(2_000, 1_000).png().toBuffer())).toMatchObject({
    width: 512,
    height: 256,
  })
  expect(await encoded(await drawPicture(3, 2).png().toBuffer())).toMatchObject({ width: 3, height: 2 })
})

test("turns a photograph upright and removes where it was taken", async () => {
  const photograph = await drawPicture(60, 40)
    .withExif({ IFD0: { Make: "Camera" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: GPS } })
    .withMetadata({ orientation: RIGHT_SIDE_UP_LEFT })
    .jpeg()
    .toBuffer()
  expect((await sharp(photograph).metadata()).exif, "the photograph tells").toBeDefined()
  const { width, height, orientation, exif, xmp, icc } = await encoded(photograph)
  expect({ width, height, orientation, exif, xmp, icc }).toEqual({ width: 40, height: 60 })
})

test("keeps the first frame of an animation", async () => {
  const frames = await Promise.all(["#a3342c", "#2c34a3"].map(frameOf))
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(animation).metadata()).pages).toBe(2)
  const { pages, width, height } = await encoded(animation)
  expect({ pages, width, height }).toEqual({ width: 8, height: 8 })
})

test("keeps nothing that follows the end of a picture", async () => {
  const outcome = await encodeAvatar(Buffer.concat([PICTURE, Buffer.from("<script>alert(1)</script>")]))
  expect(outcome.ok && Buffer.from(outcome.value).includes("script")).toBe(false)
  expect(outcome.ok).toBe(true)
})

test.each([
  ["nothing", ""],
  ["SVG", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"],
  [
    "SVG that begins like a sound",
    "RIFF\0\0\0\0WAVE<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
  ],
  [
    "SVG behind the first bytes of a GIF",
    "GIF89a<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
  ],
  ["PDF", "%PDF-1.7\n"],
  ["a broken beginning of PNG", "\x89PNG\n"],
  ["a sound", "RIFF\0\0\0\0WAVE"],
  ["only the first bytes of a format", "GIF89a"],
  ["a script after the first bytes of a format", "GIF89a<script>alert(1)</script>"],
])("%s is not a picture", async (_, content) => {
  expect(await encodeAvatar(Buffer.from(content))).toMatchObject({ failure: "image-unsupported" })
})

test.each(["tiff", "avif"] as const)("refuses a %s, which libvips could decode", async (format) => {
  const picture = await drawPicture(60, 40).toFormat(format).toBuffer()
  expect(await encodeAvatar(picture)).toMatchObject({ failure: "image-unsupported" })
})

test("refuses half a picture", async () => {
  const whole = await drawPicture(300, 300).png().toBuffer()
  expect(await encodeAvatar(whole.subarray(0, whole.length / 2))).toMatchObject({
    failure: "image-unsupported",
  })
})

test.each([
  ["PNG of 30,000 by 30,000", pngPromising(30_000, 30_000)],
  ["PNG of 8,001 by 1", pngPromising(8_001, 1)],
  ["PNG of 5,001 by 5,000", pngPromising(5_001, 5_000)],
  ["GIF whose frame is 65,535 by 4", gifPromising(65_535, 4)],
])("refuses a %s before decoding it", async (_, bytes) => {
  expect(await encodeAvatar(bytes)).toMatchObject({ failure: "too-many-pixels" })
})

test("measures a GIF by its frame, whatever size its screen states", async () => {
  const gif = Buffer.from(PICTURE)
  gif.writeUInt16LE(65_535, 6)
  gif.writeUInt16LE(65_535, 8)
  expect(await encoded(gif)).toMatchObject({ width: 6, height: 4 })
})

async function encoded(bytes: Uint8Array) {
  const outcome = await encodeAvatar(bytes)
  if (!outcome.ok) throw new Error(outcome.failure)
  return sharp(outcome.value).metadata()
}

function frameOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}
