/** What the judge compares, in the words in which it is asked and answers. */
export const DIMENSIONS = ["前后一致", "人物", "情节推进", "对话", "语言", "结尾", "切题"] as const
export const OVERALL = "总评"

/** A verdict is the whole rest of its line; a sentence that begins with A may tell of A's fault. */
export const VERDICT =
  /^(?:选|答案?是?)?(?:文本|作品|小说)?(?:([Aa])|([Bb])|平手?|平局|持平|相当)(?:更好|较好|略好|稍好|更优|胜出?|优)?$/u

/** What may stand before the quotes of a contradiction. */
export const CONTRADICTION_LABEL = /^[\d.、()\s]*(?:矛盾)?[\d.、()\s]*$/u
/** The judge found nothing. */
export const NONE = "无"
export const NOTHING_FOUND = /^(?:无|没有|没有矛盾|未发现矛盾|无矛盾|没有发现矛盾)$/u

/** How a continuation stands to a fact of the old text. */
export const RESPECTED = /^(?:相?合|符合|一致)$/u
export const BROKEN = /^(?:相?违|违背|矛盾|不合|不一致)$/u
export const UNTOUCHED = /^(?:无|没写到|未写到|未提及|未涉及|没有)$/u
