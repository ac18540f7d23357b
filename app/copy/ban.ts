import type { BanReason } from "#app/domain/ban/ban.ts"

const BANNED_CONTENT: Record<BanReason, string> = {
  minor: "涉及未成年人与性或情色的描写",
  "real-person": "涉及现实人物的情色描写",
}

/** A sentence for each reason of the ban, around the words that name what is banned. */
export function bannedText(sentence: (content: string) => string): Record<BanReason, string> {
  const sentences = Object.entries(BANNED_CONTENT).map(([reason, content]) => [reason, sentence(content)])
  return Object.fromEntries(sentences)
}

/** Why a paragraph was withdrawn, for all reasons of the ban. */
export const bannedParagraphText =
  "这一段触及任何级别都不写的内容（未成年人或现实人物与性），已撤回，前面的正文都已保留。可以改一改要求，再点「继续生成」。"

/** The same, where no paragraph stands before it. */
export const bannedOpeningText =
  "写出的内容触及任何级别都不写的内容（未成年人或现实人物与性），已撤回。可以改一改设想再试。"
