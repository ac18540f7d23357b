import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Measurable } from "./processes.ts"
import type { Row } from "./report.ts"
import { END_PATIENCE_MS, FAILING_STORY } from "./setting.ts"
import { faultsIn } from "./text.ts"
import { UPSTREAM_FAILURES, type UpstreamFailure } from "./upstream.ts"
import { Reader, Visitor } from "./visitor.ts"

/**
 * Row 19: upstream and network fail; the process survives, the reader is told an ending, and the text is
 * stored.
 */
export async function measureUpstreamFailures([app, other]: [Measurable, Measurable]): Promise<Row[]> {
  const outcomes: Record<string, string> = {}
  const runs = UPSTREAM_FAILURES.map(async (kind: UpstreamFailure, at) => {
    const visitor = await new Visitor().arrive(app.port)
    const { id } = await visitor.submit(app.port, FAILING_STORY + at, randomUUID())
    outcomes[kind] = await readToEnd(new Reader(visitor, id, () => [app.port]), visitor, id)
  })
  runs.push(
    (async () => {
      const visitor = await new Visitor().arrive(app.port)
      const { id } = await visitor.submit(app.port, FAILING_STORY + UPSTREAM_FAILURES.length, randomUUID())
      const reader = new Reader(visitor, id, () => [app.port])
      for (const characters of [100, 400, 800]) {
        await reader.untilCharacters(characters)
        reader.reset()
      }
      outcomes["client reset"] = await readToEnd(reader, visitor, id)
    })(),
  )
  await Promise.all(runs)
  await app.probe() // forces a collection now, so that anything it breaks shows here
  const isAlive = app.isAlive && other.isAlive
  const isFine = isAlive && Object.values(outcomes).every((outcome) => outcome === "done, whole")
  return [
    {
      row: "19",
      what: "the process survives, a last frame is sent, the stored text is the reader's",
      n: `${UPSTREAM_FAILURES.length + 1} kinds`,
      ours: `${isAlive ? "alive" : "DEAD"}; ${Object.entries(outcomes)
        .map(([kind, outcome]) => `${kind}: ${outcome}`)
        .join("; ")}`,
      relay: "-",
      ratio: "-",
      target: "never exits, last frame sent",
      reached: isFine,
      isBroken: !isFine,
      figures: outcomes,
      numbers: [],
    },
  ]

  async function readToEnd(reader: Reader, visitor: Visitor, id: string): Promise<string> {
    await Promise.race([reader.finished, sleep(END_PATIENCE_MS, null, { ref: false })])
    reader.leave()
    if (reader.end === null) return "no end"
    const { lost, doubled } = faultsIn(reader.text)
    const stored = await storedText(visitor, id, reader.text)
    if (lost + doubled > 0) return `${reader.end}, ${lost} lost, ${doubled} doubled`
    if (!reader.text.isWellFormed() || reader.text.includes("\0")) return `${reader.end}, not well formed`
    return stored === reader.text ? `${reader.end}, whole` : `${reader.end}, stored otherwise`
  }

  /**
   * Reads from the other process, which has the text from the database. Waits, because readers learn the ending
   * before it is stored.
   */
  async function storedText(visitor: Visitor, id: string, expected: string): Promise<string> {
    for (let tries = 0; ; tries++) {
      const text = await visitor.download(other.port, id)
      if (text === expected || tries === 30) return text
      await sleep(100)
    }
  }
}
