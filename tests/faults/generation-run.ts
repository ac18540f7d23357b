import { setTimeout as sleep } from "node:timers/promises"
import { type Account, accountFor, commonLength } from "./account.ts"
import { ROW_FAULTS } from "./backend-line.ts"
import type { App, Cluster } from "./cluster.ts"
import { Dice } from "./dice.ts"
import { EventReader } from "./event-reader.ts"
import type { Fault, Stage } from "./faults.ts"
import { PageReader } from "./page-reader.ts"
import type { Reader } from "./reader.ts"
import { Visitor } from "./visitor.ts"

/** Whatever has not ended by then is stuck. */
const DEADLINE_MS = 120_000
const STORED_WITHIN_MS = 60_000
const LAST_MOMENT_CHARACTERS = 1_900
const LOOK_AGAIN_MS = 250

export interface Result extends Account {
  fault: string
  story: number
  id: string
  /** done, stopped, a named failure, or stuck. */
  end: string
  /** The generation ended before its fault could strike. */
  isMissed: boolean
  withdrawn: number
  silenceMs: number
  /** What was read and stored in the end. */
  text: string
  visitor: Visitor
}

/**
 * Has one story written for a visitor, harms it once, and accounts for each character. Calls `struck` when the
 * harm is done or no longer possible. Returns null when there was nothing to harm.
 */
export async function runGeneration(
  cluster: Cluster,
  fault: Fault,
  { story, seed }: { story: number; seed: number },
  struck: (isMissed: boolean) => void,
): Promise<Result | null> {
  const dice = new Dice(seed + story * 7_919)
  const visitor = new Visitor()
  await visitor.arrive(dice.pick(cluster.apps))
  if (fault.isAwayAtStart) cluster.setBackendAway(true)
  const id = await begin(cluster, fault, visitor, story, dice)
  if (id === null) {
    struck(true)
    return null
  }

  const leave = AbortSignal.timeout(DEADLINE_MS)
  const reading = { id, visitor, apps: cluster.apps, dice }
  const reader = new EventReader(reading)
  const readers: Reader[] = [reader, dice.roll() < 0.3 ? new PageReader(reading) : new EventReader(reading)]
  const first = fault.reads === "page" ? new PageReader(reading) : reader
  if (first !== reader) readers.unshift(first)
  const all = Promise.all(readers.map((one) => one.follow(leave)))

  const harmedCalls: Stage["harmedCalls"] = new Set()
  const stop = (app: App) => visitor.stop(app, id)
  await Promise.race([first.reaches(fault.isAtEnd ? LAST_MOMENT_CHARACTERS : dice.between(1, 1_700)), all])
  const hadEnded = first.end !== null
  const stage = { cluster, dice, story, id, reader: first, harmedCalls, stop }
  const isMissed = (hadEnded && !fault.isAtEnd) || !(await fault.strike(stage))
  struck(isMissed)
  await all

  const isStuck = readers.some(({ end }) => end === null)
  const end = isStuck ? "stuck" : (reader.end ?? "stuck")
  const given = await storedText(cluster, visitor, id, reader.text)
  const text = given ?? ""
  const isCutShort = end === "stopped" || (cluster.ledger.entryOf(id)?.takeovers ?? 0) > 0
  const calls = cluster.upstream.callsOf(story)
  const account = accountFor(text, calls, (call) => isCutShort || harmedCalls.has(call))
  const result = { ...account, fault: fault.name, story, id, end, isMissed, text, visitor }
  if (given === null) loseAll(result, readers)
  else for (const one of readers) compare(result, one, text)
  return {
    ...result,
    withdrawn: Math.max(...readers.map((one) => one.withdrawn)),
    silenceMs: Math.max(...readers.map((one) => one.silenceMs)),
  }
}

/**
 * Submits the form once, or to both processes at the same time. Null where these made two generations because
 * the database, through which alone they know of each other, was down.
 */
async function begin(
  cluster: Cluster,
  fault: Fault,
  visitor: Visitor,
  story: number,
  dice: Dice,
): Promise<string | null> {
  const key = `key-${story}`
  const apps = fault.isDoubleSubmit ? cluster.apps : [dice.pick(cluster.apps)]
  if (fault.isRowHarmed) {
    void dice.pick(cluster.apps).backendLine.harmNext("create_generation", dice.pick(ROW_FAULTS))
  }
  const sentAt = Date.now()
  const begun = await Promise.all(
    apps.map(async (app) => {
      const id = await visitor.generate(app, story, key)
      cluster.ledger.begun(app.name, id)
      return id
    }),
  )
  const ids = new Set(begun)
  const [id = "", ...others] = ids
  if (others.length === 0) return id
  if (cluster.wasBackendAwaySince(sentAt)) {
    await cluster.untilBackendIsBack()
    // Nobody reads these generations. Left behind by a process that is killed, they would keep every later fault waiting.
    await Promise.all(apps.flatMap((app) => [...ids].map((one) => visitor.stop(app, one))))
    return null
  }
  cluster.ledger.broken.push(`${fault.name}: one form made ${[...ids].join(" and ")}`)
  return id
}

/** The app's download once it equals what the reader holds; otherwise the last download, null if there was none. */
async function storedText(
  cluster: Cluster,
  visitor: Visitor,
  id: string,
  read: string,
): Promise<string | null> {
  const until = Date.now() + STORED_WITHIN_MS
  let last: string | null = null
  for (let turn = 0; last !== read && Date.now() < until; turn += 1) {
    if (turn > 0) await sleep(LOOK_AGAIN_MS)
    const app = cluster.apps[turn % cluster.apps.length]
    last = (app && (await visitor.download(app, id))) ?? last
  }
  return last
}

/** No process gives the text any more: whatever was read of it is lost. */
function loseAll(result: Account, readers: readonly Reader[]): void {
  const read = Math.max(...readers.map(({ text }) => text.length))
  result.lost = read
  result.problem = `no process gives its text, of which ${read} characters were read`
}

function compare(result: Account, reader: Reader, text: string): void {
  const wanted = reader instanceof PageReader ? paragraphs(text) : text
  if (reader.text === wanted) return
  const same = commonLength(reader.text, wanted)
  result.lost += wanted.length - same
  result.duplicated += reader.text.length - same
  result.problem = `${result.problem ?? ""} a reader differs after ${same} characters: ${reader.text.slice(same, same + 40)}| stored: ${wanted.slice(same, same + 40)}`
}

function paragraphs(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n")
}
