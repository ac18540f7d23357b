import {
  isSettled,
  MOVED_TEXTS_MAX,
  type MovableText,
  type MovedText,
  textOnServer,
} from "#app/domain/forms/movable-text.ts"
import { type BegunGeneration, hasEnded } from "#app/domain/generation.ts"
import type { NovelLink } from "#app/domain/novel.ts"
import { useTextsBeforeLogin } from "./account-texts.ts"
import { fingerprint } from "./drafts.ts"
import { type HistoryItem, identityOf, linkNovels, listRecorded, useNovelHistory } from "./novel-history.ts"
import { readStoredList, writeStored } from "./stored-json.ts"

/** The texts that were moved or refused for good, whose answer would be the same again. */
const SETTLED_KEY = "novelHistorySettled"
const SETTLED_MAX = 100
/** In UTF-16 units. What goes beyond waits for another press, so that every form arrives. */
const FORM_MAX_UNITS = 1_000_000

/**
 * What can be moved from this device into the account: its history, and what the server alone knows of the visitor,
 * without what is saved or settled; or only what is from before the login. Null on the server and until the page has
 * hydrated.
 */
export function useMovableTexts(
  begun: readonly BegunGeneration[],
  only?: "before-login",
): MovableText[] | null {
  const items = useNovelHistory()
  const before = useTextsBeforeLogin()
  if (items === null) return null
  const onServer = new Map(begun.map((one) => [one.id, one]))
  const isWanted = (item: HistoryItem) => {
    const known = item.id === null ? undefined : onServer.get(item.id)
    const isBefore = known?.beforeLogin || before.includes(fingerprint(identityOf(item)))
    return isFinished(item) && !known?.isSaved && (only === undefined || isBefore)
  }
  // What was recorded and is not in the list any more, the visitor has deleted.
  const here = [...items.map(({ id }) => id), ...listRecorded()]
  const elsewhere = begun.filter(
    ({ id, status, isSaved, beforeLogin }) =>
      hasEnded(status) && !isSaved && !here.includes(id) && (beforeLogin || only === undefined),
  )
  const own = items.filter(isWanted).map((item) => toMovable(item, items))
  const settled = readStoredList(SETTLED_KEY)
  return [...own, ...elsewhere.map(textOnServer)]
    .filter(({ key }) => !settled.includes(key))
    .slice(0, MOVED_TEXTS_MAX)
}

/** As many of them as one form takes, and at least one. */
export function textsOfOneForm(texts: readonly MovableText[]): MovableText[] {
  let units = 0
  return texts.filter(({ text }, index) => {
    units += text.length
    return index === 0 || units <= FORM_MAX_UNITS
  })
}

/** Never offers the settled ones of these texts again, and notes which novels hold them now. */
export function settleTexts(moved: readonly MovedText[]): void {
  const keys = moved.filter(isSettled).map(({ key }) => key)
  const others = readStoredList(SETTLED_KEY).filter((key) => !keys.includes(String(key)))
  writeStored(SETTLED_KEY, [...keys, ...others].slice(0, SETTLED_MAX))
  linkNovels((item) => moved.find(({ key }) => key === keyOf(item))?.novel ?? null)
}

function isFinished({ id, text, status }: HistoryItem): boolean {
  return id === null ? text !== "" : hasEnded(status)
}

function toMovable(item: HistoryItem, items: readonly HistoryItem[]): MovableText {
  const { id, text, prompt, level, sections, demo } = item
  return {
    key: keyOf(item),
    id,
    text,
    prompt,
    level,
    sections,
    demo,
    novel: item.novel ?? novelBefore(text, items),
  }
}

/** The novel of the longest other text that this one goes on from. */
function novelBefore(text: string, items: readonly HistoryItem[]): NovelLink | null {
  const former = items.filter(
    (one) => one.novel && one.text !== "" && one.text.length < text.length && text.startsWith(one.text),
  )
  return former.toSorted((one, other) => other.text.length - one.text.length)[0]?.novel ?? null
}

function keyOf({ id, text }: HistoryItem): string {
  return fingerprint(`${id ?? ""} ${text}`)
}
