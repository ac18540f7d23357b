/** The marks before a line of a list: bullets, numbers, and the words for a part of a novel. */
export const LIST_MARK =
  /^\s*(?:[-*•·>]+|[(（【[]?(?:第\s*)?(?:\d+|\p{Script=Han}{1,3})(?:\s*(?:部分|[节章幕]))?\s*[)）\]】.．、:：]|\d+\s*[｜|])\s*/u

/** How lines end that say what happens and in how many characters. */
export const COUNTED_LINES: readonly RegExp[] = [
  /^(.+)[｜|]\D*?([\d,，]+)\D{0,6}$/u,
  /^(.+?)\s*[（(【[]\D{0,4}([\d,，]+)\s*(?:字|characters|chars|words)\D{0,3}[)）\]】]$/iu,
  /^(.+?)\s*(?:[—–-]+|[:：,，])\s*\D{0,3}([\d,，]+)\s*字$/u,
]

/** The key of a plan in JSON under which a title stands. */
export const TITLE_KEY = /^(?:书名|题名|标题|题目|小说名|title|name)$/iu

/** A text that only says which part it is. */
export const PART_NUMBER = /^第?\s*[\d一二三四五六七八九十]+\s*(?:部分|[节章幕])?$/u
