import { type RefObject, useEffect, useRef } from "react"
import { isListReadable, readStoredList, writeStored } from "./stored-json.ts"
import { type TextControl, typeInto } from "./type-into.ts"

interface Draft {
  name: string
  /** Fingerprints of the server's values that the visitor may have typed over, with blanks between them. */
  over: string
  text: string
}

const DRAFTS_KEY = "drafts"
/** Room for all fields of the generator form, for several novels. */
const DRAFTS_MAX = 40
/** Do not store at every key press, because a novel may be long and storage is synchronous. */
const KEEP_AFTER_MS = 300

/**
 * Keeps the visitor's input in a field through reloads, closed tabs and refused or lost submissions. Restores it if
 * the server still holds the same value, and forgets it once the server holds the input. `held` is the server's
 * value; a refused form shows the visitor's input again, which is not `held`. Input beyond `maxUnits` is not kept.
 * Returns the field's ref.
 */
export function useDraft<Control extends TextControl>(
  name: string,
  held: string,
  maxUnits = Number.POSITIVE_INFINITY,
): RefObject<Control | null> {
  const field = useRef<Control>(null)
  const named = useRef(name)
  useEffect(() => {
    const control = field.current
    if (!control) return
    // The field is another text's now, and what it held stays the former's draft.
    if (isAnothers(named.current, name)) typeInto(control, held)
    named.current = name
    const isKept = (text: string) => text.length <= maxUnits
    const draft = isKept(control.value) ? settleDraft(name, held, control.value) : null
    if (draft !== null) {
      typeInto(control, draft)
      control.closest("details")?.setAttribute("open", "")
    }

    let typed: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      if (typed !== null) keepDraft(name, held, isKept(typed) ? typed : held)
      typed = null
    }
    // Listen on the document, because a new answer may replace the field.
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
  }, [name, held, maxUnits])
  return field
}

/** Does the same for a list of radio buttons. */
export function useChoiceDraft(name: string, held: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const named = useRef(name)
  useEffect(() => {
    const radios = list.current?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? []
    if (isAnothers(named.current, name)) for (const radio of radios) radio.checked = radio.value === held
    named.current = name
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
  }, [name, held])
  return list
}

/** Whether a field has become another text's. Without a text, its name ends behind the colon and its input stays. */
function isAnothers(former: string, name: string): boolean {
  return former !== name && !name.endsWith(":")
}

/** Does the same for a box, whose value is `on` or empty. */
export function useTickDraft(name: string, held: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = place.current?.querySelector<HTMLInputElement>("input[type=checkbox]")
    if (!box) return
    const value = () => (box.checked ? "on" : "")
    const draft = settleDraft(name, held, value())
    if (draft !== null) box.checked = draft === "on"
    const keep = () => keepDraft(name, held, value())
    box.addEventListener("change", keep)
    return () => box.removeEventListener("change", keep)
  }, [name, held])
  return place
}

/** The draft to restore in a field that shows `shown`; null if the field already shows the visitor's input or there is no draft. */
export function settleDraft(name: string, held: string, shown: string): string | null {
  const draft = findDraft(name)
  if (shown !== held) {
    keepDraft(name, held, shown)
    return null
  }
  if (draft?.text.trim() === held.trim()) forgetDraft(name)
  else if (draft && isOver(draft, held)) return draft.text
  return null
}

/** A draft, and whether it was typed over this value; null if there is none. */
export function findDraftOver(name: string, held: string): { text: string; isOver: boolean } | null {
  const draft = findDraft(name)
  return draft ? { text: draft.text, isOver: isOver(draft, held) } : null
}

function isOver({ over }: Draft, held: string): boolean {
  return over.split(" ").includes(fingerprint(held))
}

/** Forgets a draft; with `sent`, only if the draft equals it. */
export function forgetDraft(name: string, sent?: string): void {
  const draft = findDraft(name)
  if (!draft || (sent !== undefined && draft.text.trim() !== sent)) return
  writeDrafts(readDrafts().filter((one) => one.name !== name))
}

/** Whether the drafts of this device can be read: its storage may be forbidden or broken. */
export function areDraftsReadable(): boolean {
  return isListReadable(DRAFTS_KEY, isDraft)
}

/** Gives a draft, if there is one, another name, in place of what had it. */
export function moveDraft(name: string, to: string): void {
  if (!findDraft(name)) return
  const drafts = readDrafts().filter((draft) => draft.name !== to)
  writeDrafts(drafts.map((draft) => (draft.name === name ? { ...draft, name: to } : draft)))
}

/** The texts of all drafts. */
export function listDrafts(): string[] {
  return readDrafts().map(({ text }) => text)
}

/** Forgets all drafts except those whose text `isKept` accepts. */
export function keepDrafts(isKept: (text: string) => boolean): void {
  writeDrafts(readDrafts().filter(({ text }) => isKept(text)))
}

function findDraft(name: string): Draft | undefined {
  return readDrafts().find((draft) => draft.name === name)
}

/**
 * Stores a draft, or forgets it if it equals `held`. `sent`: a value that the server may hold by now instead. False if
 * the storage is full or forbidden; then only the fields themselves have the input.
 */
export function keepDraft(name: string, held: string, text: string, sent: string | null = null): boolean {
  const others = readDrafts().filter((draft) => draft.name !== name)
  const over = [held, ...(sent === null ? [] : [sent])].map(fingerprint).join(" ")
  return writeDrafts(text === held ? others : [{ name, over, text }, ...others].slice(0, DRAFTS_MAX))
}

function writeDrafts(drafts: Draft[]): boolean {
  return writeStored(DRAFTS_KEY, drafts)
}

function readDrafts(): Draft[] {
  return readStoredList(DRAFTS_KEY).filter(isDraft)
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Record<keyof Draft, unknown>> | null
  return [draft?.name, draft?.over, draft?.text].every((part) => typeof part === "string")
}

/** Identifies a text without storing it (FNV-1a with 32 bits, and the length). */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}:${(hash >>> 0).toString(36)}`
}
