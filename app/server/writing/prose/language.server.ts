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

const LETTER = /\p{L}/gu
const LATIN = /\p{Script=Latin}/gu
const HAN = /\p{Script=Han}/gu
