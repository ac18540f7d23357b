import { requestId } from "./request-record.server.ts"

export type Level = "info" | "warn" | "error"

const CONSOLE_LEVEL = { debug: "info", log: "info", info: "info", warn: "warn", error: "error" } as const
const MESSAGE_MAX_CHARS = 200
const FRAMES_MAX = 12
const CAUSES_MAX = 3
/** The messages of these errors describe our code. Other messages may quote a visitor. */
const PROGRAM_ERRORS = ["ReferenceError", "RangeError", "TypeError"]

/** What this turn of the event loop has to print. */
let gathered = ""
let printedTime = { ms: 0, iso: "" }

/** Prints one line of JSON. Fields hold figures, names and codes, never anything that a visitor wrote. */
export function log(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  const id = requestId()
  const line = { time: timeNow(), level, message, ...(id && { requestId: id }), ...fields }
  // A busy process writes as many lines at once as it answers requests at once: each write waits for the pipe.
  if (gathered === "") setImmediate(print)
  gathered += `${JSON.stringify(line)}\n`
}

function print(): void {
  const lines = gathered
  gathered = ""
  if (lines !== "") process.stdout.write(lines)
}

/** The lines of a turn have few times, and writing one out takes a third of a line's work. */
function timeNow(): string {
  const ms = Date.now()
  if (ms !== printedTime.ms) printedTime = { ms, iso: new Date(ms).toISOString() }
  return printedTime.iso
}

/** Describes an error for the log: its name, its codes and its stack frames, without its message. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (typeof error !== "object" || error === null) return { name: typeof error }
  const { name, message, code, status, syscall, stack, cause } = error as Record<string, unknown>
  const isOfProgram = PROGRAM_ERRORS.includes(String(name)) && status === undefined
  return {
    name: isCode(name) ? name : "Error",
    ...(isOfProgram && { message: masked(String(message)) }),
    ...(isCode(code) && { code }),
    ...(typeof status === "number" && { status }),
    ...(isCode(syscall) && { syscall }),
    ...(typeof stack === "string" && { stack: framesOf(stack, String(message)) }),
    ...(cause !== undefined && depth < CAUSES_MAX && { cause: describeError(cause, depth + 1) }),
  }
}

/** Redirects `console` to the log and masks whatever may quote a visitor. */
export function captureConsole(): void {
  for (const [method, level] of Object.entries(CONSOLE_LEVEL)) {
    console[method as keyof typeof CONSOLE_LEVEL] = (first: unknown, ...others: unknown[]) => {
      const [message, details] =
        typeof first === "string" ? [masked(first), others] : ["printed", [first, ...others]]
      log(level, message, details.length > 0 ? { details: details.map(described) } : {})
    }
  }
  process.on("exit", print)
  // If the log's reader is gone, keep serving requests.
  process.stdout.on("error", () => {})
}

function described(part: unknown): unknown {
  return typeof part === "string" ? masked(part) : describeError(part)
}

/** Hides quotations, mail addresses, long words and non-ASCII text. */
function masked(text: string): string {
  return text
    .replace(/(["'`])[\s\S]*?(?:\1|$)/g, "$1…$1")
    .replace(/\S+@\S+/g, "…")
    .replace(/\bfrom \S.*/g, "from …")
    .replace(/[^\x20-\x7e…]+/g, "…")
    .replace(/[\w+/=.~%-]{20,}/g, "…")
    .slice(0, MESSAGE_MAX_CHARS)
}

function isCode(value: unknown): boolean {
  return typeof value === "string" && /^[A-Za-z0-9_]{1,40}$/.test(value)
}

/** The stack's frames, without the message in front of them. */
function framesOf(stack: string, message: string): string[] {
  const frames = stack.replace(message, "").split("\n")
  return frames
    .filter((line) => /^\s+at /.test(line))
    .slice(0, FRAMES_MAX)
    .map((line) => line.trim())
}
