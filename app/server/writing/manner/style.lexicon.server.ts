/** Who a text is told by or about, where no one speaks. */
export const FIRST_PERSON = /我|\b(?:I|me|my)\b/gu
export const THIRD_PERSON = /[他她它]|\b(?:he|she|him|her|his|they)\b/giu
