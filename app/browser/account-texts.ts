import { fingerprint, keepDrafts, listDrafts } from "./drafts.ts"
import { keepNovels, listNovels } from "./novel-history.ts"
import { createStore } from "./store.ts"
import { readStored, writeStored } from "./stored-json.ts"

interface Before {
  /** A fingerprint of the account that signed in after these texts. */
  account: string
  /** Fingerprints of the history's ids or texts and of the drafts that the device held before. */
  texts: string[]
}

const BEFORE_KEY = "textsBeforeLogin"

const textsBefore = createStore<readonly string[]>([])

/** Fingerprints of what the device held before its visitor signed in; none while nobody is. */
export const useTextsBeforeLogin = textsBefore.useValue

/**
 * Separates the texts that this device held before a visitor signed in from those they wrote since. Deletes the
 * latter when they log out or someone else signs in, but not when their session expires.
 */
export function followAccount(email: string | null, hasLoggedOut: boolean): void {
  separate(email, hasLoggedOut)
  textsBefore.publish((email !== null && read()?.texts) || NONE)
}

const NONE: readonly string[] = []

function separate(email: string | null, hasLoggedOut: boolean): void {
  const before = read()
  const account = email === null ? null : fingerprint(email)
  if (before?.account === account) return
  if (before && (account !== null || hasLoggedOut)) forgetAccountTexts(before)
  // Where this fails, the device stores no further texts either.
  const texts = [...listNovels(), ...listDrafts()].map(fingerprint)
  if (account !== null) writeStored(BEFORE_KEY, { account, texts } satisfies Before)
}

function forgetAccountTexts({ texts }: Before): void {
  keepNovels((identity) => texts.includes(fingerprint(identity)))
  keepDrafts((draft) => texts.includes(fingerprint(draft)))
  localStorage.removeItem(BEFORE_KEY)
}

function read(): Before | null {
  const before = readStored(BEFORE_KEY) as Partial<Before> | null
  if (typeof before?.account !== "string" || !Array.isArray(before.texts)) return null
  return { account: before.account, texts: before.texts.map(String) }
}
