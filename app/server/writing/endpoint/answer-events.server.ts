const EVENT_MAX_UNITS = 1_000_000
const STRAY_MAX_UNITS = 300
const LAST_EVENT = "[DONE]"

export type AnswerEvent =
  /** One JSON object of the answer. `isError`: the endpoint calls the event an error. */
  | { type: "chunk"; chunk: object; isError: boolean }
  | { type: "done" }
  /** Text is missing, for an event cannot be read. */
  | { type: "malformed" }

/**
 * Splits the body of an answer into its JSON objects, however it arrives: as server-sent events with or without
 * blank lines between them, as one object a line, or as one document. Calls `onEvent` for each at once.
 */
export class AnswerEvents {
  readonly #onEvent: (event: AnswerEvent) => void
  #line: string[] = []
  #data: string[] = []
  #document: string[] = []
  #heldUnits = 0
  #skipsLineFeed = false
  #isError = false
  #hasEvent = false
  #stray = ""

  constructor(onEvent: (event: AnswerEvent) => void) {
    this.#onEvent = onEvent
  }

  /** Whether what has come so far can only be understood at its end. */
  get isDocument(): boolean {
    return this.#document.length > 0 || DOCUMENT.test(this.#line[0] ?? "")
  }

  /** The beginning of a body that is no answer; empty when it is one, or nothing. */
  get stray(): string {
    return this.#hasEvent ? "" : this.#stray
  }

  take(piece: string): void {
    // A line end may be cut between its two characters.
    const text = this.#skipsLineFeed && piece.startsWith("\n") ? piece.slice(1) : piece
    if (piece !== "") this.#skipsLineFeed = piece.endsWith("\r")
    const lines = text.split(text.includes("\r") ? LINE_END : "\n")
    const rest = lines.pop() ?? ""
    for (const line of lines) this.#endLine(line)
    if (rest !== "") this.#hold(this.#line, rest)
  }

  /** Whether the document that has come so far is complete. */
  isWhole(): boolean {
    return this.isDocument && objectsIn([...this.#document, this.#line.join("")].join("\n")) !== null
  }

  /** Call at the end of the body. An event that it cut off is left out. */
  end(): void {
    if (this.#line.length > 0) this.#endLine("")
    const data = objectsIn(this.#data.join("\n"))
    if (data) this.#emit(data)
    const document = this.#document.join("\n")
    const objects = document === "" ? null : objectsIn(document)
    if (objects) this.#emit(objects)
    else this.#noteStray(document)
    this.#data = []
    this.#document = []
  }

  #endLine(rest: string): void {
    const held = this.#line.length === 0 ? "" : this.#line.join("")
    this.#line = []
    this.#heldUnits -= held.length
    const line = held + rest
    if (line === "") this.#endEvent()
    else if (line.startsWith("data:")) this.#takeData(line.slice(line[5] === " " ? 6 : 5))
    else if (line.startsWith("event:")) this.#isError = line.slice(6).trim() === "error"
    else if (line.trim() === LAST_EVENT) this.#onEvent({ type: "done" })
    else if (this.isDocument || DOCUMENT.test(line)) this.#takeDocumentLine(line)
    else if (!FIELD.test(line)) this.#noteStray(line)
  }

  /** Does not wait for the blank line after an event, which some endpoints leave out. */
  #takeData(data: string): void {
    const objects = this.#data.length === 0 ? objectsIn(data) : null
    if (data.trim() === LAST_EVENT) this.#onEvent({ type: "done" })
    else if (objects) this.#emit(objects)
    else if (this.#data.length > 0 || DOCUMENT.test(data)) this.#hold(this.#data, data)
    else this.#noteStray(data)
  }

  #takeDocumentLine(line: string): void {
    const objects = this.#document.length === 0 ? objectsIn(line) : null
    if (objects) this.#emit(objects)
    else this.#hold(this.#document, line)
  }

  #endEvent(): void {
    for (const line of this.#data) this.#heldUnits -= line.length
    const data = this.#data.join("\n")
    this.#data = []
    const objects = data === "" ? null : objectsIn(data)
    if (objects) this.#emit(objects)
    else if (data !== "" && !WORD.test(data)) this.#onEvent({ type: "malformed" })
    this.#isError = false
  }

  #emit(objects: object[]): void {
    this.#hasEvent = true
    const isError = this.#isError
    this.#isError = false
    for (const chunk of objects) this.#onEvent({ type: "chunk", chunk, isError })
  }

  #hold(parts: string[], text: string): void {
    parts.push(text)
    this.#heldUnits += text.length
    if (this.#heldUnits > EVENT_MAX_UNITS) this.#onEvent({ type: "malformed" })
  }

  #noteStray(text: string): void {
    this.#stray ||= text.trim().slice(0, STRAY_MAX_UNITS)
  }
}

const LINE_END = /\r?\n|\r/
const DOCUMENT = /^\s*[[{]/
const FIELD = /^(?::|(?:id|retry)(?::|$)|(?:data|event)$)/
/** What some proxies send to keep a line open, in place of an event. */
const WORD = /^\[[\w -]*\]$/

/** The objects that a JSON text holds: itself, or those of its list. Null when it is no such text. */
function objectsIn(json: string): object[] | null {
  if (!DOCUMENT.test(json)) return null
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null
}
