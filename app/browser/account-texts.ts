import { fingerprint, keepDrafts, listDrafts } from "./drafts.ts"
import { keepNovels, listNovels } from "./novel-history.ts"

interface Before {
  /** Whose texts came after these; a fingerprint. */
  account: string
  /** Fingerprints of what the device held: of the ids or texts of its history, and of its drafts. */
  texts: string[]
}

const BEFORE_KEY = "textsBeforeLogin"

/**
 * Keeps apart what this device held before somebody signed in and what was written since: the latter goes when he
 * logs out, and when somebody else signs in. A session that ends by itself takes nothing.
 */
export function followAccount(email: string | null, hasLoggedOut: boolean): void {
  const before = read()
  const account = email === null ? null : fingerprint(email)
  if (before?.account === account) return
  if (before && (account !== null || hasLoggedOut)) forgetAccountTexts(before)
  if (account !== null) write({ account, texts: textsHere() })
}

function forgetAccountTexts({ texts }: Before): void {
  keepNovels((identity) => texts.includes(fingerprint(identity)))
  keepDrafts((draft) => texts.includes(fingerprint(draft)))
  localStorage.removeItem(BEFORE_KEY)
}

function textsHere(): string[] {
  return [...listNovels(), ...listDrafts()].map(fingerprint)
}

function read(): Before | null {
  try {
    const before = JSON.parse(localStorage.getItem(BEFORE_KEY) ?? "null") as Partial<Before> | null
    if (typeof before?.account !== "string" || !Array.isArray(before.texts)) return null
    return { account: before.account, texts: before.texts.map(String) }
  } catch {
    return null
  }
}

function write(before: Before): void {
  try {
    localStorage.setItem(BEFORE_KEY, JSON.stringify(before))
  } catch {
    // Full or forbidden: nothing more is kept on this device either.
  }
}
