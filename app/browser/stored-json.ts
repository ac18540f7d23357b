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
  return parsed(readStoredText(key))
}

/** Reads a list. Anything else reads as empty, so that corrupt storage never blocks new writing. */
export function readStoredList(key: string): unknown[] {
  return parsedList(readStoredText(key))
}

/** Whether a list can be read: storage is allowed, and all that is stored is a list of such values. */
export function isListReadable(key: string, isEntry: (value: unknown) => boolean): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(stored) && stored.every(isEntry)
  } catch {
    return false
  }
}

/** The list in a value's JSON, as `readStoredList` reads it. */
export function parsedList(json: string | null): unknown[] {
  const list = parsed(json)
  return Array.isArray(list) ? list : []
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "null")
  } catch {
    return null
  }
}

/** Removes a value, if storage is allowed. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is stored then.
  }
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
