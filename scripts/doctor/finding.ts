import { toSingleLine } from "#app/domain/text.ts"

/** What one check has shown. `note`: neither right nor wrong, such as what only a person can look at. */
export interface Finding {
  verdict: "right" | "wrong" | "note"
  /** The same sentence twice. */
  chinese: string
  english: string
  /** What to set or to run, a line each. */
  remedy: string[]
}

export function right(chinese: string, english: string): Finding {
  return { verdict: "right", chinese, english, remedy: [] }
}

export function note(chinese: string, english: string, ...remedy: string[]): Finding {
  return { verdict: "note", chinese, english, remedy }
}

export function wrong(chinese: string, english: string, ...remedy: string[]): Finding {
  return { verdict: "wrong", chinese, english, remedy }
}

const MARKS: Record<Finding["verdict"], string> = { right: "✓", wrong: "✗", note: "·" }

/** The lines of a finding. What an endpoint or a backend answers must not control the terminal. */
export function printed({ verdict, chinese, english, remedy }: Finding): string {
  return [`${MARKS[verdict]} ${toSingleLine(chinese)}`, `  ${toSingleLine(english)}`]
    .concat(remedy.map((line) => `    → ${toSingleLine(line)}`))
    .join("\n")
}

/** An address without the password or key that it may hold. */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return "…"
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname === "/" ? "" : pathname}`
}
