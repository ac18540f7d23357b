import type { Dice } from "../../faults/dice.ts"
import { badValue, bytesOf, fieldName } from "./bad-values.ts"

export interface Body {
  kind: string
  type: string | null
  bytes: Buffer
}

const BOUNDARY = "----edge"
const DEPTH = 20_000
const MANY_FIELDS = 10_000
const KIB = 1_024

/** Bodies by what is wrong with them. */
const BODIES: Record<string, (dice: Dice) => Omit<Body, "kind">> = {
  "bad form fields": (dice) => form(fields(dice)),
  "bad form fields, mostly": (dice) => form(fields(dice)),
  "a form of 10,000 fields": (dice) =>
    form(Array.from({ length: MANY_FIELDS }, () => [fieldName(dice), "1"])),
  "a form that is not UTF-8": (dice) => ({ type: FORM, bytes: bytesOf(dice, 400) }),
  "a form that is too large": (dice) => form([[fieldName(dice), "x".repeat(dice.between(60, 400) * KIB)]]),
  "half a percent sign": () => ({ type: FORM, bytes: Buffer.from("prompt=%&length=%f&email=%zz") }),
  "a form with another case and charset": (dice) => ({
    type: "Application/X-WWW-Form-Urlencoded; charset=utf-16",
    bytes: encoded(fields(dice)),
  }),
  "bad JSON values": (dice) => json(Object.fromEntries(fields(dice))),
  "JSON of other kinds": (dice) =>
    json(dice.pick<unknown>([null, [], 7, "x", true, [[{}]], { prompt: { a: [] } }])),
  "broken JSON": (dice) => ({
    type: JSON_TYPE,
    bytes: Buffer.from(dice.pick(["{", '{"prompt":"', "[1,", "nul", "{'a':1}"])),
  }),
  "deep JSON": (dice) => ({
    type: JSON_TYPE,
    bytes: Buffer.from(
      dice.pick([
        "[".repeat(DEPTH),
        `{"prompt":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}}`,
        '{"a":'.repeat(DEPTH),
      ]),
    ),
  }),
  "JSON that is not UTF-8": (dice) => ({ type: JSON_TYPE, bytes: bytesOf(dice, 300) }),
  "JSON that is too large": (dice) => json({ prompt: "x".repeat(dice.between(1_000, 1_500) * KIB) }),
  "JSON that reaches for prototypes": () => ({
    type: JSON_TYPE,
    bytes: Buffer.from('{"__proto__":{"prompt":"x"},"constructor":{"prototype":{}},"prompt":"\\ud800"}'),
  }),
  "bad multipart fields": (dice) => multipart(dice, fields(dice)),
  "multipart without an end": (dice) => cut(multipart(dice, fields(dice)), dice),
  "multipart without a boundary": (dice) => ({
    ...multipart(dice, fields(dice)),
    type: "multipart/form-data",
  }),
  "multipart with another boundary": (dice) => ({
    ...multipart(dice, fields(dice)),
    type: `${MULTIPART}=other`,
  }),
  "multipart with a strange boundary": (dice) => ({
    ...multipart(dice, fields(dice)),
    type: `${MULTIPART}="${dice.pick(["", "\\", "a b", "x".repeat(300), "("])}"`,
  }),
  "multipart of nothing but boundaries": () => ({
    type: `${MULTIPART}=${BOUNDARY}`,
    bytes: Buffer.from(`--${BOUNDARY}\r\n`.repeat(2_000)),
  }),
  "a part with headers without end": () => ({
    type: `${MULTIPART}=${BOUNDARY}`,
    bytes: Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="prompt"; x="${"y".repeat(100 * KIB)}`,
    ),
  }),
  "an invalid file": (dice) => file(dice, bytesOf(dice, dice.between(0, 4_000))),
  "a broken picture": (dice) =>
    file(
      dice,
      Buffer.concat([
        Buffer.from(
          dice.pick(["\x89PNG\r\n\x1a\n", "GIF89a", "\xff\xd8\xff\xe0", "RIFF\xff\xff\xff\xffWEBP"]),
          "latin1",
        ),
        bytesOf(dice, 600),
      ]),
    ),
  "plain text": (dice) => ({ type: "text/plain", bytes: Buffer.from(badValue(dice)) }),
  "an invalid content type": (dice) => ({
    type: dice.pick(["", "/", ";;;", "multipart/", "application/json;;", "x".repeat(4_000)]),
    bytes: bytesOf(dice, 30),
  }),
  "bytes without a type": (dice) => ({ type: null, bytes: bytesOf(dice, 200) }),
  "nothing at all": () => ({ type: null, bytes: Buffer.alloc(0) }),
}

const FORM = "application/x-www-form-urlencoded"
const JSON_TYPE = "application/json"
const MULTIPART = "multipart/form-data; boundary"

export function badBody(dice: Dice): Body {
  const kind = dice.pick(Object.keys(BODIES))
  const make = BODIES[kind] ?? BODIES["nothing at all"]
  if (!make) throw new Error(kind)
  return { kind, ...make(dice) }
}

function fields(dice: Dice): [string, string][] {
  return Array.from({ length: dice.between(1, 8) }, () => [fieldName(dice), badValue(dice)])
}

function form(entries: [string, string][]): Omit<Body, "kind"> {
  return { type: FORM, bytes: encoded(entries) }
}

function encoded(entries: [string, string][]): Buffer {
  return Buffer.from(new URLSearchParams(entries).toString())
}

function json(value: unknown): Omit<Body, "kind"> {
  return { type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(value)) }
}

function multipart(dice: Dice, entries: [string, string][]): Omit<Body, "kind"> {
  const parts = entries.map(([name, value]) => {
    const filename = dice.roll() < 0.2 ? `; filename="${badValue(dice).slice(0, 200)}"` : ""
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${value}\r\n`
  })
  return { type: `${MULTIPART}=${BOUNDARY}`, bytes: Buffer.from(`${parts.join("")}--${BOUNDARY}--\r\n`) }
}

function file(dice: Dice, content: Buffer): Omit<Body, "kind"> {
  const name = dice.pick(["avatar", "reference_file", "prompt"])
  const type = dice.pick(["image/png", "text/plain", "text/html", "image/svg+xml", "x"])
  const filename = dice.pick(["a.png", "a.txt", "../../a", "a.html", "\0", "a".repeat(400)])
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`
  const intent = `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="intent"\r\n\r\n${dice.pick(["avatar", "read-reference", "save"])}\r\n--${BOUNDARY}--\r\n`
  return {
    type: `${MULTIPART}=${BOUNDARY}`,
    bytes: Buffer.concat([Buffer.from(head), content, Buffer.from(intent)]),
  }
}

function cut(body: Omit<Body, "kind">, dice: Dice): Omit<Body, "kind"> {
  return { ...body, bytes: body.bytes.subarray(0, dice.between(0, body.bytes.length)) }
}
