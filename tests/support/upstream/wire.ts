/** How an endpoint puts an answer on the wire. `deltas` is what OpenAI does. */
export const WIRES = [
  "deltas",
  "plain-json",
  "pretty-json",
  "json-lines",
  "no-blank-lines",
  "message",
  "last-message",
  "cumulative",
  "parts",
] as const
export type Wire = (typeof WIRES)[number]

/** What an endpoint has to say: pieces of text, then why it ends. */
export interface Said {
  pieces: readonly string[]
  finish: string
  usage: Record<string, unknown> | null
}

/** The blocks of a whole answer, in order: each is what the endpoint writes at once. */
export function* blocksOf(wire: Wire, { pieces, finish, usage }: Said): Generator<string> {
  const whole = pieces.join("")
  if (wire === "plain-json" || wire === "pretty-json") {
    const message = { role: "assistant", content: whole }
    const answer = {
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: finish }],
      usage,
    }
    yield JSON.stringify(answer, null, wire === "pretty-json" ? 2 : 0)
    return
  }
  let before = ""
  for (const piece of pieces) {
    yield blockOf(wire, chunkOf(wire, before, piece))
    before += piece
  }
  yield blockOf(wire, lastChunkOf(wire, whole, finish))
  if (usage) yield blockOf(wire, { choices: [], usage })
  yield endOf(wire)
}

/** One chunk as its wire writes it. */
export function blockOf(wire: Wire, chunk: unknown): string {
  if (wire === "json-lines") return `${JSON.stringify(chunk)}\n`
  return `data: ${JSON.stringify(chunk)}${wire === "no-blank-lines" ? "\n" : "\n\n"}`
}

/** The chunk that carries one piece of text. */
export function chunkOf(wire: Wire, before: string, piece: string) {
  const content =
    wire === "cumulative" ? before + piece : wire === "parts" ? [{ type: "text", text: piece }] : piece
  return delta({ content }, null, 0, wire === "message" ? "message" : "delta")
}

/** The chunk with the finish reason, which on some wires brings the whole text once more. */
export function lastChunkOf(wire: Wire, whole: string, finish: string | null) {
  const says = wire === "last-message" || wire === "message" ? "message" : "delta"
  const repeats = wire === "last-message" || wire === "cumulative"
  return delta(repeats ? { role: "assistant", content: whole } : {}, finish, 0, says)
}

export function endOf(wire: Wire): string {
  if (wire === "json-lines") return ""
  return `data: [DONE]\n${wire === "no-blank-lines" ? "" : "\n"}`
}

/** A chunk of a streamed completion. */
export function delta(
  content: Record<string, unknown>,
  finish: string | null = null,
  index = 0,
  says: "delta" | "message" = "delta",
) {
  return { object: "chat.completion.chunk", choices: [{ index, [says]: content, finish_reason: finish }] }
}
