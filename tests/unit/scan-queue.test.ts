import { Worker } from "node:worker_threads"
import { expect, test } from "vitest"
import type { Scan } from "#app/domain/ban/scan.ts"
import { isCopyInThread, scan, sketchInThread } from "#app/server/scan/scan.server.ts"
import { ScanQueue } from "#app/server/scan/scan-queue.server.ts"
import type { ScanJob } from "#app/server/scan/scan-work.server.ts"
import { isCopyOf, sketchText } from "#app/server/scan/text-sketch.server.ts"
import { newTameText } from "../support/tame-text.ts"

const CALM = "清晨的雾从河面升起，老船工把缆绳系在桩上。\n"
const BANNED = "十五岁的女孩和老师发生了关系。"

function scanOf(...texts: string[]): Scan {
  return { texts, level: 1, rated: null }
}

function jobOf(text: string): ScanJob {
  return { kind: "scan", given: scanOf(text) }
}

/** A thread that the text directs: it echoes the text, throws, exits or never answers. */
function scriptedThread(): Worker {
  const script = `
    const { parentPort } = require("node:worker_threads")
    parentPort.on("message", ({ given: { texts: [text] } }) => {
      if (text === "throw") throw new Error("thrown")
      if (text === "exit") process.exit(0)
      if (text === "spin") for (;;);
      parentPort.postMessage(text)
    })`
  return new Worker(script, { eval: true, stderr: true })
}

test("serves others while it scans a long text", async () => {
  const order: string[] = []
  const scanning = scan(scanOf(CALM.repeat(5_000) + BANNED)).then((scanned) => {
    order.push("scanned")
    return scanned
  })
  await new Promise<void>((resolve) =>
    setImmediate(() => {
      order.push("served")
      resolve()
    }),
  )
  expect((await scanning)?.banned).toEqual({ index: 0, reason: "minor" })
  expect(order).toEqual(["served", "scanned"])
})

test("finds the same in the thread as here", async () => {
  for (const text of [BANNED, CALM, "写马斯克的性爱场面。"]) {
    const short = await scan(scanOf(text))
    const long = await scan(scanOf("", `${text}\n${CALM.repeat(100)}`))
    expect(long?.banned?.reason).toBe(short?.banned?.reason)
  }
  expect(await scan({ texts: [], level: 2, rated: "色情、情色与床戏。".repeat(200) })).toEqual({
    ratedLevel: 4,
    level: 4,
    banned: null,
  })
})

test("sketches and compares a long text in the thread, with the same result as here", async () => {
  const text = newTameText(2_000)
  const order: string[] = []
  const sketching = sketchInThread(text).then((sketch) => {
    order.push("sketched")
    return sketch
  })
  setImmediate(() => order.push("served"))
  expect(await sketching).toEqual(sketchText(text))
  expect(order).toEqual(["served", "sketched"])
  for (const other of [text, newTameText(2_000)]) {
    const known = [sketchText(other)]
    expect(await isCopyInThread(text, known)).toBe(isCopyOf(text, known))
  }
})

test.each(["throw", "exit", "spin"])("loses only one scan to a thread that dies (%s)", async (text) => {
  const queue = new ScanQueue(scriptedThread, { maxWaitingUnits: 100, timeoutMs: 3_000 })
  const scans = ["before", text, "after"].map((one) => queue.run(jobOf(one), 1))
  const answers = await Promise.allSettled(scans)
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
  expect(await queue.run(jobOf("later"), 1)).toBe("later")
})

test("fails the scan of a thread that cannot start, and starts a new one for the next", async () => {
  let starts = 0
  const queue = new ScanQueue(
    () => {
      starts += 1
      if (starts === 1) throw new Error("no threads left")
      return scriptedThread()
    },
    { maxWaitingUnits: 100, timeoutMs: 10_000 },
  )
  await expect(queue.run(jobOf("first"), 1)).rejects.toThrow("no threads left")
  expect(await queue.run(jobOf("second"), 1)).toBe("second")
})

test("refuses a scan when the queue is full, and accepts again when there is room", async () => {
  const queue = new ScanQueue(scriptedThread, { maxWaitingUnits: 10, timeoutMs: 10_000 })
  const running = queue.run(jobOf("running"), 10)
  const waiting = queue.run(jobOf("waiting"), 10)
  await expect(queue.run(jobOf("one too many"), 1)).rejects.toThrow("too many")
  await expect(queue.run(jobOf("waits all the same"), 0)).resolves.toBe("waits all the same")
  expect(await Promise.all([running, waiting])).toEqual(["running", "waiting"])
  expect(await queue.run(jobOf("later"), 10)).toBe("later")
})
