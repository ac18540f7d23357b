/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a telling draws by. Two with one seed and different turns choose differently wherever there is a choice. */
export interface Lot {
  seed: number
  /** How far each number is turned, as a share of the way round. */
  turn: number
}

/** Numbers between 0 and 1, the same for the same lot and key. */
export function drawnFrom({ seed, turn }: Lot, ...key: (string | number)[]): () => number {
  const random = seededRandom(hash(seed, ...key))
  return () => (random() + turn) % 1
}

/** Hashes texts and numbers to 32 bits (FNV-1a). */
export function hash(...parts: (string | number)[]): number {
  let mixed = 0x811c9dc5
  for (const unit of parts.join("\n")) mixed = Math.imul(mixed ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return mixed >>> 0
}

/** A random one of the values. Throws when there are none. */
export function pick<Value>(random: () => number, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error("nothing to pick from")
  return value
}
