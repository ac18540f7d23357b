/** A text says what language it is in from so many Chinese characters, or words of another script, on. */
const SAMPLE_MIN_WORDS = 15
const LETTERS_OF_A_WORD = 4
const CHINESE_FROM_SHARE = 0.5

/** Whether a text is in another language than Chinese; false for one too short to tell. */
export function isForeign(text: string): boolean {
  const chinese = text.match(HAN)?.length ?? 0
  const latin = text.match(LATIN)?.length ?? 0
  const others = (text.match(LETTER)?.length ?? 0) - chinese - latin
  const words = chinese + latin / LETTERS_OF_A_WORD + others
  return words >= SAMPLE_MIN_WORDS && chinese < words * CHINESE_FROM_SHARE
}

/**
 * Whether a UTF-16 unit is one of the 20,992 common Chinese characters, U+4E00 to U+9FFF. No mark, blank or half of a
 * surrogate pair is, so what concerns those alone can pass over the most of a text.
 */
export function isCommonHan(unit: number): boolean {
  return unit >= FIRST_HAN && unit <= LAST_HAN
}

const FIRST_HAN = 0x4e00
const LAST_HAN = 0x9fff
const LETTER = /\p{L}/gu
const LATIN = /\p{Script=Latin}/gu
const HAN = /\p{Script=Han}/gu
