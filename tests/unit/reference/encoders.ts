import type { TextEncoding } from "#app/domain/reference/text-decoding.ts"

/** Encodes a text as an editor would that knows only this encoding; a character that it lacks is left out. */
export function encode(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text)
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    return Uint8Array.from(
      units.flatMap((unit) => {
        const bytes = [unit & 0xff, unit >> 8]
        return encoding === "utf-16le" ? bytes : bytes.reverse()
      }),
    )
  }
  const table = tableOf(encoding)
  return Uint8Array.from([...text].flatMap((character) => table.get(character) ?? []))
}

const tables = new Map<TextEncoding, Map<string, number[]>>()

/** Every character of one or two bytes, as the platform's decoder reads it. */
function tableOf(encoding: TextEncoding): Map<string, number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder(encoding, { fatal: true })
  const add = (bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes))
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes)
    } catch {}
  }
  for (let first = 0; first < 0x80; first += 1) add([first])
  for (let first = 0x81; first <= 0xfe; first += 1) {
    for (let second = 0x40; second <= 0xfe; second += 1) add([first, second])
  }
  tables.set(encoding, table)
  return table
}
