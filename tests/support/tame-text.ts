import { randomUUID } from "node:crypto"

/** No two of them make a word of love, as 云 with 雨 or 风 with 月 would: such a text is rated as adult. */
const LETTERS = "山水亭叶风花雪松竹石舟桥灯纸茶砚"
const LINE_LETTERS = 16

/** A harmless text that no other test uses, in lines of sixteen characters. */
export function newTameText(lines = 6): string {
  const digits = Array.from({ length: Math.ceil(lines / 2) }, () => randomUUID().replaceAll("-", "")).join("")
  return Array.from({ length: lines }, (_, line) => {
    const start = line * LINE_LETTERS
    const letters = [...digits.slice(start, start + LINE_LETTERS)].map(
      (digit) => LETTERS[Number.parseInt(digit, 16)],
    )
    return `${letters.join("")}。`
  }).join("\n")
}
