import { scanTexts } from "#app/domain/ban/scan.ts"
import { isCopyOf, sketchText, type TextSketch } from "#app/server/novels/text-sketch.server.ts"

/** What the thread knows how to do. Each is linear, but slow for a long text. */
const SCAN_WORK = {
  scan: scanTexts,
  sketch: sketchText,
  copy: ({ text, known }: { text: string; known: TextSketch[] }) => isCopyOf(text, known),
}

export type ScanKind = keyof typeof SCAN_WORK
type Given<Kind extends ScanKind> = Parameters<(typeof SCAN_WORK)[Kind]>[0]
export type Found<Kind extends ScanKind> = ReturnType<(typeof SCAN_WORK)[Kind]>

/** One piece of work, as it is sent to the thread. */
export interface ScanJob<Kind extends ScanKind = ScanKind> {
  kind: Kind
  given: Given<Kind>
}

export function doScanWork<Kind extends ScanKind>({ kind, given }: ScanJob<Kind>): Found<Kind> {
  const work = SCAN_WORK[kind] as (given: Given<Kind>) => Found<Kind>
  return work(given)
}
