import { Worker } from "node:worker_threads"
import { expect, test } from "vitest"
import type { Scan } from "#app/domain/ban/scan.ts"
import { scan } from "#app/server/scan/scan.server.ts"
import { ScanQueue } from "#app/server/scan/scan-queue.server.ts"

const CALM = "清晨的雾从河面升起，老船工把缆绳系在桩上。\n"
const BANNED = "十五岁的女孩和老师发生了关系。"

function scanOf(...texts: string[]): Scan {
  return { texts, level: 1, rated: null }
}

/** A thread that the text directs: it echoes the text, throws, exits or never answers. */
function scriptedThread(): Worker {
  const script = `
    const { parentPort } = require("node:worker_threads")
    parentPort.on("message", ({ texts: [text] }) => {
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

test.each(["throw", "exit", "spin"])("loses only one scan to a thread that dies (%s)", async (text) => {
  const queue = new ScanQueue(scriptedThread, { maxWaitingUnits: 100, timeoutMs: 3_000 })
  const scans = ["before", text, "after"].map((one) => queue.run(scanOf(one), 1))
  const answers = await Promise.allSettled(scans)
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
  expect(await queue.run(scanOf("later"), 1)).toBe("later")
})

test("fails the scan of a thread that cannot start, and starts a new one for the next", async () => {
  let starts = 0
  const queue = new ScanQueue(() => {
    starts += 1
    if (starts === 1) throw new Error("no threads left")
    return scriptedThread()
  })
  await expect(queue.run(scanOf("first"), 1)).rejects.toThrow("no threads left")
  expect(await queue.run(scanOf("second"), 1)).toBe("second")
})

test("refuses a scan when the queue is full, and accepts again when there is room", async () => {
  const queue = new ScanQueue(scriptedThread, { maxWaitingUnits: 10, timeoutMs: 10_000 })
  const running = queue.run(scanOf("running"), 10)
  const waiting = queue.run(scanOf("waiting"), 10)
  await expect(queue.run(scanOf("one too many"), 1)).rejects.toThrow("too many")
  await expect(queue.run(scanOf("waits all the same"), 0)).resolves.toBe("waits all the same")
  expect(await Promise.all([running, waiting])).toEqual(["running", "waiting"])
  expect(await queue.run(scanOf("later"), 10)).toBe("later")
})
