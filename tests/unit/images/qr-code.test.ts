import jsQR from "jsqr"
import sharp from "sharp"
import { expect, test } from "vitest"
import { qrCode } from "#app/server/images/qr-code.server.ts"

const PIXELS = 300
/** More than are kept. */
const MANY = 250

test.each([
  "https://luobi.example/shared/3f0a4a4e-8d5f-4b57-9d0c-0a5a2f6f5b11",
  "http://localhost:3000/shared/00000000-0000-0000-0000-000000000000",
  "https://小说.example/分享",
  `https://luobi.example/${"a".repeat(500)}`,
])("a camera reads %s", async (link) => {
  const { size, path } = qrCode(link)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(PIXELS)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(link)
})

test("a code is made once, and each text has its own, however many there are", () => {
  const links = Array.from({ length: MANY }, (_, nth) => `https://luobi.example/shared/${nth}`)
  const codes = links.map((link) => qrCode(link))
  expect(new Set(codes.map(({ path }) => path)).size).toBe(MANY)
  expect(qrCode(links.at(-1) ?? "")).toBe(codes.at(-1))
  expect(qrCode(links[0] ?? "")).toEqual(codes[0])
})
