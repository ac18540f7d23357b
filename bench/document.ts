import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export const PERFORMANCE = join(import.meta.dirname, "../docs/performance.md")

/** Puts the text between the markers of the command that measured it, and leaves all else as it is. */
export function writeMeasured(file: string, command: string, text: string): void {
  writeFileSync(file, withMeasured(readFileSync(file, "utf8"), command, text))
}

/** Where the document has no such markers, they come at its end under a heading. */
function withMeasured(document: string, command: string, text: string): string {
  const begin = `<!-- ${command} -->`
  const end = `<!-- end of ${command} -->`
  const from = document.indexOf(begin)
  const to = document.indexOf(end, from)
  const measured = `${begin}\n\n${text}\n\n${end}`
  if (from < 0 || to < 0) return `${document.trimEnd()}\n\n## \`${command}\`\n\n${measured}\n`
  return `${document.slice(0, from)}${measured}${document.slice(to + end.length)}`
}
