/**
 * How long one request holds the event loop of the built app, whatever text it brings.
 *
 *   npm run bench:scan -- [--only WORDS] [--runs 3]
 *
 * Takes about an hour and a half beside other work. With --only it measures the inputs whose names hold these
 * words; `npm run bench` takes those of prose. The embedded backend and the built app's handler run in this process.
 * The last line is one JSON object. Exits with 1 when a run broke or a case was blind, not when a figure misses its
 * target.
 *
 * Definitions
 * - hold: the main thread's processor time (`process.threadCpuUsage()`) between two turns of the event loop. It
 *   is the longest hold of the request and of the moment after it, or of the two seconds in which a generation
 *   begins, which then is stopped, so that it does not hold the next run. The best of three runs counts, because
 *   the garbage of one run may be collected in the next.
 * - by home: the longest hold by that of the page `/`, measured in the same way.
 * - blind: a case whose answer is not the one that it is to measure, such as a refusal, which may cost less. It counts
 *   in every run.
 * - screens of a saved novel: those of one that is as long as it may be, asked for by its author, or by somebody else
 *   after it was published.
 * - inputs: the slowest that a search over single characters, sequences and the ban's own words found. Each
 *   fills a field to its limit, and to the limit of a body. A text that is saved to be public was taken down
 *   before, so it is compared with as many records as the database hands out. What is no text is in scan-forms.ts.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { createClient } from "@supabase/supabase-js"
import { library } from "#app/copy/downloads.ts"
import { moveTexts } from "#app/copy/novels.ts"
import { EXPORT_FORMATS } from "#app/domain/export-format.ts"
import { EXISTING_TEXT_MAX_CHARS, FORM_MAX_BYTES, JSON_MAX_BYTES } from "#app/domain/limits.ts"
import {
  MEMORY_FIELD_MAX_CHARS,
  MEMORY_MAX_ENTRIES,
  MEMORY_NAME_MAX_CHARS,
} from "#app/domain/memory/story-memory.ts"
import { NOVEL_MAX_CHARS } from "#app/domain/novel.ts"
import { CARD_PART_MAX_CHARS, HEAD_PART_MAX_CHARS, OUTLINE_CARDS_MAX } from "#app/domain/outline/outline.ts"
import { CARD_PARTS, HEAD_PARTS } from "#app/domain/outline/outline-parts.ts"
import { SECTIONS_MAX } from "#app/domain/sections.ts"
import { firstCharacters, toSingleLine } from "#app/domain/text.ts"
import { sketchText } from "#app/server/scan/text-sketch.server.ts"
import { buildWhenNeeded } from "../scripts/build-when-needed.ts"
import { startEmbeddedBackend } from "../tests/support/backend/embedded-backend.ts"
import { newTameText } from "../tests/support/tame-text.ts"
import { atMost, printFigures } from "./figures.ts"
import { formCases, type Send, sentInPieces } from "./scan-forms.ts"

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
const { AppVisitor, formOf, valueIn } = await import("../tests/support/app-visitor.ts")
const { newEmail, PASSWORD } = await import("../tests/support/session-visitor.ts")

const PIECES: Record<string, string> = {
  "U+FDFA": "\ufdfa",
  "U+3316": "\u3316",
  几: "几",
  "combining marks": "a\u0301\u0302",
  "marks alone": "\u0301",
  "marks to sort": "\u0301\u0323",
  "words of a rule": "都",
  "question marks": "？",
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
interface Case {
  name: string
  /** The answer that is measured; by default any that refuses nothing. */
  status?: number
  /** What its page says. */
  told?: string
  /** Builds the body before the clock runs, because that is the browser's work. */
  prepare(): Promise<Send>
}

const BEGUN = /[?&](?:generation|writing)=([\w-]+)/
const TAME = { prompt: "雨夜的修表匠", erotic_level: "1", length: "1" }
const WIRE = { prompt: "雨夜的修表匠", erotic_level: "5", length: "1" }
const LIVE = { Accept: "text/event-stream" }
const author = await newAuthor()
const stranger = new AppVisitor()

const SECTIONED = {
  existing_sections: JSON.stringify(
    Array.from({ length: SECTIONS_MAX }, (_, at) => ({ title: `第${at}节`, at: 2 * at })),
  ),
}

const admin = createClient(backend.url, backend.secretKey, { auth: { persistSession: false } })
await takeDown("varied prose", KNOWN_TEXTS)
for (const name of Object.keys(PIECES)) await takeDown(name, 1)

