import { format } from "node:util"

/**
 * Lite prints every statement that Postgres refused, with its values and a stack. A refusal is a normal answer,
 * and the values are somebody's novel, so this leaves one line without them.
 */
export function printTerseErrors(): void {
  const { error } = console
  console.error = (...parts: unknown[]) => {
    const refusal = parts.find(isDatabaseError)
    if (refusal) error(`embedded backend: ${refusal.code} ${refusal.message}`)
    else error(format(...parts))
  }
}

function isDatabaseError(value: unknown): value is Error & { code: string } {
  return value instanceof Error && "severity" in value && "code" in value
}
