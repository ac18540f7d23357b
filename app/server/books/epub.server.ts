import { eachParagraph, isSceneBreak } from "#app/domain/story.ts"
import { BOOK_LANGUAGE, type Book } from "./book.server.ts"
import { markupOfParagraphs, type Xml, xml, xmlDocument } from "./xml.server.ts"
import { type ZipEntry, zip } from "./zip.server.ts"

/** Readers load a file as a whole, and old ones refuse files of more than some 300 kB. */
const FILE_MAX_UNITS = 60_000

/** A chapter, or a part of a long one. */
interface TextFile {
  name: string
  /** Of a chapter's first file: its name in lists. */
  entry: string | null
  heading: string
  text: string
}

/** A novel as an EPUB 3 book, with the table of contents that readers of EPUB 2 know. */
export async function packEpub(book: Book): Promise<Buffer> {
  const files = filesOf(book)
  const entries: ZipEntry[] = [
    { name: "mimetype", content: "application/epub+zip", isStored: true },
    { name: "META-INF/container.xml", content: xmlDocument(CONTAINER) },
    { name: "OEBPS/package.opf", content: xmlDocument(packageOf(book, files)) },
    { name: "OEBPS/nav.xhtml", content: pageOf(book.contents, navOf(book, files)) },
    { name: "OEBPS/toc.ncx", content: xmlDocument(ncxOf(book, files)) },
    { name: "OEBPS/style.css", content: STYLE },
    { name: "OEBPS/title.xhtml", content: pageOf(book.title, titlePageOf(book)) },
    ...files.map((file, at) => ({
      name: `OEBPS/${file.name}`,
      content: textPage(book, file, at === files.length - 1),
    })),
  ]
  return zip(entries, book.modifiedAt)
}

function filesOf({ chapters }: Book): TextFile[] {
  const files = chapters.flatMap(({ title, name, text }) =>
    splitAtLines(text).map((part, at) =>
      at === 0 ? { entry: name, heading: title, text: part } : { entry: null, heading: "", text: part },
    ),
  )
  return files.map((file, at) => ({ ...file, name: `text-${at + 1}.xhtml` }))
}

function splitAtLines(text: string): string[] {
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf("\n", at + FILE_MAX_UNITS)
    const end = next === -1 ? text.length : next + 1
    parts.push(text.slice(at, end))
    at = end
  }
  const [first = "", ...rest] = parts
  return [first, ...rest.filter((part) => part.trim() !== "")]
}

const CONTAINER = xml`<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

function packageOf(book: Book, files: readonly TextFile[]): Xml {
  const { identifier, title, author, publisher, label, aiMetadata } = book
  const creator = author === null ? [] : [xml`<dc:creator>${author}</dc:creator>\n`]
  const items = files.map(
    ({ name }, at) => xml`<item id="text-${at + 1}" href="${name}" media-type="application/xhtml+xml"/>\n`,
  )
  const spine = files.map((_, at) => xml`<itemref idref="text-${at + 1}"/>\n`)
  return xml`<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="identifier" xml:lang="${BOOK_LANGUAGE}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="identifier">${identifier}</dc:identifier>
<dc:title>${title}</dc:title>
<dc:language>${BOOK_LANGUAGE}</dc:language>
${creator}<dc:publisher>${publisher}</dc:publisher>
<dc:date>${timeOf(book.createdAt)}</dc:date>
<dc:description>${label}</dc:description>
<meta property="dcterms:modified">${timeOf(book.modifiedAt)}</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta name="AIGC" content="${aiMetadata}"/>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="style.css" media-type="text/css"/>
<item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>
${items}</manifest>
<spine toc="ncx">
<itemref idref="title"/>
${spine}</spine>
</package>
`
}

/** EPUB knows no fractions of a second. */
function timeOf(moment: Date): string {
  return moment.toISOString().replace(/\.\d+Z$/, "Z")
}

function navOf({ contents }: Book, files: readonly TextFile[]): Xml {
  const items = chapterFiles(files).map(({ name, entry }) => xml`<li><a href="${name}">${entry}</a></li>\n`)
  return xml`<nav epub:type="toc" role="doc-toc">
<h1>${contents}</h1>
<ol>
${items}</ol>
</nav>
`
}

function ncxOf({ identifier, title }: Book, files: readonly TextFile[]): Xml {
  const points = chapterFiles(files).map(
    ({ name, entry }, at) =>
      xml`<navPoint id="point-${at + 1}" playOrder="${at + 1}"><navLabel><text>${entry}</text></navLabel><content src="${name}"/></navPoint>\n`,
  )
  return xml`<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${BOOK_LANGUAGE}">
<head><meta name="dtb:uid" content="${identifier}"/><meta name="dtb:depth" content="1"/></head>
<docTitle><text>${title}</text></docTitle>
<navMap>
${points}</navMap>
</ncx>
`
}

function chapterFiles(files: readonly TextFile[]): { name: string; entry: string }[] {
  return files.flatMap(({ name, entry }) => (entry === null ? [] : [{ name, entry }]))
}

function titlePageOf({ title, head, label }: Book): Xml {
  const lines = [...head, label].map((line) => xml`<p>${line}</p>\n`)
  return xml`<section epub:type="titlepage" class="title-page">
<h1>${title}</h1>
${lines}</section>
`
}

/** A page of the text. The last one ends with the label. */
function* textPage(book: Book, { entry, heading, text }: TextFile, isLast: boolean): Generator<string> {
  const { open, close } = pageAround(entry ?? book.title)
  yield `${open}<section epub:type="chapter">\n`
  if (heading !== "") yield xml`<h1>${heading}</h1>\n`.markup
  yield* markupOfParagraphs(eachParagraph(text), (paragraph) => ({
    open: isSceneBreak(paragraph) ? '<p class="scene-break">' : "<p>",
    close: "</p>\n",
  }))
  yield `</section>\n${isLast ? xml`<p class="label">${book.label}</p>\n`.markup : ""}${close}`
}

function pageOf(title: string, body: Xml): string {
  const { open, close } = pageAround(title)
  return `${open}${body.markup}${close}`
}

function pageAround(title: string): { open: string; close: string } {
  const open = xmlDocument(xml`<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${BOOK_LANGUAGE}" xml:lang="${BOOK_LANGUAGE}">
<head><title>${title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
`)
  return { open, close: "</body>\n</html>\n" }
}

/** Typeface, size and margins are the reader's own. */
const STYLE = `body { line-height: 1.75; text-align: justify; line-break: strict; overflow-wrap: break-word; }
p { margin: 0; text-indent: 2em; orphans: 2; widows: 2; }
h1 { margin: 2em 0 1.5em; font-size: 1.3em; line-height: 1.4; text-align: center; page-break-after: avoid; break-after: avoid; }
nav ol { margin: 0; padding: 0; list-style: none; }
nav li { margin: 0.5em 0; }
.title-page p, .scene-break, .label { text-align: center; text-indent: 0; }
.title-page h1 { margin-top: 4em; font-size: 1.6em; }
.title-page p { margin: 0.5em 0; }
.scene-break { margin: 1em 0; }
.label { margin: 3em 0 1em; font-size: 0.85em; }
`
