import { type RefObject, useEffect } from "react"
import { type TextControl, typeInto } from "./type-into.ts"

interface Draft {
  name: string
  /** A fingerprint of what the server held when this was typed over it. */
  over: string
  text: string
}

const DRAFTS_KEY = "drafts"
/** Of a form's several fields, on several desks. */
const DRAFTS_MAX = 40
/** Not at every key: a novel may be long, and storage waits for the disk. */
const KEEP_AFTER_MS = 300

/**
 * Keeps what is typed into a field over what the server holds, through reloads, closed tabs and refused or lost
 * submits. It comes back where the server still holds the same; once the server holds what was typed, it is forgotten.
 * What a refused form shows again is not `held`: it is what was typed.
 */
export function useDraft(field: RefObject<TextControl | null>, name: string, held: string): void {
  useEffect(() => {
    const control = field.current
    if (!control) return
    const draft = settleDraft(name, held, control.value)
    if (draft !== null) {
      typeInto(control, draft)
      control.closest("details")?.setAttribute("open", "")
    }

    let typed: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      if (typed !== null) keepDraft(name, held, typed)
      typed = null
    }
    // Not on the field itself: an answer may put another in its place.
    const onInput = ({ target }: Event) => {
      if (target !== field.current || !field.current) return
      typed = field.current.value
      timer ??= setTimeout(keep, KEEP_AFTER_MS)
    }
    document.addEventListener("input", onInput)
    window.addEventListener("pagehide", keep)
    return () => {
      keep()
      document.removeEventListener("input", onInput)
      window.removeEventListener("pagehide", keep)
    }
  }, [field, name, held])
}

/** The same for a list of radio buttons. */
export function useChoiceDraft(list: RefObject<HTMLElement | null>, name: string, held: string): void {
  useEffect(() => {
    const radios = list.current?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? []
    const chosen = [...radios].find(({ checked }) => checked)?.value ?? held
    const draft = settleDraft(name, held, chosen)
    for (const radio of radios) if (radio.value === draft) radio.checked = true

    const keep = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && list.current?.contains(target)) {
        keepDraft(name, held, target.value)
      }
    }
    document.addEventListener("change", keep)
    return () => document.removeEventListener("change", keep)
  }, [list, name, held])
}

/** What to put back into a field that shows `shown`: null where it shows what was typed, or nothing was. */
export function settleDraft(name: string, held: string, shown: string): string | null {
  const draft = findDraft(name)
  if (shown !== held) {
    keepDraft(name, held, shown)
    return null
  }
  if (draft?.text.trim() === held.trim()) forgetDraft(name)
  else if (draft?.over === fingerprint(held)) return draft.text
  return null
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

export function keepDraft(name: string, held: string, text: string): void {
  const others = readDrafts().filter((draft) => draft.name !== name)
  const draft = { name, over: fingerprint(held), text }
  writeDrafts(text === held ? others : [draft, ...others].slice(0, DRAFTS_MAX))
}

/** Storage that is full or forbidden keeps nothing more, and stops nobody: the drafts before stay as they were. */
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
