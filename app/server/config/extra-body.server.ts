/** What the engine itself puts into every call, and reads out of its answer. */
const OWN_FIELDS = ["messages", "model", "stream"]

/** Reads the fields that the operator adds to every call to the model; a sentence says what is wrong with them. */
export function parseExtraBody(text: string): Record<string, unknown> | string {
  const fields = objectIn(text)
  if (!fields) return 'must be a JSON object, such as {"temperature": 0.8}'
  const own = OWN_FIELDS.filter((name) => name in fields)
  return own.length > 0 ? `may not set ${own.join(", ")}` : fields
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown> | null)
      : null
  } catch {
    return null
  }
}
