import { RULES_OF_BAN } from "#app/domain/ban/ban.ts"
import { withoutBlanks } from "./measures.ts"
import type { WrittenNovel } from "./run.ts"

/** So much of the end of the text so far must stand in the prompt, in UTF-16 units without blanks. */
const TAIL_UNITS = 150
/** No call needs more, even after its limit was enlarged as often as it may be: a novel and a long thought. */
const LIMIT_MAX_TOKENS = 128_000

/** What the visitor typed. */
export interface Typed {
  prompt: string
  direction: string
  existing: string
}

/**
 * What a model must know and was not sent, one line per call and fact: the rules, the visitor's wish, the
 * plan, the end of the text so far, the notes on the reference, and a limit. The first call for text may come beside
 * the plan and know only its beginning. In a small context (`isSmall`) the later beats of the plan may be shortened,
 * never the one that is asked for.
 */
export function unsentIn(
  { calls, taken, plan, events }: WrittenNovel,
  typed: Typed,
  { isSmall }: { isSmall: boolean },
): string[] {
  const { style = "", beats: begun = [] } = events.find((event) => event.type === "plan") ?? {}
  const first = calls.findIndex(({ kind, answered }) => kind === "beat" && answered)
  let answers = 0
  return calls.flatMap(({ kind, answered, maxTokens, shown, body }, call) => {
    const prompt = withoutBlanks(body.messages.map(({ content }) => content).join("\n"))
    const before = kind === "beat" ? (taken[answers]?.before ?? "") : typed.existing
    if (kind === "beat" && answered) answers += 1
    const beats = call <= first ? begun : plan
    const facts: Record<string, string[]> = {
      rules: kind === "style" ? [] : [...RULES_OF_BAN],
      wish: kind === "style" ? [] : [typed.prompt],
      direction: kind === "style" ? [] : [typed.direction],
      plan: kind === "beat" && !isSmall ? beats.map(({ summary }) => summary) : [],
      style: kind === "beat" ? [style] : [],
    }
    const unsent = Object.entries(facts)
      .filter(([, texts]) => !texts.every((text) => prompt.includes(withoutBlanks(text))))
      .map(([fact]) => fact)
    const tail = kind === "style" ? "" : withoutBlanks(before).slice(-TAIL_UNITS)
    if (!withoutBlanks(shown).includes(tail)) unsent.push("tail")
    const asked = body.messages.at(-1)?.content ?? ""
    if (kind === "beat" && !plan.some(({ summary }) => asked.includes(summary))) unsent.push("beat")
    if (!(maxTokens > 0 && maxTokens <= LIMIT_MAX_TOKENS)) unsent.push("limit")
    return unsent.map((fact) => `${fact} (call ${call}, ${kind})`)
  })
}
