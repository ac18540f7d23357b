import type { WritingTurn } from "#app/domain/generation.ts"
import type { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import type { ChatMessage } from "#app/server/writing/endpoint/writer.server.ts"
import { MATERIALS } from "#app/server/writing/prompts/material-prompts.server.ts"

type Mark = keyof typeof MATERIALS

/** What a part of a prompt is. `order`: asks for the plan, or for the text of a turn. */
type PromptPartKind = "system" | "outline" | "written" | "order" | "plan-order" | Mark

/** A part of a prompt as it is sent. The parts of a message, one after another, are the message. */
export interface PromptPart {
  kind: PromptPartKind
  text: string
  /** The index of the beat that it is about; null if it is about none. */
  beat: number | null
  /** Whether it begins a message, and whose. */
  role: ChatMessage["role"] | null
  /** As the engine estimates them. */
  tokens: number
}

/**
 * The parts of a conversation that `turnMessages` made of these turns: rules, material by its marks, plan, written
 * text, orders.
 */
export function promptParts(
  messages: readonly ChatMessage[],
  turns: readonly WritingTurn[],
  context: ModelContext,
): PromptPart[] {
  return messages.flatMap((message, at) => {
    const beat = turns[Math.floor((at - FIRST_TURN) / 2)]?.beat ?? null
    const whole = at < FIRST_TURN ? null : beat
    let tokens = 0
    let text = ""
    return piecesOf(message, at).map((piece, index) => {
      const before = tokens
      text += piece.text
      tokens = context.tokensOf([{ role: message.role, content: text }])
      return { ...piece, beat: whole, role: index === 0 ? message.role : null, tokens: tokens - before }
    })
  })
}

/** Before the first turn stand the rules, the request with the order for the plan, and the plan. */
const FIRST_TURN = 3

type Piece = Pick<PromptPart, "kind" | "text">

function piecesOf({ role, content }: ChatMessage, at: number): Piece[] {
  if (role === "system") return [{ kind: "system", text: content }]
  if (role === "assistant") return [{ kind: at < FIRST_TURN ? "outline" : "written", text: content }]
  const order = at < FIRST_TURN ? "plan-order" : "order"
  const pieces: Piece[] = []
  let from = 0
  for (const { index, 0: text, groups } of content.matchAll(BLOCK)) {
    if (index > from) pieces.push({ kind: order, text: content.slice(from, index) })
    pieces.push({ kind: groups?.mark as Mark, text })
    from = index + text.length
  }
  return from < content.length ? [...pieces, { kind: order, text: content.slice(from) }] : pieces
}

/**
 * Material between its marks, which texts from outside cannot hold, with what stands beside it up to a blank line.
 * Within an order it belongs to the order.
 */
const BLOCK = new RegExp(
  `(?<=^|\\n\\n)(?:[^\\n<]+\\n)?<(?<mark>${Object.keys(MATERIALS).join("|")})>\\n[\\s\\S]*?\\n</\\k<mark>>(?:\\n[^\\n]+)?(?:\\n\\n|$)`,
  "gu",
)