const blind: string[] = []
const home = await bestHoldOf({ name: "/", prepare: async () => () => stranger.fetch("/") })
const holds: { name: string; hold: number }[] = []
for (const one of (await casesOf()).filter(({ name }) => name.includes(asked.only))) {
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
  { beyond, blind: [...new Set(blind)] },
)
process.exit(blind.length > 0 ? 1 : 0)

async function bestHoldOf({ name, status: expected, told, prepare }: Case): Promise<number> {
  const holds: number[] = []
  const statuses: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const { holdMs, status, page } = await holdOf(await prepare())
    statuses.push(status)
    holds.push(holdMs)
    const isExpected = expected === undefined ? status < 400 : status === expected
    if (!isExpected || (told !== undefined && !page.includes(told))) blind.push(name)
  }
  const hold = Math.min(...holds)
  console.log(`${hold.toFixed(0).padStart(6)} ms  ${statuses.join(" ")}  ${name}`)
  return hold
}

async function casesOf(): Promise<Case[]> {
  const filled = Object.entries(PIECES).flatMap(([name, piece]) => {
    // The app saves no text of blanks alone, so a character stands before it.
    const novel = once(() => newNovel(`雨${fill(NOVEL_CHARS - 1)}`))
    const ofBlank = toSingleLine(piece) === "" ? 400 : undefined
    // Forms send each other line end as two bytes, which are too many before anybody reads them as blanks.
    const isReadAsBlank = name === "spaces" || name === "CR LF"
    const ofMinors = name === "ages and children" ? 422 : undefined
    // Its shelf has room for what one text fills.
    const writer = once(newAuthor)
    let edits = 0
    const screen = (path: string) => async () => {
      const { owner, id } = await novel()
      return () => owner.fetch(`/novels/${id}${path}`)
    }
    const nextText = (chars = NOVEL_CHARS) => `第${++edits}稿\n${full(chars - 10)}`
    const saved = async (owner: Visitor, id: string, text: string) => {
      const { status } = await owner.post(`/novels/${id}/edit`, formOf({ intent: "save", text }))
      if (status !== 303) throw new Error(`an edit of a novel of ${name} answered ${status}`)
    }
    /** The novel with another text that its first line tells from those before. */
    const edited = async () => {
      const { owner, id } = await novel()
      const text = nextText()
      await saved(owner, id, text)
      return { owner, id, firstLine: text.slice(0, text.indexOf("\n")) }
    }
    const edit = async () => {
      const { owner, id } = await novel()
      return sentInPieces(
        owner,
        `/novels/${id}/edit`,
        new Response(formOf({ intent: "save", text: nextText() })),
      )
    }
    const draft = async () => {
      const { owner, id } = await novel()
      const page = await (await owner.fetch(`/novels/${id}/edit`)).text()
      const [seen, draft] = [valueIn(page, "seen"), valueIn(page, "draft")]
      const sent = { title: "雨夜", text: nextText(), seen, draft, editor: key() }
      return sentInPieces(owner, `/novels/${id}/draft`, new Response(formOf(sent)))
    }
    const editBeside = async () => {
      const { owner, id } = await edited()
      const page = await (await owner.fetch(`/novels/${id}/edit`)).text()
      await saved(owner, id, nextText())
      const text = `${full(NOVEL_CHARS - 10)}\n又一稿`
      const sent = { intent: "save", text, seen: valueIn(page, "seen"), editor: key() }
      return sentInPieces(owner, `/novels/${id}/edit`, new Response(formOf(sent)))
    }
    const begun = once(async () => {
      const fields = { ...TAME, existing_text: full(EXISTING_CHARS), key: key() }
      const owner = await writer()
      const id = begunBy(await owner.post("/", formOf(fields)))
      // Until it has a text of its own, which its editor and its paragraphs show.
      await sleep(BEGINNING_MS)
      await owner.post(`/generations/${id}/stop`, formOf({}))
      return id
    })
    const continuation = (pathOf: (id: string) => string) => async () => {
      const [owner, path] = [await writer(), pathOf(await begun())]
      return () => owner.fetch(path)
    }
    const outline = (intent: string, headChars: number, cardChars: number) => async () => {
      const owner = await writer()
      const path = `/generations/${await newOutline(owner)}/outline`
      const form = new FormData()
      for (const part of HEAD_PARTS) form.append(part, full(headChars))
      for (let card = 0; card < OUTLINE_CARDS_MAX; card += 1) {
        for (const part of CARD_PARTS) form.append(part, full(cardChars))
        form.append("characters", "1000")
      }
      form.append("intent", intent)
      return sentInPieces(owner, path, new Response(form))
    }
    const version = (search: string) => async () => {
      const { owner, id } = await novel()
      await saved(owner, id, "雪停了。")
      const page = await (await owner.fetch(`/novels/${id}`)).text()
      const [path] = page.match(/\/novels\/[^"]*\/versions\/[0-9a-f-]+/) ?? []
      if (!path) throw new Error("the novel has no version")
      return () => owner.fetch(`${path}${search}`)
    }
    const read = (path: string) => async () => {
      const { id } = await novel()
      // The text was taken down, so its author may not publish it. The edit before takes the review away, and
      // without one strangers get a 404.
      const published = { is_public: true, reviewed_at: new Date().toISOString() }
      await admin.from("novels").update(published).eq("id", id).throwOnError()
      return () => stranger.fetch(`/shared/${id}${path}`)
    }
    const section = (startOf: (firstLine: string) => string) => async () => {
      const { owner, id, firstLine } = await edited()
      const sent = { intent: "add-section", text: "新节", start: startOf(firstLine) }
      return sentInPieces(owner, `/novels/${id}`, new Response(formOf(sent)))
    }
    const remembered = (pathOf: () => Promise<[Visitor, string]>) => async () => {
      const [owner, path] = await pathOf()
      const fields = {
        name: `${full(MEMORY_NAME_MAX_CHARS - 5)}尾${++edits}`,
        fixed: full(MEMORY_FIELD_MAX_CHARS),
        now: "",
      }
      const sent = { intent: "add", id: key(), kind: "person", is_authors: "on", ...fields }
      return sentInPieces(owner, `${path}/memory`, new Response(formOf(sent)))
    }
    const sectionedEdit = async () => {
      const { owner, id } = await sectioned()
      edits += 1
      const text = `雨${full(NOVEL_CHARS - 10)}${edits}`
      return sentInPieces(owner, `/novels/${id}/edit`, new Response(formOf({ intent: "save", text })))
    }
    const sectioned = once(() => newNovel(`雨${fill(NOVEL_CHARS - 1)}`, SECTIONED.existing_sections))
    const full = (chars: number) => firstCharacters(filledWith(piece, chars * 2), chars)
    const fill = (units: number) => filledWith(piece, units)
    const key = () => crypto.randomUUID()
    const json = (fields: object) => async () =>
      sentInPieces(await writer(), "/generate-novel", Response.json(fields), LIVE)
    const form = (path: string, fields: Record<string, string | File>) => async () =>
      sentInPieces(await writer(), path, new Response(formOf({ ...fields, key: key() })))
    const encoded = (path: string, fields: Record<string, string>) => async () =>
      sentInPieces(await writer(), path, new Response(new URLSearchParams({ ...fields, key: key() })))
    const bytes = new TextEncoder().encode(fill(3 * MIB))
    return [
      ["JSON, existing", json({ ...WIRE, existing_text: full(EXISTING_CHARS) }), ofMinors],
      [
        "form, existing and reference, written",
        form("/", { ...TAME, existing_text: full(EXISTING_CHARS), reference_text: full(10_000) }),
      ],
      [
        "JSON, prompt and direction",
        json({ ...WIRE, prompt: full(4_000), direction: full(4_000) }),
        ofBlank ?? ofMinors,
      ],
      ["form, existing", form("/", { ...WIRE, existing_text: full(EXISTING_CHARS) }), ofMinors],
      ["form, prompt beyond", form("/", { ...WIRE, prompt: fill(300_000) }), 400],
      ["form, prompt far beyond its limit", form("/", { ...WIRE, prompt: fill(3_900_000) }), 413],
      [
        "form, existing with sections",
        form("/", { ...TAME, existing_text: full(EXISTING_CHARS), ...SECTIONED }),
      ],
      ["form, encoded, beyond", encoded("/", { ...WIRE, prompt: fill(330_000) }), 400],
      [
        "form, reference file",
        form("/", { ...WIRE, intent: "read-reference", reference_file: new File([bytes], "a.txt") }),
        ofBlank,
      ],
      ["save", form("/save", { title: "雨夜", content: full(NOVEL_CHARS) }), ofBlank],
      [
        "save, public",
        form("/save", { title: "雨夜", content: full(NOVEL_CHARS), is_public: "on" }),
        ofBlank ?? 403,
      ],
      ["save, encoded", encoded("/save", { title: "雨夜", content: full(NOVEL_CHARS) }), ofBlank],
      ["save, title beyond", form("/save", { title: fill(300_000), content: "雨" }), 400],
      ["save, beyond", form("/save", { title: "雨夜", content: fill(3_900_000) }), isReadAsBlank ? 400 : 413],
      [
        "form, prompt and direction, written",
        form("/", { ...TAME, prompt: full(4_000), direction: full(4_000), existing_text: "他走了。" }),
        ofBlank,
      ],
      ["novel", screen("")],
      ["novel's editor", screen("/edit")],
      ["novel's edit", edit],
      ["novel's draft", draft],
      ["novel's edit, beside another", editBeside, 409],
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
          const packed = new File([await (await pack()).arrayBuffer()], "a.zip")
          const form = new Response(formOf({ library: packed }))
          return sentInPieces(await newAuthor(), "/my-novels/import", form)
        },
        200,
        library.imported(1),
      ],
      ["novel on the desk", async () => (await novel()).to(({ id }) => `/?novel=${id}`)],
      ["shelf", async () => (await novel()).to(() => "/my-novels")],
      ["own data, exported", async () => (await novel()).to(() => "/profile/export")],
      ["novel's sections", sectionedEdit],
      ["novel's new section", section((firstLine) => firstLine)],
      ["novel's new section, sought", section(() => `${firstCharacters(piece.trim(), 40)}尾`), 400],
      [
        "novel's paragraph, written anew",
        async () => {
          const { owner, id } = await edited()
          const sent = { intent: "rewrite", paragraph: "0", wish: "短一些", key: key() }
          return sentInPieces(owner, `/novels/${id}/paragraphs`, new Response(formOf(sent)))
        },
      ],
      [
        "continuation's edit",
        async () => {
          const sent = { intent: "save", text: nextText(EXISTING_CHARS), editor: key() }
          return sentInPieces(
            await writer(),
            `/generations/${await begun()}/edit`,
            new Response(formOf(sent)),
          )
        },
      ],
      [
        "continuation, saved",
        async () => {
          const sent = { generation: await begun(), title: "雨夜", content: "", key: key() }
          return sentInPieces(await writer(), "/save", new Response(formOf(sent)))
        },
      ],
      ["continuation, to be saved", continuation((id) => `/save?generation=${id}`)],
      ["continuation's events", continuation((id) => `/generations/${id}/events?from=0.0`)],
      [
        "continuation's part, written anew",
        async () => {
          const [owner, id] = [await writer(), await begun()]
          const form = new Response(formOf({ key: key() }))
          const send = await sentInPieces(owner, `/generations/${id}/rewrite`, form)
          const rewrite = async () => {
            const response = await send()
            // Where it is refused, it leads back.
            return begunBy(response) === id ? new Response(null, { status: 409 }) : response
          }
          return Object.assign(rewrite, { sender: owner })
        },
      ],
      [
        "texts, moved",
        async () => {
          const one = {
            key: "a",
            id: null,
            text: nextText(EXISTING_CHARS),
            prompt: "雨",
            level: 1,
            sections: [],
            novel: null,
          }
          const entries = JSON.stringify([one])
          return sentInPieces(await writer(), "/my-novels/move", new Response(formOf({ entries })))
        },
        200,
        moveTexts.moved(1, 1),
      ],
      ["outline, sent back", outline("keep", HEAD_PART_MAX_CHARS, CARD_PART_MAX_CHARS)],
      ["outline, beyond", outline("write", HEAD_PART_MAX_CHARS, CARD_PART_MAX_CHARS), 400],
      ["outline, written", outline("write", 200, 70), ofBlank],
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
          const owner = await writer()
          return () => owner.fetch(`/generations/${id}/memory`)
        },
      ],
      [
        "novel's memory, told a name",
        remembered(async () => {
          const { owner, id } = await novel()
          return [owner, `/novels/${id}`]
        }),
      ],
      // Behind those that change its text, which would be refused in public.
      ["novel, read by strangers", read("")],
      ["novel, its second part read by strangers", read("?part=2")],
      ["novel as epub, read by strangers", read("/epub")],
      ["novel's preview picture", read("/picture.png")],
      // Behind the others, because their text takes the novel's place.
      ["novel's version", version("")],
      ["novel's version, whole", version("?whole")],
    ].map(([place, prepare, status, told]) => ({ name: `${name}: ${place}`, prepare, status, told }) as Case)
  })
  const shaped = Object.entries(JSON_TEXTS).map(([name, text]) => ({
    name: `${name}: JSON`,
    status: 400,
    prepare: () => sentInPieces(stranger, "/generate-novel", typed("application/json", text)),
  }))
  const bodies: [name: string, piece: string, ofSmall: number, ofLarge: number][] = [
    ["plus signs", "+", 413, 413],
    ["percent signs", "%", 413, 413],
    ["percent-encoded", "%E4%B8%80", 400, 413],
    ["ampersands", "&", 400, 400],
  ]
  const encodedBodies = bodies.flatMap(([name, piece, ofSmall, ofLarge]) =>
    [3 * MIB - 20, FORM_MAX_BYTES - 20].map((size) => ({
      name: `${name}, ${Math.ceil(size / MIB)} MB: encoded form`,
      status: size < FORM_MAX_BYTES / 2 ? ofSmall : ofLarge,
      prepare: () => {
        const text = `prompt=${piece.repeat(Math.floor(size / piece.length))}`
        return sentInPieces(stranger, "/", typed("application/x-www-form-urlencoded", text))
      },
    })),
  )
  const bytesOfFiles: [byte: number, status: number][] = [
    [0x00, 415],
    [0x0a, 400],
    [0x81, 200],
    [0xe4, 200],
    [0xff, 200],
  ]
  const files = bytesOfFiles.map(([byte, status]) => ({
    name: `file of 10 MB, bytes ${byte.toString(16)}: reference`,
    status,
    prepare: () => {
      const reference_file = new File([new Uint8Array(10 * MIB - 1).fill(byte)], "a.txt")
      return sentInPieces(
        stranger,
        "/",
        new Response(formOf({ ...WIRE, intent: "read-reference", reference_file })),
      )
    },
  }))
  return [
    ...filled,
    ...shaped,
    ...encodedBodies,
    ...files,
    ...formCases({ author, newAuthor, outline: await newOutline(author) }),
  ]
}

