import { scanTexts } from "#app/domain/ban/scan.ts"
import { readTextFile } from "#app/domain/reference/text-file.ts"
import { compareTexts } from "#app/domain/text-diff.ts"
import { isCopyOf, sketchText, type TextSketch } from "./text-sketch.server.ts"

/** The thread's functions. Each is linear, but slow for a long text. */
const SCAN_WORK = {
  scan: scanTexts,
  sketch: sketchText,
  file: readTextFile,
  diff: ({ before, after }: { before: string; after: string }) => compareTexts(before, after),
  copy: ({ text, known }: { text: string; known: TextSketch[] }) => isCopyOf(text, known),
}

export type ScanKind = keyof typeof SCAN_WORK
type Given<Kind extends ScanKind> = Parameters<(typeof SCAN_WORK)[Kind]>[0]
export type Found<Kind extends ScanKind> = ReturnType<(typeof SCAN_WORK)[Kind]>

/** A job as we send it to the thread. */
export interface ScanJob<Kind extends ScanKind = ScanKind> {
  kind: Kind
  given: Given<Kind>
}

/** Runs a job in the calling thread. */
export function doScanWork<Kind extends ScanKind>({ kind, given }: ScanJob<Kind>): Found<Kind> {
  const work = SCAN_WORK[kind] as (given: Given<Kind>) => Found<Kind>
  return work(given)
}
