import { MOVED_TEXTS_MAX, type MovableText, textOnServer } from "#app/domain/forms/movable-text.ts"
import { type BegunGeneration, hasEnded } from "#app/domain/generation.ts"
import { fingerprint } from "./drafts.ts"
import { type HistoryItem, listRecorded, useNovelHistory } from "./novel-history.ts"
import { readStoredList, writeStored } from "./stored-json.ts"

/** The texts that were moved or refused for good, whose answer would be the same again. */
const SETTLED_KEY = "novelHistorySettled"
const SETTLED_MAX = 100
/** In UTF-16 units. What goes beyond waits for another press, so that every form arrives. */
const FORM_MAX_UNITS = 1_000_000

/**
 * What can be moved from this device into the account: its history, and what the server alone knows of the visitor,
 * without what is settled. Null on the server and until the page has hydrated.
 */
export function useMovableTexts(begun: readonly BegunGeneration[]): MovableText[] | null {
  const items = useNovelHistory()
  if (items === null) return null
  // What was recorded and is not in the list any more, the visitor has deleted.
  const known = [...items.map(({ id }) => id), ...listRecorded()]
  const elsewhere = begun.filter(({ id, status }) => hasEnded(status) && !known.includes(id))
  const texts = [...items.filter(isFinished).map(toMovable), ...elsewhere.map(textOnServer)]
  const settled = readStoredList(SETTLED_KEY)
  return texts.filter(({ key }) => !settled.includes(key)).slice(0, MOVED_TEXTS_MAX)
}

/** As many of them as one form takes, and at least one. */
export function textsOfOneForm(texts: readonly MovableText[]): MovableText[] {
  let units = 0
  return texts.filter(({ text }, index) => {
    units += text.length
    return index === 0 || units <= FORM_MAX_UNITS
  })
}

/** Never offers these texts again. */
export function settleTexts(keys: readonly string[]): void {
  const others = readStoredList(SETTLED_KEY).filter((key) => !keys.includes(String(key)))
  writeStored(SETTLED_KEY, [...keys, ...others].slice(0, SETTLED_MAX))
}

function isFinished({ id, text, status }: HistoryItem): boolean {
  return id === null ? text !== "" : hasEnded(status)
}

function toMovable({ id, text, prompt, level, sections }: HistoryItem): MovableText {
  return { key: fingerprint(`${id ?? ""} ${text}`), id, text, prompt, level, sections }
}
