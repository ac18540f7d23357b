import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Measurable } from "./processes.ts"
import type { Row } from "./report.ts"
import { END_PATIENCE_MS, type Setting, STORY } from "./setting.ts"
import { faultsIn } from "./text.ts"
import { Reader, Visitor } from "./visitor.ts"

/** Row 15: a double submit, a second reader or a reload makes no further call to the model. */
export async function measureDoubles(
  { upstream }: Setting,
  [app, other]: [Measurable, Measurable],
): Promise<Row[]> {
  const visitor = await new Visitor().arrive(app.port)
  const readers: Reader[] = []
  const read = (id: string, ports: number[]) => {
    const reader = new Reader(visitor, id, () => ports)
    readers.push(reader)
    return reader
  }
  const submit = async (story: number, ports: number[]) => {
    const key = randomUUID()
    const sent = await Promise.all(ports.map((port) => visitor.submit(port, story, key)))
    return new Set(sent.map(({ id }) => id))
  }
  const cases: [name: string, act: (story: number) => Promise<Set<string>>][] = [
    ["once", (story) => submit(story, [app.port])],
    ["double submit", (story) => submit(story, [app.port, app.port])],
    ["double submit to two processes", (story) => submit(story, [app.port, other.port])],
    [
      "three tabs",
      async (story) => {
        const ids = await submit(story, [app.port])
        for (const id of ids) for (const port of [app.port, other.port]) read(id, [port])
        return ids
      },
    ],
    [
      "reconnects",
      async (story) => {
        const ids = await submit(story, [app.port])
        for (const id of ids) {
          const reader = read(id, [app.port, other.port])
          for (const characters of [50, 100, 150]) {
            await reader.untilCharacters(characters)
            reader.reset()
          }
        }
        return ids
      },
    ],
  ]
  const idCounts: number[] = []
  for (const [at, [, act]] of cases.entries()) {
    const ids = await act(STORY.double + at)
    idCounts.push(ids.size)
    for (const id of ids) read(id, [app.port])
  }
  await Promise.race([
    Promise.all(readers.map(({ finished }) => finished)),
    sleep(END_PATIENCE_MS, null, { ref: false }),
  ])
  for (const reader of readers) reader.leave()
  const calls = cases.map(([,], at) => ({
    plan: upstream.callsOf(STORY.double + at, "plan").length,
    text: upstream.callsOf(STORY.double + at, "beat").length,
  }))
  const isOne = calls.every(({ plan, text }) => plan === 1 && text === calls[0]?.text)
  const areWhole = readers.every(({ text, end }) => end === "done" && isWhole(text))
  const isFine = isOne && areWhole && idCounts.every((count) => count === 1)
  return [
    {
      row: "15",
      what: "calls to the model for one novel: plan + text",
      n: cases.map(([name]) => name).join(", "),
      ours: `${calls.map(({ plan, text }) => `${plan} + ${text}`).join(", ")}; ${readers.length} readers ${areWhole ? "all whole" : "NOT all whole"}`,
      relay: "one for each request",
      ratio: "-",
      target: "exactly as once",
      reached: isFine,
      isBroken: !isFine,
      figures: { calls, idCounts, ends: readers.map(({ end }) => end) },
      numbers: [],
    },
  ]
}

function isWhole(text: string): boolean {
  const { lost, doubled } = faultsIn(text)
  return text !== "" && lost + doubled === 0
}
