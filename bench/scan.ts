/**
 * How long one request holds the event loop of the built app, whatever text it brings.
 *
 *   npm run bench:scan -- [--only WORDS] [--runs 3]
 *
 * Takes about an hour beside other work. With --only it measures the inputs whose names hold these words; `npm run bench` takes
 * those of prose. The embedded backend and the built app's handler run in this process. The last line is one JSON
 * object. Exits with 1 when a run broke, not when a figure misses its target.
 *
 * Definitions
 * - hold: the main thread's processor time (`process.threadCpuUsage()`) between two turns of the event loop. It
 *   is the longest hold of the request and of the moment after it, or of the two seconds in which a generation
 *   begins, which then is stopped, so that it does not hold the next run. The best of three runs counts, because
 *   the garbage of one run may be collected in the next.
 * - by home: the longest hold by that of the page `/`, measured in the same way.
 * - screens of a saved novel: those of one that is as long as it may be, asked for by its author, or by somebody else
 *   after it was published.
 * - inputs: the slowest that a search over single characters, sequences and the ban's own words found. Each
 *   fills a field to its limit, and to the limit of a body. A text that is saved to be public was taken down
 *   before, so it is compared with as many records as the database hands out. What is no text is in scan-forms.ts.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { createClient } from "@supabase/supabase-js"
import { EXPORT_FORMATS } from "#app/domain/export-format.ts"
import { EXISTING_TEXT_MAX_CHARS, FORM_MAX_BYTES, JSON_MAX_BYTES } from "#app/domain/limits.ts"
import { MEMORY_MAX_ENTRIES } from "#app/domain/memory/story-memory.ts"
import { NOVEL_MAX_CHARS } from "#app/domain/novel.ts"
import { CARD_PART_MAX_CHARS, HEAD_PART_MAX_CHARS, OUTLINE_CARDS_MAX } from "#app/domain/outline/outline.ts"
import { CARD_PARTS, HEAD_PARTS } from "#app/domain/outline/outline-parts.ts"
import { SECTIONS_MAX } from "#app/domain/sections.ts"
import { firstCharacters } from "#app/domain/text.ts"
import { sketchText } from "#app/server/scan/text-sketch.server.ts"
import { buildWhenNeeded } from "../scripts/build-when-needed.ts"
import { startEmbeddedBackend } from "../tests/support/backend/embedded-backend.ts"
import { newTameText } from "../tests/support/tame-text.ts"
import { atMost, printFigures } from "./figures.ts"
import { formCases, sentInPieces } from "./scan-forms.ts"

const HOLD_MAX_MS = 50
const AFTERWARDS_MS = 150
const BEGINNING_MS = 2_000
const MIB = 1_024 * 1_024
const EXISTING_CHARS = EXISTING_TEXT_MAX_CHARS
const NOVEL_CHARS = NOVEL_MAX_CHARS
const KNOWN_TEXTS = 20

const { values: asked } = parseArgs({
  options: { only: { type: "string", default: "" }, runs: { type: "string", default: "3" } },
})
const runs = Number(asked.runs)
if (!(await buildWhenNeeded())) process.exit(1)
const backend = await startEmbeddedBackend()
Object.assign(process.env, {
  NODE_ENV: "production",
  SUPABASE_URL: backend.url,
  SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
  SUPABASE_SECRET_KEY: backend.secretKey,
  SESSION_SECRET: backend.sessionSecret,
  DEMO_CHARACTERS_PER_SECOND: "100",
  RATE_LIMITS:
    "novel-save.account=100000/1h novel-change.account=100000/1h library-export.account=100000/1h generation.visitor=100000/1h generation.account=100000/1h reference-upload.account=100000/1h",
  RUNNING_LIMITS: "visitor=100000 account=100000",
})
// Loaded after its environment is set, because it reads that once.
const { AppVisitor, formOf } = await import("../tests/support/app-visitor.ts")
const { newEmail, PASSWORD } = await import("../tests/support/session-visitor.ts")

const PIECES: Record<string, string> = {
  "U+FDFA": "\ufdfa",
  "U+3316": "\u3316",
  几: "几",
  "combining marks": "a\u0301\u0302",
  "marks alone": "\u0301",
  Hangul: "\u1112\u1161\u11ab",
  digits: "1",
  "Chinese numerals": "十",
  spaces: " ",
  "line ends": "\n",
  "CR LF": "\r\n",
  "CR alone": "\r",
  brackets: "[（",
  ASCII: "a ",
  "pinyin, spaced": "wei ",
  emoji: "😀",
  "half-width": "ｱｲ",
  "letters of one word": "a",
  "one word a line": "雨\n",
  "zero width": "\u200b",
  "one character a line, with blanks": "雨 \n",
  "U+20000": "\u{20000}",
  "HTML marks": "<&\"'>",
  "open quotations": "「!",
  names: "，王安，李宁，张文",
  "ages and children": "十岁的男孩，",
  // No two of its lines are alike.
  "varied prose": newTameText(60_000),
  prose: "清晨的雾从河面升起，老船工把缆绳系在桩上，回头看见女儿从岸边走来。她今年三十二岁，在县城教语文。\n",
}
const JSON_TEXTS: Record<string, string> = {
  "deep lists": "[".repeat(JSON_MAX_BYTES / 2 - 8) + "]".repeat(JSON_MAX_BYTES / 2 - 8),
  "deep objects": `${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`,
  "many objects": `[${"{},".repeat(340_000)}1]`,
  "many keys": `{${Array.from({ length: 90_000 }, (_, at) => `"${at.toString(36)}":1`).join()}}`,
  escapes: `{"prompt":"${"\\u51e0".repeat(JSON_MAX_BYTES / 6 - 100)}"}`,
  "a long number": `{"prompt":${"9".repeat(JSON_MAX_BYTES - 100)}}`,
}

type Visitor = InstanceType<typeof AppVisitor>
type Send = () => Promise<Response>
interface Case {
  name: string
  /** Builds the body before the clock runs, because that is the browser's work. */
  prepare(): Promise<Send>
}

