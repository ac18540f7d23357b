import { escapeMarkup } from "#app/domain/text.ts"

/** Markup, as opposed to text that has to be escaped. */
export class Xml {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = string | number | Xml | readonly Xml[]

/** A template of XML: what is put into it is escaped, unless it is XML itself. */
export function xml(template: TemplateStringsArray, ...values: readonly Value[]): Xml {
  return new Xml(template.map((markup, at) => markup + markupOf(values[at] ?? "")).join(""))
}

function markupOf(value: Value): string {
  if (value instanceof Xml) return value.markup
  return typeof value === "object" ? value.map(({ markup }) => markup).join("") : escapeXml(String(value))
}

/** A whole file of XML. */
export function xmlDocument({ markup }: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markup}`
}

/** Escapes a text for an element or an attribute, and drops control characters, which XML refuses. */
function escapeXml(text: string): string {
  return escapeMarkup(text.replace(UNFIT, ""))
}

const UNFIT = /[\p{Cc}--\t]|\uFFFE|\uFFFF/gv
/** So much is made, and handed on, at a time. */
const PIECE_UNITS = 32_768

/**
 * The markup of a text's paragraphs, in pieces that take a millisecond each: the paragraphs between `open` and
 * `close`, which `tagsOf` names.
 */
export function* markupOfParagraphs(
  paragraphs: Iterable<string>,
  tagsOf: (paragraph: string) => { open: string; close: string },
): Generator<string> {
  let piece = ""
  for (const paragraph of paragraphs) {
    const { open, close } = tagsOf(paragraph)
    piece += open
    for (const slice of slicesOf(paragraph)) {
      piece += escapeXml(slice)
      if (piece.length < PIECE_UNITS) continue
      yield piece
      piece = ""
    }
    piece += close
  }
  yield piece
}

/** A text in slices that leave pairs whole. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const isPairCut = (text.charCodeAt(at + PIECE_UNITS - 1) & 0xfc00) === 0xd800
    const end = at + PIECE_UNITS + (isPairCut ? 1 : 0)
    yield text.slice(at, end)
    at = end
  }
}
