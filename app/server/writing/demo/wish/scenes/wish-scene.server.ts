/** What things are called where a story takes place. */
export type Register = "ancient" | "modern" | "wasteland" | "space"

/** A small scene that tells what somebody wishes. */
export interface WishScene {
  /** Its paragraphs, as templates. */
  told: readonly string[]
  /** The hero is alone in it; otherwise `{other}` is there, too. */
  isAlone?: true
  /** Where it can't take place. */
  notIn?: readonly Register[]
}