const author = await newAuthor()
const stranger = new AppVisitor()
const BEGUN = /\?generation=([\w-]+)/
const TAME = { prompt: "雨夜的修表匠", erotic_level: "1", length: "1" }
const WIRE = { prompt: "雨夜的修表匠", erotic_level: "5", length: "1" }

const SECTIONED = {
  existing_sections: JSON.stringify(
    Array.from({ length: SECTIONS_MAX }, (_, at) => ({ title: `第${at}节`, at: 2 * at })),
  ),
}

const admin = createClient(backend.url, backend.secretKey, { auth: { persistSession: false } })
await takeDown("varied prose", KNOWN_TEXTS)
for (const name of Object.keys(PIECES)) await takeDown(name, 1)

const home = await bestHoldOf({ name: "/", prepare: async () => () => stranger.fetch("/") })
const holds: { name: string; hold: number }[] = []
for (const one of casesOf().filter(({ name }) => name.includes(asked.only))) {
  holds.push({ name: one.name, hold: await bestHoldOf(one) })
}
await backend.stop()
const longest = Math.max(...holds.map(({ hold }) => hold))
const beyond = holds.filter(({ hold }) => hold > HOLD_MAX_MS).map(({ name }) => name)
printFigures(
  [
    atMost(`longest hold of ${holds.length} inputs`, longest, HOLD_MAX_MS, "ms"),
    atMost("longest hold by home", longest / home, null),
  ],
  { beyond },
)
process.exit()

async function bestHoldOf({ name, prepare }: Case): Promise<number> {
  const holds: number[] = []
  let status = 0
  for (let run = 0; run < runs; run += 1) {
    const { holdMs, response } = await holdOf(await prepare())
    status = response.status
    holds.push(holdMs)
  }
  const hold = Math.min(...holds)
  console.log(`${hold.toFixed(0).padStart(6)} ms  ${status}  ${name}`)
  return hold
}

