export interface Message {
  role: string
  content: string
}

/** A conversation as an endpoint lays it out for its model: every message after a mark with its role. */
export function laidOut(messages: readonly Message[]): string {
  return messages.map(({ role, content }) => `<|${role}|>\n${content}\n`).join("")
}

/** The same with the answer that followed, so far as it was sent: what a cache holds after the call. */
export function laidOutWithAnswer(messages: readonly Message[], answer: string): string {
  return `${laidOut(messages)}<|assistant|>\n${answer}`
}

/** How many UTF-16 units two texts share from their beginning on. */
export function commonPrefix(one: string, other: string): number {
  const end = Math.min(one.length, other.length)
  let at = 0
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}

/** The longest beginning that a text shares with any of these, in UTF-16 units. */
export function longestCommonPrefix(text: string, earlier: readonly string[]): number {
  return earlier.reduce((longest, other) => Math.max(longest, commonPrefix(text, other)), 0)
}

/** What the call asks for: its last message from a user. */
export function lastAsk(messages: readonly Message[]): string {
  return messages.findLast(({ role }) => role === "user")?.content ?? ""
}

export function textOf(messages: readonly Message[]): string {
  return messages.map(({ content }) => content).join("\n")
}
