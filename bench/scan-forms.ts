/**
 * What a client of its own may send instead of a text: fields of JSON of as many parts as fit, a boundary as long as a
 * header may be, and packed libraries.
 */
import { FIELDS_MAX_BYTES, LIBRARY_INDEX_MAX_BYTES, SHORT_TEXTS_MAX_BYTES } from "#app/domain/limits.ts"
import { SHELF_MAX_NOVELS } from "#app/domain/novel.ts"
import { type ZipEntry, zip } from "#app/server/books/zip.server.ts"

const MIB = 1_024 * 1_024
const SOCKET_BYTES = 65_536
/** Less than Node's limit of all headers. */
const BOUNDARY = "a".repeat(15_000)
/** Sends a request. What it begins is its sender's to stop. */
export type Send = (() => Promise<Response>) & { sender?: Sender }
type Fetch = (path: string, init: RequestInit) => Promise<Response>
interface Sender {
  fetch: Fetch
}
interface Tools {
  author: Sender
  newAuthor: () => Promise<Sender>
  /** The id of a generation of the author's, whose plan waits. */
  outline: string
}
interface Case {
  name: string
  status?: number
  prepare: () => Promise<Send>
}

export function formCases({ author, newAuthor, outline }: Tools): Case[] {
  const generation = `/generations/${outline}`
  const fields: [string, string, number, (json: string) => Record<string, string>, status?: number][] = [
    [
      "form, sections",
      "/",
      SHORT_TEXTS_MAX_BYTES,
      (json) => ({ prompt: "雨", existing_text: "雨", existing_sections: json }),
    ],
    [
      "save, sections",
      "/save",
      SHORT_TEXTS_MAX_BYTES,
      (json) => ({ title: "雨", content: "雨", sections: json }),
    ],
    ["texts, moved", "/my-novels/move", 4 * MIB, (json) => ({ entries: json })],
    ["outline", `${generation}/outline`, MIB / 4, (json) => ({ intent: "keep", other: json, removed: json })],
    [
      "memory",
      `${generation}/memory`,
      SHORT_TEXTS_MAX_BYTES,
      (json) => ({ intent: "restore", id: "a", entry: json }),
      400,
    ],
  ]
  const ofJson = Object.entries(JSON_OF).flatMap(([name, jsonOf]) => [
    ...fields.map(([place, path, bytes, fieldsOf, status]) => ({
      name: `${name} in a field: ${place}`,
      ...(status && { status }),
      prepare: () => inForm(author, path, fieldsOf(jsonOf(bytes - 4_000))),
    })),
    {
      name: `${name} in a field: JSON, sections`,
      prepare: async () => {
        const body = { prompt: "雨", existing_text: "雨", existing_sections: jsonOf(4_500_000) }
        return sentInPieces(author, "/generate-novel", Response.json(body))
      },
    },
  ])
  let people = 0
  /** Each time another one: an entry that is there already is not read. */
  const newPerson = (name: string, aliases: string) => {
    people += 1
    const fields = { intent: "add", id: `${people}`, name: `${name}${people}`, aliases }
    return inForm(author, `${generation}/memory`, fields)
  }
  const aliases = ["、", "\r\n", "|"].map((mark) => ({
    name: `${JSON.stringify(mark)}: memory, aliases`,
    prepare: () => newPerson("a", mark.repeat((SHORT_TEXTS_MAX_BYTES - 4_000) / Buffer.byteLength(mark))),
  }))
  const longName = {
    name: "a name of blanks beside aliases: memory",
    status: 400,
    prepare: () => {
      const names = Array.from({ length: 1_000 }, (_, at) => `老${at}`).join("、")
      return newPerson(`雨${" ".repeat(SHORT_TEXTS_MAX_BYTES - 16_000)}`, names)
    },
  }
  const libraries = Object.entries(LIBRARIES).map(([name, entriesOf]) => ({
    name: `${name}: library, imported`,
    prepare: async () => {
      const bytes = new Uint8Array(await zip(entriesOf(), new Date()))
      return inForm(await newAuthor(), "/my-novels/import", { library: new File([bytes], "a.zip") })
    },
  }))
  return [
    ...ofJson,
    ...aliases,
    longName,
    { name: "a long boundary: form", status: 400, prepare: withLongBoundary },
    ...libraries,
  ]

  async function withLongBoundary(): Promise<Send> {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="own_text"\r\n\r\n`
    const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` }
    return sentInPieces(author, "/", new Response(head + "a".repeat(2 * MIB), { headers }))
  }
}

const JSON_OF: Record<string, (bytes: number) => string> = {
  "many objects": (bytes) => `[${"{},".repeat(bytes / 3)}1]`,
  "deep lists": (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "many keys": (bytes) =>
    `{${Array.from({ length: bytes / 11 }, (_, at) => `"k${at.toString(36)}":1`).join()}}`,
}

const LIBRARIES: Record<string, () => ZipEntry[]> = {
  "as many entries as may be": () => [
    index(Array.from({ length: SHELF_MAX_NOVELS }, (_, at) => `${at}`)),
    ...Array.from({ length: 4 * SHELF_MAX_NOVELS }, (_, at) => ({ name: `${at}`, content: "{}" })),
  ],
  "as many novels that are not there": () => [
    index(Array.from({ length: SHELF_MAX_NOVELS }, (_, at) => `${at}`)),
  ],
  "a text of line ends": () => [index(["a"]), novel("雨", "\r".repeat(3_000_000))],
  "a text beyond its limit": () => [index(["a"]), novel("雨", "a".repeat(6_000_000))],
  "a title of blanks": () => [index(["a"]), novel(" a".repeat(3_000_000), "雨")],
  "many long titles": () => [index(new Array(20).fill("a")), novel("a".repeat(6_000_000), "雨")],
  "a long list": () => [index(["a"], "a".repeat(LIBRARY_INDEX_MAX_BYTES - FIELDS_MAX_BYTES))],
  "as many bytes as may be": () => [
    index(["a"]),
    { ...novel("雨", "a".repeat(6_000_000)), isStored: true },
    { name: "b", content: "a".repeat(55 * MIB), isStored: true },
  ],
}

function index(data: string[], title = "雨"): ZipEntry {
  const novels = data.map((name) => ({ title, file: "a", data: name }))
  const library = { format: "luobi-library", version: 1, exportedAt: "", label: "", novels }
  return { name: "library.json", content: JSON.stringify(library) }
}

function novel(title: string, content: string): ZipEntry & { content: string } {
  const dates = { createdAt: "", updatedAt: "" }
  const data = {
    label: "",
    aigc: "",
    title,
    content,
    sections: [],
    contentLevel: 1,
    isPublic: false,
    ...dates,
  }
  return { name: "a", content: JSON.stringify(data) }
}

function inForm(sender: Sender, path: string, fields: Record<string, string | File>): Promise<Send> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("key", crypto.randomUUID())
  return sentInPieces(sender, path, new Response(form))
}

/** Reads the body before the clock runs, and sends it as it comes from a socket. */
export async function sentInPieces(
  sender: Sender,
  path: string,
  sent: Response,
  otherHeaders: Record<string, string> = {},
): Promise<Send> {
  const headers = { "Content-Type": sent.headers.get("Content-Type") ?? "", ...otherHeaders }
  const bytes = await sent.bytes()
  const send = () => {
    const init = { method: "POST", headers, body: asFromSocket(bytes), duplex: "half" }
    return sender.fetch(path, init)
  }
  return Object.assign(send, { sender })
}

function asFromSocket(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve))
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + SOCKET_BYTES))
      at += SOCKET_BYTES
    },
  })
}