function casesOf(): Case[] {
  const filled = Object.entries(PIECES).flatMap(([name, piece]) => {
    // The app saves no text of blanks alone, so a character stands before it.
    const novel = once(() => newNovel(`雨${fill(NOVEL_CHARS - 1)}`))
    let edits = 0
    const screen = (path: string) => async () => {
      const { owner, id } = await novel()
      return () => owner.fetch(`/novels/${id}${path}`)
    }
    const edit = async () => {
      const { owner, id } = await novel()
      edits += 1
      const text = `第${edits}稿\n${full(NOVEL_CHARS - 10)}`
      return sentInPieces(owner, `/novels/${id}/edit`, new Response(formOf({ intent: "save", text })))
    }
    const draft = async () => {
      const { owner, id } = await novel()
      edits += 1
      const text = `第${edits}稿\n${full(NOVEL_CHARS - 10)}`
      const page = await (await owner.fetch(`/novels/${id}/edit`)).text()
      const [, seen = ""] = /name="seen" value="([^"]+)"/.exec(page) ?? []
      const sent = { title: "雨夜", text, seen, draft: "", editor: key() }
      return sentInPieces(owner, `/novels/${id}/draft`, new Response(formOf(sent)))
    }
    const begun = once(async () => {
      const fields = { ...TAME, existing_text: full(EXISTING_CHARS), key: key() }
      const { headers } = await author.post("/", formOf(fields))
      const [, id = ""] = BEGUN.exec(headers.get("Location") ?? "") ?? []
      // Until it has a text of its own, which its editor and its paragraphs show.
      await sleep(BEGINNING_MS)
      await author.post(`/generations/${id}/stop`, formOf({}))
      return id
    })
    const continuation = (pathOf: (id: string) => string) => async () => {
      const path = pathOf(await begun())
      return () => author.fetch(path)
    }
    const version = (search: string) => async () => {
      const { owner, id } = await novel()
      await owner.post(`/novels/${id}/edit`, formOf({ intent: "save", text: "雪停了。" }))
      const page = await (await owner.fetch(`/novels/${id}`)).text()
      const [path = ""] = page.match(/\/novels\/[^"]*\/versions\/[0-9a-f-]+/) ?? []
      return () => owner.fetch(`${path}${search}`)
    }
    const read = (path: string) => async () => {
      const { id } = await novel()
      // The text was taken down, so its author may not publish it. The edit before takes the review away, and
      // without one strangers get a 404.
      const published = { is_public: true, reviewed_at: new Date().toISOString() }
      await admin.from("novels").update(published).eq("id", id).throwOnError()
      return async () => {
        const response = await stranger.fetch(`/shared/${id}${path}`)
        if (!response.ok) throw new Error(`a shared novel answered ${response.status}`)
        return response
      }
    }
    const sectionedEdit = async () => {
      const { owner, id } = await sectioned()
      edits += 1
      const text = `${full(NOVEL_CHARS - 10)}${edits}`
      return sentInPieces(owner, `/novels/${id}/edit`, new Response(formOf({ intent: "save", text })))
    }
    const sectioned = once(() => newNovel(full(NOVEL_CHARS), SECTIONED.existing_sections))
    const full = (chars: number) => firstCharacters(filledWith(piece, chars * 2), chars)
    const fill = (units: number) => filledWith(piece, units)
    const key = () => crypto.randomUUID()
    const json = (fields: object) => () => sentInPieces(stranger, "/generate-novel", Response.json(fields))
    const form = (path: string, fields: Record<string, string | File>) => () =>
      sentInPieces(author, path, new Response(formOf({ ...fields, key: key() })))
    const encoded = (path: string, fields: Record<string, string>) => () =>
      sentInPieces(author, path, new Response(new URLSearchParams({ ...fields, key: key() })))
    const bytes = new TextEncoder().encode(fill(3 * MIB))
    return [
      ["JSON, existing", json({ ...WIRE, existing_text: full(EXISTING_CHARS) })],
      [
        "form, existing and reference, written",
        form("/", { ...TAME, existing_text: full(EXISTING_CHARS), reference_text: full(10_000) }),
      ],
      ["JSON, prompt and direction", json({ ...WIRE, prompt: full(4_000), direction: full(4_000) })],
      ["form, existing", form("/", { ...WIRE, existing_text: full(EXISTING_CHARS) })],
      ["form, prompt beyond", form("/", { ...WIRE, prompt: fill(300_000) })],
      ["form, prompt far beyond its limit", form("/", { ...WIRE, prompt: fill(3_900_000) })],
      [
        "form, existing with sections",
        form("/", { ...TAME, existing_text: full(EXISTING_CHARS), ...SECTIONED }),
      ],
      ["form, encoded, beyond", encoded("/", { ...WIRE, prompt: fill(330_000) })],
      [
        "form, reference file",
        form("/", { ...WIRE, intent: "read-reference", reference_file: new File([bytes], "a.txt") }),
      ],
      ["save", form("/save", { title: "雨夜", content: full(NOVEL_CHARS) })],
      ["save, public", form("/save", { title: "雨夜", content: full(NOVEL_CHARS), is_public: "on" })],
      ["save, encoded", encoded("/save", { title: "雨夜", content: full(NOVEL_CHARS) })],
      ["save, title beyond", form("/save", { title: fill(300_000), content: "雨" })],
      ["save, beyond", form("/save", { title: "雨夜", content: fill(3_900_000) })],
      [
        "form, prompt and direction, written",
        form("/", { ...TAME, prompt: full(4_000), direction: full(4_000), existing_text: "他走了。" }),
      ],
      ["novel", screen("")],
      ["novel's editor", screen("/edit")],
      ["novel's edit", edit],
      ["novel's draft", draft],
      ["novel's paragraphs", screen("/paragraphs")],
      ["novel's memory", screen("/memory")],
      ...EXPORT_FORMATS.map(({ path }) => [`novel as ${path}`, screen(`/${path}`)]),
      ["library, exported", async () => (await novel()).pack],
      ["continuation", continuation((id) => `/?generation=${id}`)],
      ["continuation without script", continuation((id) => `/generations/${id}/live`)],
      ["continuation's editor", continuation((id) => `/generations/${id}/edit`)],
      ["continuation's paragraphs", continuation((id) => `/generations/${id}/paragraphs`)],
      ["continuation's memory", continuation((id) => `/generations/${id}/memory`)],
      ["continuation as text", continuation((id) => `/generations/${id}/text`)],
      [
        "library, imported",
        async () => {
          const { pack } = await novel()
          const library = new File([await (await pack()).arrayBuffer()], "a.zip")
          return sentInPieces(await newAuthor(), "/my-novels/import", new Response(formOf({ library })))
        },
      ],
      ["novel on the desk", async () => (await novel()).to(({ id }) => `/?novel=${id}`)],
      ["novel, read by strangers", read("")],
      ["novel, its second part read by strangers", read("?part=2")],
      ["novel as epub, read by strangers", read("/epub")],
      ["novel's preview picture", read("/picture.png")],
      ["shelf", async () => (await novel()).to(() => "/my-novels")],
      ["own data, exported", async () => (await novel()).to(() => "/profile/export")],
      ["novel's sections", sectionedEdit],
      [
        "novel's new section",
        async () => {
          const { owner, id } = await novel()
          const sent = {
            intent: "add-section",
            text: "新节",
            start: `${firstCharacters(piece.trim(), 40)}尾`,
          }
          return sentInPieces(owner, `/novels/${id}`, new Response(formOf(sent)))
        },
      ],
      [
        "novel's paragraph, written anew",
        async () => {
          const { owner, id } = await novel()
          const sent = { intent: "rewrite", paragraph: "0", wish: "短一些", key: key() }
          return sentInPieces(owner, `/novels/${id}/paragraphs`, new Response(formOf(sent)))
        },
      ],
      [
        "continuation's edit",
        async () => {
          edits += 1
          const text = `第${edits}稿\n${full(EXISTING_CHARS - 10)}`
          const sent = { intent: "save", text, editor: key() }
          return sentInPieces(author, `/generations/${await begun()}/edit`, new Response(formOf(sent)))
        },
      ],
      [
        "continuation, saved",
        async () => {
          const sent = { generation: await begun(), title: "雨夜", content: "", key: key() }
          return sentInPieces(author, "/save", new Response(formOf(sent)))
        },
      ],
      ["continuation, to be saved", continuation((id) => `/save?generation=${id}`)],
      ["continuation's events", continuation((id) => `/generations/${id}/events?from=0.0`)],
      [
        "continuation's part, written anew",
        async () =>
          sentInPieces(author, `/generations/${await begun()}/rewrite`, new Response(formOf({ key: key() }))),
      ],
      [
        "texts, moved",
        async () => {
          edits += 1
          const one = {
            key: "a",
            id: null,
            text: `第${edits}稿\n${full(EXISTING_CHARS - 10)}`,
            prompt: "雨",
            level: 1,
            sections: [],
            novel: null,
          }
          return sentInPieces(
            author,
            "/my-novels/move",
            new Response(formOf({ entries: JSON.stringify([one]) })),
          )
        },
      ],
      [
        "outline, sent back",
        async () => {
          const form = new FormData()
          for (const part of HEAD_PARTS) form.append(part, full(HEAD_PART_MAX_CHARS))
          for (let card = 0; card < OUTLINE_CARDS_MAX; card += 1) {
            for (const part of CARD_PARTS) form.append(part, full(CARD_PART_MAX_CHARS))
            form.append("characters", "1000")
          }
          form.append("intent", "keep")
          return sentInPieces(author, "/generations/aaaaaaaaaaaaaaaaaaaaaa/outline", new Response(form))
        },
      ],
      [
        "memory at its limits",
        async () => {
          const id = await begun()
          const entry = {
            kind: "person",
            aliases: [],
            fixed: full(40),
            now: "",
            at: 0,
            by: "model",
            open: true,
          }
          const entries = Array.from({ length: MEMORY_MAX_ENTRIES }, (_, at) => ({
            ...entry,
            id: `${at}`,
            name: `人${at}`,
          }))
          await admin
            .from("generations")
            .update({ memory: { readTo: 0, sections: [], entries } })
            .eq("id", id)
            .throwOnError()
          return () => author.fetch(`/generations/${id}/memory`)
        },
      ],
      // Behind the others, because their text takes the novel's place.
      ["novel's version", version("")],
      ["novel's version, whole", version("?whole")],
    ].map(([place, prepare]) => ({ name: `${name}: ${place}`, prepare: prepare as Case["prepare"] }))
  })
  const shaped = Object.entries(JSON_TEXTS).map(([name, text]) => ({
    name: `${name}: JSON`,
    prepare: () => sentInPieces(stranger, "/generate-novel", typed("application/json", text)),
  }))
  const bodies = { "plus signs": "+", "percent signs": "%", "percent-encoded": "%E4%B8%80", ampersands: "&" }
  const encodedBodies = Object.entries(bodies).flatMap(([name, piece]) =>
    [3 * MIB - 20, FORM_MAX_BYTES - 20].map((size) => ({
      name: `${name}, ${Math.ceil(size / MIB)} MB: encoded form`,
      prepare: () => {
        const text = `prompt=${piece.repeat(Math.floor(size / piece.length))}`
        return sentInPieces(stranger, "/", typed("application/x-www-form-urlencoded", text))
      },
    })),
  )
  const files = [0x00, 0x0a, 0x81, 0xe4, 0xff].map((byte) => ({
    name: `file of 10 MB, bytes ${byte.toString(16)}: reference`,
    prepare: () => {
      const reference_file = new File([new Uint8Array(10 * MIB - 1).fill(byte)], "a.txt")
      return sentInPieces(
        stranger,
        "/",
        new Response(formOf({ ...WIRE, intent: "read-reference", reference_file })),
      )
    },
  }))
  return [...filled, ...shaped, ...encodedBodies, ...files, ...formCases({ author, newAuthor })]
}

