import { sharp } from "#app/server/images/sharp.server.ts"
import { breakTitle, cutLine } from "./break-title.server.ts"
import { readGlyphs, setLine, type Weight, widthOf } from "./glyphs.server.ts"

/** What stands on the picture of a link. */
export interface Preview {
  title: string
  /** Null if the author has no name. */
  author: string | null
  site: string
  /** That the text is written by AI. */
  label: string
}

const [WIDTH, HEIGHT] = [1_200, 630]
const MARGIN = 60
const LEFT = 136
const TEXT_WIDTH = WIDTH - 2 * LEFT
const TITLE_BOLD = 700
const PLAIN = 400

// The colours of the light theme in app/ui/app.css, and the mark of public/favicon.svg.
const [PAPER, SHEET, INK, SOFT, RULE, GREEN] = [
  "#f5efe3",
  "#fffcf5",
  "#2a2520",
  "#675d50",
  "#e2d8c6",
  "#1e7449",
]
const MARK = "M22.5 6.5c-6 1.5-10.5 6-12 14l-1.5 5 1.6.5 1.8-4.5c7-.5 11-6 10.1-15z"

const TITLE_LEADING = 1.3
/** Where the middle of a Chinese character is above its baseline, in em. */
const MIDDLE = 0.38
const AUTHOR = { size: 34, gap: 26 }
/** The middle of the space for title and author, and that of the last line. */
const [TEXT_MIDDLE, FOOT_MIDDLE] = [266, 520]
const FOOT_RULE = 470
const SITE_SIZE = 32
const LABEL_SIZE = 25
const MARK_SIDE = 48
const MARK_UNITS = 32
const FOOT_GAP = 16
const TIMEOUT_SECONDS = 10

/** Draws the picture of a link as PNG. Null if the font cannot write the title. */
export async function drawPreview(preview: Preview): Promise<Buffer | null> {
  const title = await readGlyphs(preview.title)
  if (!title) return null
  const [author, site = "", label = ""] = [
    preview.author && (await readGlyphs(preview.author)),
    (await readGlyphs(preview.site)) ?? "",
    (await readGlyphs(preview.label)) ?? "",
  ]
  await readGlyphs("…")

  const { lines, size } = breakTitle(title, TEXT_WIDTH, measureIn(TITLE_BOLD))
  const leading = size * TITLE_LEADING
  const height = lines.length * leading + (author ? AUTHOR.gap + AUTHOR.size : 0)
  const top = TEXT_MIDDLE - height / 2
  const drawn = lines.map((line, nth) =>
    drawLine(line, { x: LEFT, middle: top + (nth + 0.5) * leading, size, weight: TITLE_BOLD, colour: INK }),
  )
  if (author) {
    const middle = top + height - AUTHOR.size / 2
    const name = cutLine(author, TEXT_WIDTH / AUTHOR.size, measureIn(PLAIN))
    drawn.push(drawLine(name, { x: LEFT, middle, size: AUTHOR.size, weight: PLAIN, colour: SOFT }))
  }

  const siteLeft = LEFT + MARK_SIDE + FOOT_GAP
  const labelLeft = WIDTH - LEFT - widthOf(label, PLAIN) * LABEL_SIZE
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
<rect x="${MARGIN}" y="${MARGIN}" width="${WIDTH - 2 * MARGIN}" height="${HEIGHT - 2 * MARGIN}" rx="24" fill="${SHEET}" stroke="${RULE}" stroke-width="2"/>
${drawn.join("\n")}
<rect x="${LEFT}" y="${FOOT_RULE}" width="${TEXT_WIDTH}" height="2" fill="${RULE}"/>
<g transform="translate(${LEFT} ${FOOT_MIDDLE - MARK_SIDE / 2}) scale(${MARK_SIDE / MARK_UNITS})"><rect width="32" height="32" rx="7" fill="${GREEN}"/><path d="${MARK}" fill="${SHEET}"/></g>
${drawLine(site, { x: siteLeft, middle: FOOT_MIDDLE, size: SITE_SIZE, weight: TITLE_BOLD, colour: INK })}
${drawLine(label, { x: labelLeft, middle: FOOT_MIDDLE, size: LABEL_SIZE, weight: PLAIN, colour: SOFT })}
</svg>`
  return sharp(Buffer.from(svg))
    .png({ palette: true, effort: 1 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer()
}

/** Measures texts in em, each once. */
function measureIn(weight: Weight): (text: string) => number {
  const widths = new Map<string, number>()
  return (text) => {
    const width = widths.get(text) ?? widthOf(text, weight)
    widths.set(text, width)
    return width
  }
}

interface Place {
  x: number
  /** Where the middle of the characters is. */
  middle: number
  size: number
  weight: Weight
  colour: string
}

/** Only paths and numbers, so nothing of the text is markup, and no font has to be installed. */
function drawLine(text: string, { x, middle, size, weight, colour }: Place): string {
  const glyphs = setLine(text, weight).glyphs.map(
    ({ path, x, y }) => `<path transform="translate(${x} ${y}) scale(0.001)" d="${path}"/>`,
  )
  return `<g fill="${colour}" transform="translate(${x} ${middle + MIDDLE * size}) scale(${size} ${-size})">${glyphs.join("")}</g>`
}
