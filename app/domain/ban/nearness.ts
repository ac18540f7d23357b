/** A place in a text, in UTF-16 units. */
export interface Signal {
  start: number
  end: number
}

/** The text between two signals; empty if they touch or overlap. */
export function between(text: string, one: Signal, other: Signal): string {
  return one.start <= other.start ? text.slice(one.end, other.start) : text.slice(other.end, one.start)
}

/** Whether two signals are in the same clause. */
export function shareClause(text: string, one: Signal, other: Signal): boolean {
  return !/[,\n]/.test(between(text, one, other))
}

/** Whether two signals are in the same sentence. */
export function shareSentence(text: string, one: Signal, other: Signal): boolean {
  return !between(text, one, other).includes("\n")
}

/** Whether two signals are in the same sentence or in adjacent ones. */
export function areNeighbours(text: string, one: Signal, other: Signal): boolean {
  return between(text, one, other).split("\n").length <= 2
}

/** The signals of a list, sorted by start, that overlap a signal or are at most `reach` characters away from it. */
export function within<Kind extends Signal>(
  signals: readonly Kind[],
  { start, end }: Signal,
  reach: number,
): Kind[] {
  let index = firstFrom(signals, start - reach - LONGEST_SIGNAL_CHARS)
  const near: Kind[] = []
  for (let signal = signals[index]; signal && signal.start <= end + reach; signal = signals[++index]) {
    if (signal.end >= start - reach) near.push(signal)
  }
  return near
}

const LONGEST_SIGNAL_CHARS = 80

function firstFrom(signals: readonly Signal[], position: number): number {
  let low = 0
  let high = signals.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((signals[middle]?.start ?? position) < position) low = middle + 1
    else high = middle
  }
  return low
}
