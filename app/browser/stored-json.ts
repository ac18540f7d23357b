/** Reads a value's JSON as it is stored; null if it is missing or if storage is forbidden. */
export function readStoredText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Reads a value from the browser's storage; null if it is missing or corrupt, or if storage is forbidden. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(readStoredText(key) ?? "null")
  } catch {
    return null
  }
}

/** Reads a list. Anything else reads as empty, so that corrupt storage never blocks new writing. */
export function readStoredList(key: string): unknown[] {
  const list = readStored(key)
  return Array.isArray(list) ? list : []
}

/** Stores a value. False if the storage is full or forbidden; the former value then stays. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
