/** Who is meant by the words for the people of a story. */
export interface WishPeople {
  hero: string
  friend: string
  genders: Readonly<Record<string, "male" | "female">>
  /** How the story calls the hero where it tells. */
  toldAs: string
  /** Who is there beside the hero; null where nobody is. */
  other: string | null
  /** What the friend is, such as a swordsman. */
  otherIs: string
  /** Of all people of the story. */
  names: readonly string[]
  /** Whom a wish has spoken of before. */
  spokenOf?: string
}
