import { encode } from "uqr"

/** A QR code as the path of an SVG of `size` by `size`; the modules are dark. */
export interface QrCode {
  size: number
  path: string
}

/** What the standard asks to leave free around a code, in modules. */
const QUIET_ZONE = 4
/** A share page is rendered once a second while it is read; making its code takes a millisecond, keeping it 5 KB. */
const KEPT_MAX = 200

const kept = new Map<string, QrCode>()

/** The QR code of a text, which stays readable with a seventh of it lost. */
export function qrCode(text: string): QrCode {
  const known = kept.get(text)
  if (known) return known
  const code = drawCode(text)
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(text, code)
  return code
}

function drawCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE })
  const rows = data.map((row) => row.map((isDark) => (isDark ? "x" : " ")).join(""))
  const runs = rows.flatMap((row, y) =>
    [...row.matchAll(/x+/g)].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return { size, path: runs.join("") }
}
