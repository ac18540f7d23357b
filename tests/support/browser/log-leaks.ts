/** The search takes this much of a typed text, because a log would not hold the whole either. */
const CANARY_MAX_CHARS = 40
const EMAIL = /^\S+@\S+$/
/** What the embedded backend prints for a person: an address, and the link that is mailed to it. */
const MAIL = /^邮件 mail → |^ {2}https?:\/\/\S+\/auth\/confirm\?/
/** Cookies and keys of any origin. */
const SECRETS = [
  /base64-[\w-]{20}/,
  /eyJ[\w-]{10,}/,
  /sb_(?:secret|publishable)_/,
  /sk-[\w-]{8}/,
  /(?:Set-)?Cookie:/i,
  /Bearer /,
]

export interface LogLine {
  level: string
  message: string
  [field: string]: unknown
}

/** The lines of the app's own log, parsed; everything else that is printed is for people. */
export function logLines(lines: string[]): LogLine[] {
  return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as LogLine)
}

/** The lines that contain a typed value, a secret, or text other than the program's English words. */
export function findLeaks(lines: string[], typed: Iterable<string>): string[] {
  const canaries = [...typed].flatMap(formsOf)
  return lines.filter((line) => {
    if (!line.startsWith("{")) return leaksBesideMails(line, canaries)
    return (
      canaries.some((canary) => line.includes(canary)) ||
      SECRETS.some((secret) => secret.test(line)) ||
      /[^\x20-\x7e…]|\S@\S/.test(line)
    )
  })
}

function leaksBesideMails(line: string, canaries: string[]): boolean {
  if (MAIL.test(line)) return canaries.some((canary) => !EMAIL.test(canary) && line.includes(canary))
  return canaries.some((canary) => line.includes(canary))
}

/** The value as it was typed, in JSON, and in an address. */
function formsOf(value: string): string[] {
  const canary = value.trim().slice(0, CANARY_MAX_CHARS).toWellFormed()
  return [...new Set([canary, JSON.stringify(canary).slice(1, -1), encodeURIComponent(canary)])]
}
