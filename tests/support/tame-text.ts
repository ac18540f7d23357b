import { randomUUID } from "node:crypto"

const LETTERS = "山水云月风花雪松竹石舟桥灯纸茶雨"
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
