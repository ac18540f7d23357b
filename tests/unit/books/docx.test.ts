import { describe, expect, test } from "vitest"
import { paragraphsOf } from "#app/domain/story.ts"
import { packDocx } from "#app/server/books/docx.server.ts"
import { elements, readXml, textOf, unzip, type XmlElement } from "../../support/downloads.ts"
import { BOOKS, bookOf, LABEL } from "./books.fixtures.ts"

/** What XML cannot hold. */
const dropped = (text: string) => text.replace(/[\p{Cc}--\t]|\uFFFE|\uFFFF/gv, "")
const styleOf = (paragraph: XmlElement) => elements(paragraph, "w:pStyle")[0]?.attributes["w:val"]

describe.each(Object.entries(BOOKS))("a Word document of %s", (_, make) => {
  const book = make()
  const packed = packDocx(book)

  test("is well-formed, knows the type of every part, and finds every part that it names", async () => {
    const files = unzip(await packed)
    for (const source of Object.values(files)) readXml(source)
    const types = readXml(files["[Content_Types].xml"])
    const typed = elements(types, "Override").map(({ attributes }) => attributes.PartName?.slice(1) ?? "")
    const linked = (from: string, folder: string) =>
      elements(readXml(files[from]), "Relationship").map(({ attributes }) => `${folder}${attributes.Target}`)
    const named = [...linked("_rels/.rels", ""), ...linked("word/_rels/document.xml.rels", "word/")]
    const parts = Object.keys(files).filter((name) => name.endsWith(".xml") && !name.startsWith("["))
    expect(named.sort()).toEqual(parts.sort())
    expect(typed.sort()).toEqual(parts)
  })

  test("shows title, head, label, chapters and text, every paragraph of it and nothing else", async () => {
    const paragraphs = elements(readXml(unzip(await packed)["word/document.xml"]), "w:p")
    const chapters = book.chapters.flatMap(({ title, text }) => [
      ...(title === "" ? [] : [title]),
      ...paragraphsOf(text),
    ])
    const shown = [book.title, ...book.head, book.label, ...chapters, book.label].map(dropped)
    // Compared as one string each, because the difference of half a million lines is long in the making.
    expect(paragraphs.map(textOf).join("\n") === shown.join("\n")).toBe(true)
    const headings = paragraphs.filter((paragraph) => styleOf(paragraph) === "Heading1").map(textOf)
    expect(headings).toEqual(book.chapters.flatMap(({ title }) => (title === "" ? [] : [dropped(title)])))
  })
})

test("headings are Word's own, so that its navigation lists them, and paragraphs begin two characters in", async () => {
  const styles = elements(readXml(unzip(await packDocx(bookOf()))["word/styles.xml"]), "w:style")
  const style = (id: string) => {
    const found = styles.find(({ attributes }) => attributes["w:styleId"] === id)
    if (!found) throw new Error(`no style ${id}`)
    const value = (name: string, key = "w:val") => elements(found, name)[0]?.attributes[key]
    return { name: value("w:name"), level: value("w:outlineLvl"), chars: value("w:ind", "w:firstLineChars") }
  }
  expect(style("Heading1")).toEqual({ name: "heading 1", level: "0", chars: "0" })
  expect(style("Normal")).toEqual({ name: "Normal", level: undefined, chars: "200" })
})

test("a Word document says what it is: title, author, times, language and the label for programs", async () => {
  const files = unzip(await packDocx(bookOf()))
  const core = readXml(files["docProps/core.xml"])
  const said = (name: string) => elements(core, name).map(textOf)
  expect(said("dc:title")).toEqual(["渡口"])
  expect(said("dc:creator")).toEqual(["江上客"])
  expect(said("dc:language")).toEqual(["zh-CN"])
  expect(said("dcterms:created")).toEqual(["2026-01-02T03:04:05.678Z"])
  expect(said("dcterms:modified")).toEqual(["2026-02-03T04:05:06.789Z"])
  const [metadata] = elements(readXml(files["docProps/custom.xml"]), "property")
  expect(metadata?.attributes.name).toBe("AIGC")
  expect(metadata && textOf(metadata)).toBe(bookOf().aiMetadata)
  expect(textOf(readXml(files["word/footer.xml"]))).toContain(LABEL)
})
