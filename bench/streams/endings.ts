import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { atMost } from "../figures.ts"
import { type Row, round } from "./report.ts"
import { END_PATIENCE_MS, type Setting, STEADY, STORY } from "./setting.ts"
import { faultsIn, now } from "./text.ts"
import { Reader, Visitor } from "./visitor.ts"

const KILLED = 4
const LEASE_MS = 15_000

/** Rows 13 and 14: the writing process is ended, and its readers go to the other one. */
export async function measureEnd(
  { upstream, start }: Setting,
  signal: "SIGKILL" | "SIGTERM",
): Promise<Row[]> {
  const isKill = signal === "SIGKILL"
  const [owner, other] = await Promise.all([start(), start()])
  const ports = () => (owner.isAlive ? [owner.port] : [other.port])
  const readers: { reader: Reader; visitor: Visitor; id: string }[] = []
  for (let at = 0; at < KILLED; at++) {
    const visitor = await new Visitor().arrive(owner.port)
    const { id } = await visitor.submit(owner.port, (isKill ? STORY.kill : STORY.term) + at, randomUUID())
    readers.push({ reader: new Reader(visitor, id, ports), visitor, id })
  }
  await Promise.all(readers.map(({ reader }) => reader.untilCharacters(300)))
  await sleep(1_500)
  const endedAt = now()
  await owner.end(signal)
  await Promise.race([
    Promise.all(readers.map(({ reader }) => reader.finished)),
    sleep(END_PATIENCE_MS, null, { ref: false }),
  ])

  let lost = 0
  let doubled = 0
  let whole = 0
  for (const { reader, visitor, id } of readers) {
    const faults = faultsIn(reader.text)
    lost += faults.lost
    doubled += faults.doubled
    if (reader.end === "done" && reader.text === (await visitor.download(other.port, id))) whole += 1
  }
  const silence = Math.max(...readers.map(({ reader }) => reader.longestSilence(endedAt)))
  const steps = readers.map(({ reader }) => reader.stepsSince(endedAt))
  const withdrawn = readers.reduce((sum, { reader }) => sum + reader.withdrawn, 0)
  await other.end("SIGKILL")
  const limit = isKill ? LEASE_MS + 1_000 : 1_000
  const isWhole = lost + doubled === 0 && whole === KILLED
  const calls = readers.map(
    (_, at) => upstream.callsOf((isKill ? STORY.kill : STORY.term) + at, "plan").length,
  )
  return [
    {
      row: isKill ? "13" : "14",
      what: `${isKill ? "kill -9" : "SIGTERM"} of the writing process, two processes, readers back after 100 ms (a browser waits 1.1-1.9 s): longest silence, characters lost and doubled`,
      n: `${KILLED} generations at ${STEADY.tokensPerSecond} tokens/s`,
      ours: `${round(silence / 1_000, 2)} s; ${lost} lost, ${doubled} doubled, ${whole} of ${KILLED} whole and stored; ${withdrawn} shown and rewritten`,
      relay: "all of it lost",
      ratio: "-",
      target: `<= ${limit / 1_000} s; 0 and 0`,
      reached: isWhole && silence <= limit,
      isBroken: !isWhole,
      figures: { silence, lost, doubled, whole, withdrawn, planCalls: calls, steps },
      numbers: [
        atMost(`${signal} of the writing process: longest silence`, silence / 1_000, limit / 1_000, "s"),
        atMost(`${signal} of the writing process: characters lost or doubled`, lost + doubled, 0),
      ],
    },
  ]
}