async function newAuthor(): Promise<Visitor> {
  const visitor = new AppVisitor()
  await visitor.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  return visitor
}

/** An author with one saved novel. */
async function newNovel(content: string, sections = "[]") {
  const owner = await newAuthor()
  await owner.post("/save", formOf({ title: "雨夜", content, sections, key: crypto.randomUUID() }))
  const shelf = await (await owner.fetch("/my-novels")).text()
  const [, id = ""] = /\/novels\/([0-9a-f-]{36})/.exec(shelf) ?? []
  const to = (pathOf: (novel: { id: string }) => string) => () => owner.fetch(pathOf({ id }))
  return { owner, id, to, pack: () => owner.fetch("/my-novels/export") }
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null
  return () => (made ??= make())
}

function filledWith(piece: string, units: number): string {
  return piece.repeat(Math.ceil(units / piece.length)).slice(0, units)
}

/** Records the text as taken down this many times, as `npm run reports` would. Saved texts are compared with it. */
async function takeDown(name: string, times: number): Promise<void> {
  const { hash, sketch } = sketchText(filledWith(PIECES[name] ?? "", NOVEL_CHARS))
  const record = () => ({ novel_id: crypto.randomUUID(), text_hash: hash, sketch })
  const records = Array.from({ length: times }, record)
  await admin.from("taken_down_texts").insert(records).throwOnError()
}

function typed(type: string, text: string): Response {
  return new Response(text, { headers: { "Content-Type": type } })
}

/** Measures one request until its answer ends, or until it begins where the answer is a story. */
async function holdOf(send: Send): Promise<{ holdMs: number; response: Response }> {
  let holdMs = 0
  let done = false
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    holdMs = Math.max(holdMs, (user + system) / 1_000)
    before = process.threadCpuUsage()
    if (!done) setImmediate(turn)
  }
  globalThis.gc?.()
  before = process.threadCpuUsage()
  setImmediate(turn)
  const response = await send()
  await response.text()
  const [, begun] = BEGUN.exec(response.headers.get("Location") ?? "") ?? []
  // The engine prepares after the answer what the request started.
  await sleep(begun ? BEGINNING_MS : AFTERWARDS_MS)
  done = true
  turn()
  if (begun) await author.post(`/generations/${begun}/stop`, formOf({}))
  return { holdMs, response }
}
