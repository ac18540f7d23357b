/**
 * How ages stand in English sentences, as parts of regular expressions over normalised text (see normalise.ts):
 * lower case, no apostrophes and no hyphens. Every repetition is bounded, so that matching stays linear.
 */

export const ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
export const TEENS = [
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
]
export const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy"]

export const OLD = "(?:years?\\s?olds?|yrs?\\s?olds?|y\\s?o|years?\\s?of\\s?age|周岁|岁)(?![a-z])"
/** "Aged", "at the age of", "a girl of", "turning". */
export const BEFORE_AGE =
  "(?:aged?(?:\\s(?:of|is|was|about|only|just)){0,2}|(?:girl|boy|child|lad|lass|maid|maiden|kid|bride|student|daughter|son|sister|brother|virgin|woman|man|she|he)(?:\\s(?:of|about|around|only|just)){1,2}|(?:girl|boy|child|kid|student),|(?:turn(?:s|ed|ing)?|barely|sweet))"
/** "She is", "he was only", "they are both". */
export const SAYS_AGE =
  "(?:(?:she|he|i|you|who|girl|boy|student|sister|brother|daughter|son)\\s(?:s|is|was|has|had|will|would|looks?|looked|turn(?:s|ed)?|m|am|are|were)|(?:they|we|you|both)\\s(?:are|were|re)\\s(?:both|all|each|only|just))(?:\\s(?:just|only|barely|still|now|both|about|almost|nearly|all|be|been|turned|turning|around|merely|scarcely|hardly|maybe|not|yet|even)){0,3}"
/** What may follow an age that has no unit. "She was ten minutes late" gives no age. */
export const AFTER_AGE =
  "(?=$|\\n|[^a-z0-9\\s.]|\\s(?:and|when|but|who|the|that|now|today|then|with|while|as|so|he|she|they|last|this|next)(?![a-z]))"
export const BIRTHDAY_ORDINAL: Record<string, string> = {
  tenth: "ten",
  eleventh: "eleven",
  twelfth: "twelve",
  thirteenth: "thirteen",
  fourteenth: "fourteen",
  fifteenth: "fifteen",
  sixteenth: "sixteen",
  seventeenth: "seventeen",
}
/** Counted things that stand for years of life. */
export const YEARS_OF_LIFE = "(?:summers|winters|springs)\\sold|candles"
export const UNDER_EIGHTEEN =
  "(?:early|mid|late|her|his|their)\\s(?:early\\s|mid\\s|late\\s)?teens|(?:short|shy)\\sof\\s(?:eighteen|18)|(?:not|isn\\st|wasn\\st)\\s(?:yet\\s|even\\s){0,2}(?:eighteen|18|of\\sage|an\\sadult)|before\\s(?:she|he)\\s(?:turn(?:s|ed)|is|was)\\s(?:eighteen|18)"

export const YOUNGER = "younger|(?:his|her|my)\\sjunior"
export const OLDER = "older|(?:his|her|my)\\ssenior"
export const HALF =
  "half\\s(?:his|her|my|the|their)\\s?(?:age|years)|(?:twice|double)\\s(?:her|his|my|their)\\sage"
