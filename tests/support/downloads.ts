import { unzipSync } from "fflate"
import { SaxesParser } from "saxes"
import type { ExportPath } from "#app/domain/export-format.ts"

/** What a reader sees in a downloaded file: its paragraphs with a blank line between them. */
export async function readDownload(path: ExportPath, file: Response): Promise<string> {
  return SHOWN_BY_PATH[path](new Uint8Array(await file.arrayBuffer()))
}

const SHOWN_BY_PATH: Record<ExportPath, (bytes: Uint8Array) => string> = {
  text: (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
  docx: (bytes) =>
    elements(readXml(unzip(bytes)["word/document.xml"]), "w:p")
      .map(textOf)
      .join("\n\n"),
  epub: (bytes) => epubPages(bytes).flatMap(blocksOf).join("\n\n"),
  "text-gb18030": (bytes) =>
    new TextDecoder("gb18030", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n"),
}

/** The pages of an EPUB in the order of its spine. */
export function epubPages(bytes: Uint8Array): XmlElement[] {
  const files = unzip(bytes)
  const opf = readXml(files["OEBPS/package.opf"])
  const hrefs = new Map(elements(opf, "item").map(({ attributes }) => [attributes.id, attributes.href]))
  return elements(opf, "itemref").map(({ attributes }) =>
    readXml(files[`OEBPS/${hrefs.get(attributes.idref)}`]),
  )
}

function blocksOf(page: XmlElement): string[] {
  return [...elements(page, "h1"), ...elements(page, "p")].sort((one, other) => one.at - other.at).map(textOf)
}

/** The texts of a packed file by their names. */
export function unzip(bytes: Uint8Array): Record<string, string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, decoder.decode(content)]),
  )
}

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: (XmlElement | string)[]
  /** Its place in the document. */
  at: number
}

/** Reads XML, or throws what is wrong with it. */
export function readXml(source = ""): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const root: XmlElement = { name: "", attributes: {}, children: [], at: 0 }
  const open = [root]
  parser.on("error", (error) => {
    throw error
  })
  parser.on("opentag", ({ name, attributes }) => {
    const read = Object.entries(attributes).map(([key, { value }]) => [key, value] as const)
    const element = { name, attributes: Object.fromEntries(read), children: [], at: parser.position }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on("closetag", () => open.pop())
  parser.on("text", (text) => open.at(-1)?.children.push(text))
  parser.write(source).close()
  return root
}

/** All elements of a name, in order. */
export function elements(within: XmlElement, name: string): XmlElement[] {
  return within.children.flatMap((child) => {
    if (typeof child === "string") return []
    return [...(child.name === name ? [child] : []), ...elements(child, name)]
  })
}

/** The text in an element. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("")
}
