import { describe, expect, test } from "vitest"
import { paragraphsOf } from "#app/domain/story.ts"
import { packEpub } from "#app/server/books/epub.server.ts"
import { elements, epubPages, readXml, textOf, unzip } from "../../support/downloads.ts"
import { BOOKS, bookOf, LABEL, OPENING } from "./books.fixtures.ts"

/** What XML cannot hold. */
const dropped = (text: string) => text.replace(/[\p{Cc}--\t]|\uFFFE|\uFFFF/gv, "")
const paragraphs = (text: string) => paragraphsOf(text).map(dropped)

describe.each(Object.entries(BOOKS))("an EPUB of %s", (_, make) => {
  const book = make()
  const packed = packEpub(book)

  test("begins with its type, stored as it is", async () => {
    const bytes = await packed
    // The local header, without further fields, and the first bytes of the content.
    expect(bytes.readUInt32LE(0)).toBe(0x04034b50)
    expect(bytes.readUInt16LE(8)).toBe(0)
    expect([bytes.readUInt32LE(18), bytes.readUInt32LE(22)]).toEqual([20, 20])
    expect([bytes.readUInt16LE(26), bytes.readUInt16LE(28)]).toEqual([8, 0])
    expect(bytes.subarray(30, 58).toString("latin1")).toBe("mimetypeapplication/epub+zip")
  })

  test("lists every file, once, and every page in reading order", async () => {
    const files = unzip(await packed)
    const [root] = elements(readXml(files["META-INF/container.xml"]), "rootfile")
    expect(root?.attributes["full-path"]).toBe("OEBPS/package.opf")
    const opf = readXml(files["OEBPS/package.opf"])
    const items = elements(opf, "item").map(({ attributes }) => attributes)
    const listed = items.map(({ href }) => `OEBPS/${href}`)
    const held = Object.keys(files).filter((name) => name.startsWith("OEBPS/") && !name.endsWith(".opf"))
    expect(listed.sort()).toEqual(held.sort())
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    const spine = elements(opf, "itemref").map(({ attributes }) => attributes.idref)
    const pages = items.filter(({ id, href }) => href?.endsWith(".xhtml") && id !== "nav").map(({ id }) => id)
    expect(spine).toEqual(pages)
    expect(Object.keys(files).filter((name) => name.endsWith(".xhtml"))).toHaveLength(pages.length + 1)
  })

  test("is well-formed", async () => {
    for (const [name, source] of Object.entries(unzip(await packed))) {
      if (/\.(xhtml|opf|ncx|xml)$/.test(name)) readXml(source)
    }
  })

  test("leads to every chapter by both tables of contents", async () => {
    const files = unzip(await packed)
    const links = elements(readXml(files["OEBPS/nav.xhtml"]), "a")
    const points = elements(readXml(files["OEBPS/toc.ncx"]), "navPoint")
    const names = book.chapters.map(({ name }) => dropped(name))
    expect(links.map(textOf)).toEqual(names)
    expect(points.map(textOf)).toEqual(names)
    const targets = links.map(({ attributes }) => attributes.href ?? "")
    expect(points.map((point) => elements(point, "content")[0]?.attributes.src)).toEqual(targets)
    expect(new Set(targets).size).toBe(targets.length)
    for (const [at, { title }] of book.chapters.entries()) {
      const page = readXml(files[`OEBPS/${targets[at]}`])
      expect(elements(page, "h1").map(textOf)).toEqual(title === "" ? [] : [dropped(title)])
    }
  })

  test("holds the text, every paragraph of it and nothing else, and ends with the label", async () => {
    const [titlePage, ...pages] = epubPages(await packed)
    if (!titlePage) throw new Error("no title page")
    expect(elements(titlePage, "h1").map(textOf)).toEqual([dropped(book.title)])
    expect(elements(titlePage, "p").map(textOf)).toEqual([...book.head, book.label].map(dropped))
    const read = pages.flatMap((page) => elements(page, "p").map(textOf))
    const written = book.chapters.flatMap(({ text }) => paragraphs(text))
    // Compared as one string each, because the difference of half a million lines is long in the making.
    expect(read.join("\n") === [...written, dropped(book.label)].join("\n")).toBe(true)
  })
})

test("an EPUB says what it is: language, title, author, times and the label for programs", async () => {
  const opf = readXml(unzip(await packEpub(bookOf()))["OEBPS/package.opf"])
  const said = (name: string) => elements(opf, name).map(textOf)
  expect(said("dc:language")).toEqual(["zh-Hans"])
  expect(said("dc:title")).toEqual(["渡口"])
  expect(said("dc:creator")).toEqual(["江上客"])
  expect(said("dc:date")).toEqual(["2026-01-02T03:04:05Z"])
  expect(said("dc:description")).toEqual([LABEL])
  const metas = elements(opf, "meta")
  const modified = metas.find(({ attributes }) => attributes.property === "dcterms:modified")
  expect(modified && textOf(modified)).toBe("2026-02-03T04:05:06Z")
  expect(metas.find(({ attributes }) => attributes.name === "AIGC")?.attributes.content).toBe(
    bookOf().aiMetadata,
  )
  const pages = epubPages(await packEpub(bookOf()))
  expect(pages.map((page) => elements(page, "html")[0]?.attributes["xml:lang"])).toEqual([
    "zh-Hans",
    "zh-Hans",
  ])
})

test("what stands before the first section is a chapter of its own, and scene breaks are no paragraphs", async () => {
  const opened = BOOKS["an opening and sections"]?.() ?? bookOf()
  expect(opened.chapters.map(({ name }) => name)).toEqual([OPENING, "等船", "雨停"])
  const [, page] = epubPages(await packEpub(BOOKS["scene breaks"]?.() ?? bookOf()))
  const classes = page && elements(page, "p").map(({ attributes }) => attributes.class)
  expect(classes).toEqual([undefined, "scene-break", "scene-break", "scene-break", undefined, "label"])
})

test("a long chapter is cut into files that old readers open", async () => {
  const files = unzip(await packEpub(BOOKS["a million characters"]?.() ?? bookOf()))
  const sizes = Object.entries(files).flatMap(([name, source]) =>
    name.includes("text-") ? [Buffer.byteLength(source)] : [],
  )
  expect(sizes.length).toBeGreaterThan(10)
  expect(Math.max(...sizes)).toBeLessThan(300_000)
})

test("the same book packs to the same bytes", async () => {
  expect(await packEpub(bookOf())).toEqual(await packEpub(bookOf()))
})