/** Somebody with an account and a confirmed age. */
async function newAuthor(): Promise<Visitor> {
  const visitor = new AppVisitor()
  await visitor.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  const confirming = { ...WIRE, intent: "confirm-adult", key: crypto.randomUUID() }
  const id = begunBy(await visitor.post("/", formOf(confirming)))
  await visitor.post(`/generations/${id}/stop`, formOf({}))
  return visitor
}

/** The id of the generation that an answer leads to. */
function begunBy({ headers }: Response): string {
  const [, id = headers.get("X-Generation-Id") ?? ""] = BEGUN.exec(headers.get("Location") ?? "") ?? []
  return id
}

/** The id of a generation whose plan waits for its author. */
async function newOutline(owner: Visitor): Promise<string> {
  const fields = { ...TAME, outline_first: "on", key: crypto.randomUUID() }
  const id = begunBy(await owner.post("/", formOf(fields)))
  const isShown = async () =>
    (await (await owner.fetch(`/generations/${id}/outline`)).text()).includes('name="premise"')
  while (!(await isShown())) await sleep(AFTERWARDS_MS)
  return id
}

/** An author with one saved novel. */
async function newNovel(content: string, sections = "[]") {
  const owner = await newAuthor()
  await owner.post("/save", formOf({ title: "雨夜", content, sections, key: crypto.randomUUID() }))
  const shelf = await (await owner.fetch("/my-novels")).text()
  const [, id] = /\/novels\/([0-9a-f-]{36})/.exec(shelf) ?? []
  if (!id) throw new Error("a novel was not saved")
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
async function holdOf(send: Send): Promise<{ holdMs: number; status: number; page: string }> {
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
  const begun = begunBy(response)
  const pieces: Uint8Array[] = []
  if (response.headers.has("X-Generation-Id")) await response.body?.cancel()
  else for await (const piece of response.body ?? []) pieces.push(piece)
  // The engine prepares after the answer what the request started.
  await sleep(begun ? BEGINNING_MS : AFTERWARDS_MS)
  done = true
  turn()
  if (begun) await send.sender?.fetch(`/generations/${begun}/stop`, { method: "POST", body: formOf({}) })
  // Joined and decoded behind the measure, because that is the browser's work.
  return { holdMs, status: response.status, page: Buffer.concat(pieces).toString() }
}
