export const DIGITS: Record<string, number> = {
  零: 0,
  〇: 0,
  一: 1,
  壹: 1,
  幺: 1,
  二: 2,
  贰: 2,
  两: 2,
  三: 3,
  叁: 3,
  叄: 3,
  四: 4,
  肆: 4,
  五: 5,
  伍: 5,
  六: 6,
  陆: 6,
  七: 7,
  柒: 7,
  八: 8,
  捌: 8,
  九: 9,
  玖: 9,
}

export const TENS: Record<string, number> = {
  十: 10,
  拾: 10,
  百: 100,
  佰: 100,
  千: 1_000,
  仟: 1_000,
  万: 10_000,
}

/** Single characters for a multiple of ten. */
export const SHORT_TENS: Record<string, string> = { 廿: "二十", 卅: "三十" }

/** These mean "and some more" after a number. `readNumber` skips them. */
export const SOME_MORE = "多来余好"
/** A number that begins with one of these ("several") is unknown. */
export const SOME = "几数"
