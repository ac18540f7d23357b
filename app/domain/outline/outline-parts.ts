/** What a plan tells of the whole novel. */
export const HEAD_PARTS = ["premise", "people", "places", "manner", "plants", "ending"] as const
export type HeadPart = (typeof HEAD_PARTS)[number]
/** What a card tells of its beat. */
export const CARD_PARTS = ["where", "want", "against", "turn", "stop"] as const
export type CardPart = (typeof CARD_PARTS)[number]
