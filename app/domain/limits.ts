const KIB = 1_024
const MIB = 1_024 * KIB

/** Longest request a visitor may describe a novel with, in characters as typed. */
export const PROMPT_MAX_CHARS = 4_000
/** Longest existing text that can be continued: ten novels of the longest length. */
export const EXISTING_TEXT_MAX_CHARS = 120_000
/** A reference text is cut to this many characters (specification, section 5). */
export const REFERENCE_MAX_CHARS = 10_000
/** What is shown of a reference text after it was read (specification, section 2). */
export const REFERENCE_PREVIEW_CHARS = 100
export const REFERENCE_FILE_MAX_BYTES = 10 * MIB
/** One form in all: the largest file, the largest existing text at three bytes a character, and room. */
export const FORM_MAX_BYTES = 12 * MIB
/** A form's texts in all, without its files: the longest novel at four bytes a character, and room. */
export const FORM_TEXT_MAX_BYTES = 1 * MIB
/** The same in the notation that writes three characters for a byte. */
export const ENCODED_FORM_MAX_BYTES = 3 * FORM_TEXT_MAX_BYTES
/** A form of short fields: an address, a password, a button. */
export const FIELDS_MAX_BYTES = 64 * KIB
export const JSON_MAX_BYTES = 1 * MIB

export const HISTORY_MAX_ENTRIES = 10
export const HISTORY_PREVIEW_CHARS = 20
export const COPIED_LABEL_MS = 1_200
