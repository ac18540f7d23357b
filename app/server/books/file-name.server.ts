import { countCodePoints, firstCharacters } from "#app/domain/text.ts"

/** Most file systems allow 255 bytes for a name, and programs add a number to one that they have already. */
const FILE_NAME_MAX_BYTES = 200

/** What Windows takes for devices, whatever follows behind a dot. */
const DEVICES = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³])(?=\s*(\.|$))/i
/** What separates folders, what Windows refuses, and what nobody sees. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** The beginning of a title that fits in a file system as a name. */
export function shortName(title: string): string {
  let name = title
  while (Buffer.byteLength(name) > FILE_NAME_MAX_BYTES) {
    name = firstCharacters(name, countCodePoints(name) - 1)
  }
  return name
}

/**
 * Names files after titles, safely on every system and each otherwise than all before it, also where a file system
 * takes capital for small letters. `unnamed` stands for a title of which nothing is left.
 */
export function fileNames(unnamed: string): (title: string) => string {
  const taken = new Set<string>()
  return (title) => {
    const safe = safeName(title) || unnamed
    let name = safe
    for (let number = 2; taken.has(sameAs(name)); number += 1) name = `${safe} (${number})`
    taken.add(sameAs(name))
    return name
  }
}

function safeName(title: string): string {
  const name = shortName(
    title
      .normalize("NFC")
      .replace(UNSAFE, "_")
      .replace(/^[.\s]+/, ""),
  )
  return name.replace(DEVICES, "_$1").replace(/[.\s]+$/, "")
}

function sameAs(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase()
}
