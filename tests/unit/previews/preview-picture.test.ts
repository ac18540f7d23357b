import { expect, test } from "vitest"
import { previewPicture } from "#app/server/previews/preview-picture.server.ts"

const REST = { site: "落笔", label: "本文由 AI 生成" }

test("draws a picture once, whoever else asks for it meanwhile", async () => {
  const preview = { ...REST, title: "桥头的灯", author: null }
  const [one, other] = [previewPicture(preview), previewPicture({ ...preview })]
  expect(one).not.toBe("busy")
  expect(other).toBe(one)
  expect(await one).toMatchObject({ etag: expect.stringMatching(/^"[\w-]{43}"$/) })
  expect(previewPicture(preview)).toBe(one)
})

test("a crowd is turned away, and let in again when there is room", async () => {
  // The font cannot write it, so that it takes no time.
  const previewFor = (author: string) => ({ ...REST, title: "🌙", author })
  const asked = Array.from({ length: 100 }, (_, nth) => previewPicture(previewFor(`作者${nth}`)))
  const admitted = asked.filter((picture) => picture !== "busy")
  expect(admitted.length).toBeGreaterThan(10)
  expect(admitted.length).toBeLessThan(100)
  expect(await Promise.all(admitted)).toEqual(admitted.map(() => null))
  expect(await previewPicture(previewFor("后来的人"))).toBeNull()
})

test("keeps a bounded number of pictures, those asked for last", async () => {
  const previewFor = (author: string) => ({ ...REST, title: "🌙", author })
  const [first, kept] = [previewPicture(previewFor("甲")), previewPicture(previewFor("乙"))]
  await Promise.all([first, kept])
  for (let nth = 0; nth < 99; nth += 1) {
    await previewPicture(previewFor(`别人${nth}`))
    expect(previewPicture(previewFor("乙"))).toBe(kept)
  }
  expect(previewPicture(previewFor("甲"))).not.toBe(first)
})
