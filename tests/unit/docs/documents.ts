import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** A link to a file of the repository: its path from the root, and the heading that it names. */
interface Link {
  path: string
  anchor: string
}

export interface Document {
  path: string
  /** Without what an npm script writes between its marks. */
  text: string
  links: Link[]
  /** What stands in code: commands, variables, paths, and the lines of blocks that name their language. */
  code: string[]
}

const CHINESE = "docs/zh"
const FENCE = /^( *)```(\S*)\n([\s\S]*?)^\1```$/gm
const CODE_SPAN = /`([^`\n]+)`/g
const LINK = /(?<!\\)\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g

/** Every page of documentation in the repository. */
export function readDocuments(): Document[] {
  return globSync(["*.md", "docs/**/*.md", "app/**/*.md"]).map(readDocument)
}

/** The two versions of each page that has a Chinese one, English first. The README holds both in one file. */
export function pairsOfVersions(): [Document, Document][] {
  const pairs = globSync(`${CHINESE}/*.md`).map((path): [Document, Document] => [
    readDocument(englishOf(path)),
    readDocument(path),
  ])
  const readme = readFileSync("README.md", "utf8")
  const english = readme.lastIndexOf("\n# ")
  return [
    [documentOf("README.md", readme.slice(english)), documentOf("README.md", readme.slice(0, english))],
    ...pairs,
  ]
}

/** `docs/zh/contributing.md` → `CONTRIBUTING.md`, `docs/zh/deployment.md` → `docs/deployment.md`. */
export function englishOf(path: string): string {
  const name = basename(path)
  const [inRoot] = globSync(name.replace(/^.*(?=\.md$)/, (stem) => stem.toUpperCase()))
  return inRoot ?? join("docs", name)
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const heading of headingsOf(text)) {
    const slug = heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
      .replaceAll(" ", "-")
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** The level of each heading, with the list items and table rows below it. */
export function shapeOf(text: string): { level: string; items: number; rows: number }[] {
  const shape = [{ level: "", items: 0, rows: 0 }]
  for (const line of text.replace(FENCE, "").split("\n")) {
    const [, level] = /^(#+) /.exec(line) ?? []
    if (level) shape.push({ level, items: 0, rows: 0 })
    const part = shape.at(-1)
    if (part && /^ *(?:-|\d+\.) /.test(line)) part.items++
    if (part && /^ *\|/.test(line)) part.rows++
  }
  return shape
}

function readDocument(path: string): Document {
  return documentOf(path, readFileSync(path, "utf8"))
}

function documentOf(path: string, whole: string): Document {
  const text = whole.replace(/<!-- (npm run .+) -->[\s\S]*?<!-- end of \1 -->/g, "")
  const prose = text.replace(FENCE, "")
  const links = [...prose.replace(CODE_SPAN, "").matchAll(LINK)].map(([, to = "", anchor = ""]) => ({
    path: to ? join(dirname(path), to) : path,
    anchor: decodeURIComponent(anchor),
  }))
  const blocks = [...text.matchAll(FENCE)].filter(([, , language]) => language)
  const code = [
    ...blocks.flatMap(([, , , block = ""]) =>
      block.split("\n").map((line) => line.replace(/ +# .*/, "").trim()),
    ),
    ...[...prose.matchAll(CODE_SPAN)].map(([, span = ""]) => span),
  ]
  return { path, text, links, code: code.filter(Boolean) }
}

function headingsOf(text: string): string[] {
  return [...text.replace(FENCE, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading)
}
