const SENTENCE_END = /(?:[。！？…!?～]+|——(?=[”’」』]))[”’」』）】》"]*/gu
const ENDS_FINISHED = new RegExp(`(?:${SENTENCE_END.source})\\s*$`, "u")
const STAYS_IN_SENTENCE_END = /[。！？…!?～”’」』）】》]/u

/** Whether the last sentence is finished, with every quotation of its paragraph closed. */
export function endsFinished(text: string): boolean {
  return endsSentence(text) && quoteDepth(lastParagraph(text)) <= 0
}

/** Whether the text stops at the end of a sentence, inside a quotation or not. */
export function endsSentence(text: string): boolean {
  return ENDS_FINISHED.test(text.slice(-16))
}

/** Whether this character still belongs to the sentence end before it, like a closing quote or a second mark. */
export function belongsToSentenceEnd(character: string): boolean {
  return STAYS_IN_SENTENCE_END.test(character)
}

/** The text up to the end of its last finished sentence; empty when there is none. */
export function trimToSentence(text: string): string {
  let paragraph = text.length
  while (paragraph > 0) {
    const start = text.lastIndexOf("\n", paragraph - 1) + 1
    const end = lastEndOutsideQuotations(text.slice(start, paragraph))
    if (end > 0) return text.slice(0, start + end)
    paragraph = start - 1
  }
  return ""
}

function lastEndOutsideQuotations(paragraph: string): number {
  let last = 0
  let depth = 0
  let at = 0
  for (const match of paragraph.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length
    depth += quoteDepth(paragraph.slice(at, end))
    at = end
    if (depth <= 0) last = end
  }
  return last
}

/** The unfinished sentence at the end; empty right after a sentence end. */
export function unfinishedSentence(text: string): string {
  const paragraph = lastParagraph(text)
  const end = [...paragraph.matchAll(SENTENCE_END)].at(-1)
  return end ? paragraph.slice(end.index + end[0].length) : paragraph
}

/** How many quotations this part of a paragraph leaves open; negative when it closes more than it opens. */
export function quoteDepth(text: string): number {
  let depth = 0
  for (const character of text) depth += quoteStep(character)
  return depth
}

/** The marks that close the quotations that this part of a paragraph leaves open, innermost first. */
export function openQuotations(text: string): string {
  const open: string[] = []
  for (const character of text) {
    if (quoteStep(character) > 0) open.unshift(CLOSING[character] ?? "")
    else if (quoteStep(character) < 0) open.shift()
  }
  return open.join("")
}

/** 1 for an opening quotation mark, -1 for a closing one, 0 for any other character. */
export function quoteStep(character: string): number {
  return QUOTE_STEPS[character] ?? 0
}

/** The text after the last line break. */
export function lastParagraph(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1)
}

const CLOSING: Record<string, string> = { "“": "”", "「": "」", "『": "』" }
const QUOTE_STEPS: Record<string, number> = { "“": 1, "”": -1, "「": 1, "」": -1, "『": 1, "』": -1 }
