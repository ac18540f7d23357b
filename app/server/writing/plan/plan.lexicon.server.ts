/** The marks before a line of a list: bullets, numbers, and the words for a part of a novel. */
export const LIST_MARK =
  /^\s*(?:[-*•·>]+|[(（【[]?(?:第\s*)?(?:\d+|\p{Script=Han}{1,3})(?:\s*(?:部分|[节章幕]))?\s*[)）\]】.．、:：]|\d+\s*[｜|])\s*/u

/** How lines end that say what happens and in how many characters. */
export const COUNTS_AT_END: readonly RegExp[] = [
  /[｜|][^\d｜|]*([\d,，]{1,10})\D{0,6}$/u,
  /[（(【[]\D{0,4}([\d,，]{1,10})\s{0,3}(?:字|characters|chars|words)\D{0,3}[)）\]】]$/iu,
  /(?:[—–-]{1,4}|[:：,，])\s{0,3}\D{0,3}([\d,，]{1,10})\s{0,3}字$/u,
]

/** The key of a plan in JSON under which a title stands. */
export const TITLE_KEY = /^(?:书名|题名|标题|题目|小说名|title|name)$/iu

/** A text that only says which part it is. */
export const PART_NUMBER = /^第?\s*[\d一二三四五六七八九十]+\s*(?:部分|[节章幕])?$/u

/** Where an answer turns into JSON. */
export const BEGINS_JSON =
  /^[^\S\n]*(?:[^\n]{0,40}[：:][^\S\n]*)?[{[]\s{0,40}(?:["{[]|$)|^[^\S\n]*"[^"\n]*"\s{0,40}:/mu

const OUTLINE = "(?:提纲|大纲|构思|框架|规划|outline|plan)"

/** A line before a plan that greets, announces it or is its heading; a model that thinks begins otherwise. */
export const PREFACE = new RegExp(
  "^(?!.*(?:用户|读者|我先|我要|我得|需要|让我|想一想|想想|首先|\\b(?:user|let me|need|think)\\b))" +
    `(?:(?:json|markdown|text|plaintext)|(?:(?:小说|故事|全文|创作|写作)*${OUTLINE}[：:]?)|` +
    "(?:好的?|当然(?:可以)?|没问题|明白了?|收到|可以|sure|certainly|of course|ok(?:ay)?)[^\\n]{0,60}|" +
    `(?:以下|下面|这里|这|here)[^\\n]{0,30}${OUTLINE}[^\\n]{0,20})$`,
  "iu",
)
