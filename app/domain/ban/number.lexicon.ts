/** The ways to write each digit, from nought to nine. */
export const DIGITS = [
  "0零〇",
  "1一壹幺",
  "2二贰两",
  "3三叁叄",
  "4四肆",
  "5五伍",
  "6六陆",
  "7七柒",
  "8八捌",
  "9九玖",
]

/** The ways to write ten, a hundred, a thousand and ten thousand. */
export const TENS = ["十拾", "百佰", "千仟", "万"]

/** Single characters for a multiple of ten. */
export const SHORT_TENS: Record<string, string> = { 廿: "二十", 卅: "三十" }

/** These mean "and some more" after a number. `readNumber` skips them. */
export const SOME_MORE = "多来余好"
/** A number that begins with one of these ("several") is unknown. */
export const SOME = "几数"
