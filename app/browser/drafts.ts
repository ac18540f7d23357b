import { type RefObject, useEffect } from "react"
import { type TextControl, typeInto } from "./type-into.ts"

interface Draft {
  name: string
  /** A fingerprint of what the server had in the field when this was typed over it. */
  over: string
  text: string
}

const DRAFTS_KEY = "drafts"
const DRAFTS_MAX = 10
/** Not at every key: a novel may be long, and storage waits for the disk. */
const KEEP_AFTER_MS = 300

/**
 * Keeps what is typed into a field over what the server had there, through reloads and closed tabs. It comes
 * back where the server still says the same; once the server says what was typed, it is forgotten.
 */
export function useDraft(field: RefObject<TextControl | null>, name: string, served: string): void {
  useEffect(() => {
    const control = field.current
    if (!control) return
    const over = fingerprint(served)
    const draft = findDraft(name)
    if (draft?.text === served) forgetDraft(name)
    else if (draft?.over === over && control.value === served) {
      typeInto(control, draft.text)
      control.closest("details")?.setAttribute("open", "")
    }

    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      keepDraft({ name, over, text: control.value }, served)
    }
    const keepSoon = () => {
      timer ??= setTimeout(keep, KEEP_AFTER_MS)
    }
    control.addEventListener("input", keepSoon)
    window.addEventListener("pagehide", keep)
    return () => {
      keep()
      control.removeEventListener("input", keepSoon)
      window.removeEventListener("pagehide", keep)
    }
  }, [field, name, served])
}

/** What was typed is not wanted any more; with `sent`, only if it is what was sent. */
export function forgetDraft(name: string, sent?: string): void {
  const draft = findDraft(name)
  if (!draft || (sent !== undefined && draft.text.trim() !== sent)) return
  writeDrafts(readDrafts().filter((one) => one.name !== name))
}

/** All that is kept, for who looks what there is. */
export function listDrafts(): string[] {
  return readDrafts().map(({ text }) => text)
}

/** Forgets what was typed, but for texts of this kind. */
export function keepDrafts(isKept: (text: string) => boolean): void {
  writeDrafts(readDrafts().filter(({ text }) => isKept(text)))
}

function findDraft(name: string): Draft | undefined {
  return readDrafts().find((draft) => draft.name === name)
}

function keepDraft(draft: Draft, served: string): void {
  const others = readDrafts().filter(({ name }) => name !== draft.name)
  const isNews = draft.text !== served
  writeDrafts(isNews ? [draft, ...others].slice(0, DRAFTS_MAX) : others)
}

/** Storage that is full or forbidden keeps nothing, and stops nobody. */
function writeDrafts(drafts: Draft[]): void {
  try {
    localStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts))
  } catch {
    // The field itself still has what was typed.
  }
}

function readDrafts(): Draft[] {
  try {
    const drafts: unknown = JSON.parse(localStorage.getItem(DRAFTS_KEY) ?? "[]")
    return Array.isArray(drafts) ? drafts.filter(isDraft) : []
  } catch {
    return []
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Record<keyof Draft, unknown>> | null
  return [draft?.name, draft?.over, draft?.text].every((part) => typeof part === "string")
}

/** Tells texts apart without keeping them (FNV-1a, 32 bits, with the length). */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}:${(hash >>> 0).toString(36)}`
}
