const KIB = 1_024
const MIB = 1_024 * KIB

// Lengths in characters are in code points (see text.ts).
export const PROMPT_MAX_CHARS = 4_000
/** The longest existing text that can be continued. */
export const EXISTING_TEXT_MAX_CHARS = 1_000_000
/** A longer text that a visitor brings along is no draft of this device, because its storage is small. In UTF-16 units. */
export const OWN_DRAFT_MAX_UNITS = 200_000
/** Longer reference texts are cut to this length (specification, section 5). */
export const REFERENCE_MAX_CHARS = 10_000
/** The form shows this much of a reference text (specification, section 2). */
export const REFERENCE_PREVIEW_CHARS = 100
export const REFERENCE_FILE_MAX_BYTES = 10 * MIB
/** Titles, prompts, a reference and what is around them. */
const ROOM_BYTES = 256 * KIB
/** All text fields of a form, without its files: the longest text at four bytes per character, and some room. */
export const FORM_TEXT_MAX_BYTES = 4 * EXISTING_TEXT_MAX_CHARS + ROOM_BYTES
/** Those of them that never hold a novel. */
export const SHORT_TEXTS_MAX_BYTES = 1 * MIB
/** A whole form: the largest file, and all texts. */
export const FORM_MAX_BYTES = REFERENCE_FILE_MAX_BYTES + FORM_TEXT_MAX_BYTES
/** The same texts, percent-encoded at three characters per byte. */
export const ENCODED_FORM_MAX_BYTES = 3 * FORM_TEXT_MAX_BYTES
/** A form with only short fields, such as an address, a password and a button. */
export const FIELDS_MAX_BYTES = 64 * KIB
/** The longest outline with the one before and the cards that were taken out, and some room. */
export const OUTLINE_FORM_MAX_BYTES = 512 * KIB
/** The longest text as some writers of JSON escape it, six bytes per character (`\u4e00`), and some room. */
export const JSON_MAX_BYTES = 6 * EXISTING_TEXT_MAX_CHARS + ROOM_BYTES
/** A packed library: twice the longest one, for people and for programs, as text is usually packed. */
export const LIBRARY_FILE_MAX_BYTES = 64 * MIB
/** All that is unpacked of one, and its list alone. */
export const LIBRARY_MAX_BYTES = 128 * MIB
export const LIBRARY_INDEX_MAX_BYTES = 4 * MIB
/** The most novels that one press imports; another press of the same file goes on. */
export const IMPORTED_MAX = 50

export const HISTORY_MAX_ENTRIES = 10
export const HISTORY_PREVIEW_CHARS = 20
export const COPIED_LABEL_MS = 1_200
