const KIB = 1_024
const MIB = 1_024 * KIB

// Lengths in characters are in code points (see text.ts).
export const PROMPT_MAX_CHARS = 4_000
/** The longest existing text that can be continued: ten novels of the greatest length. */
export const EXISTING_TEXT_MAX_CHARS = 120_000
/** Longer reference texts are cut to this length (specification, section 5). */
export const REFERENCE_MAX_CHARS = 10_000
/** The form shows this much of a reference text (specification, section 2). */
export const REFERENCE_PREVIEW_CHARS = 100
export const REFERENCE_FILE_MAX_BYTES = 10 * MIB
/** A whole form: the largest file, the longest existing text at four bytes per character, and some room. */
export const FORM_MAX_BYTES = 12 * MIB
/** All text fields of a form, without its files: the longest novel at four bytes per character, and some room. */
export const FORM_TEXT_MAX_BYTES = 1 * MIB
/** The same texts, percent-encoded at three characters per byte. */
export const ENCODED_FORM_MAX_BYTES = 3 * FORM_TEXT_MAX_BYTES
/** A form with only short fields, such as an address, a password and a button. */
export const FIELDS_MAX_BYTES = 64 * KIB
/** The longest outline with the one before and the cards that were taken out, and some room. */
export const OUTLINE_FORM_MAX_BYTES = 512 * KIB
export const JSON_MAX_BYTES = 1 * MIB

export const HISTORY_MAX_ENTRIES = 10
export const HISTORY_PREVIEW_CHARS = 20
export const COPIED_LABEL_MS = 1_200
