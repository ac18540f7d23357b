import type { HappeningName } from "./happening.lexicon.server.ts"
import {
  CREATURE_COMES,
  DANGER,
  MANY_COME,
  SOMEBODY_COMES,
  SOMEBODY_MET,
  STRANGER_COMES,
} from "./scenes/arrival.prose.server.ts"
import { CLOSER, DEATH, LOVE, PEACE, QUARREL, SECRET, STAY } from "./scenes/between-two.prose.server.ts"
import {
  BIRTH,
  CONTEST,
  DECISION,
  EXAM,
  KNOWS,
  LIE,
  MET_AGAIN,
  MET_THERE,
  TALK,
  TEACHING,
  WAGER,
  WEDDING,
} from "./scenes/dealings.prose.server.ts"
import { ANIMAL_FOUND, MARK_FOUND, PLACE_FOUND, THING_FOUND } from "./scenes/find.prose.server.ts"
import { COMPANION_ILL, HERO_ILL, SOMEBODY_ILL, WOUND } from "./scenes/illness.prose.server.ts"
import { EXPLORING, HOMECOMING, JOURNEY } from "./scenes/journey.prose.server.ts"
import { LETTER_COMES, LETTER_GOES } from "./scenes/letter.prose.server.ts"
import { CALL, NEWS, PARCEL, SIGNAL } from "./scenes/message.prose.server.ts"
import {
  BACK,
  BACK_ALONE,
  BACK_TO_ANIMAL,
  BACK_TO_ANIMAL_ALONE,
  BACK_TO_COMPANION_ILL,
  BACK_TO_HERO_ILL,
  BACK_TO_PLACE,
  BACK_TO_PLACE_ALONE,
  BACK_TO_QUARREL,
  BACK_TO_THING,
  BACK_TO_THING_ALONE,
  BACK_TO_VISITOR,
} from "./scenes/plain.prose.server.ts"
import { DARK, FEAST, MEAL, RAIN, REVEALED, SNOW } from "./scenes/surroundings.prose.server.ts"
import { COLLAPSE, ESCAPE, FIGHT, FIRE, FLOOD, LET_GO, THEFT } from "./scenes/trouble.prose.server.ts"
import type { WishScene } from "./scenes/wish-scene.server.ts"

/** The scenes of each happening. */
export const SCENES: Record<HappeningName, readonly WishScene[]> = {
  stranger: STRANGER_COMES,
  visitor: SOMEBODY_COMES,
  crowd: MANY_COME,
  creature: CREATURE_COMES,
  met: SOMEBODY_MET,
  danger: DANGER,
  find: THING_FOUND,
  findPlace: PLACE_FOUND,
  findAnimal: ANIMAL_FOUND,
  findMark: MARK_FOUND,
  letter: LETTER_COMES,
  writing: LETTER_GOES,
  journey: JOURNEY,
  explore: EXPLORING,
  homecoming: HOMECOMING,
  quarrel: QUARREL,
  peace: PEACE,
  secret: SECRET,
  love: LOVE,
  closer: CLOSER,
  stay: STAY,
  death: DEATH,
  heroIll: HERO_ILL,
  companionIll: COMPANION_ILL,
  somebodyIll: SOMEBODY_ILL,
  wound: WOUND,
  rain: RAIN,
  snow: SNOW,
  dark: DARK,
  feast: FEAST,
  meal: MEAL,
  revealed: REVEALED,
  theft: THEFT,
  letGo: LET_GO,
  fire: FIRE,
  flood: FLOOD,
  collapse: COLLAPSE,
  escape: ESCAPE,
  fight: FIGHT,
  signal: SIGNAL,
  call: CALL,
  news: NEWS,
  parcel: PARCEL,
  decision: DECISION,
  talk: TALK,
  teaching: TEACHING,
  exam: EXAM,
  contest: CONTEST,
  wager: WAGER,
  metThere: MET_THERE,
  metAgain: MET_AGAIN,
  knows: KNOWS,
  wedding: WEDDING,
  birth: BIRTH,
  lie: LIE,
}

interface Back {
  together: readonly (readonly string[])[]
  alone: readonly (readonly string[])[]
}

const NOTHING: Back = { together: [], alone: [] }
const TO_THING: Back = { together: BACK_TO_THING, alone: BACK_TO_THING_ALONE }
const TO_PLACE: Back = { together: BACK_TO_PLACE, alone: BACK_TO_PLACE_ALONE }
const TO_VISITOR: Back = { together: BACK_TO_VISITOR, alone: BACK_ALONE }

/** How a later scene comes back to a happening. */
export const BACKS: Partial<Record<HappeningName, Back>> = {
  find: TO_THING,
  letter: TO_THING,
  findAnimal: { together: BACK_TO_ANIMAL, alone: BACK_TO_ANIMAL_ALONE },
  journey: TO_PLACE,
  explore: TO_PLACE,
  stranger: TO_VISITOR,
  visitor: TO_VISITOR,
  met: NOTHING,
  quarrel: { together: BACK_TO_QUARREL, alone: [] },
  heroIll: { together: BACK_TO_HERO_ILL, alone: [] },
  companionIll: { together: BACK_TO_COMPANION_ILL, alone: [] },
  // These are over when they are told.
  peace: NOTHING,
  love: NOTHING,
  stay: NOTHING,
  death: NOTHING,
  creature: NOTHING,
  writing: NOTHING,
  rain: NOTHING,
  snow: NOTHING,
  dark: NOTHING,
  feast: NOTHING,
  meal: NOTHING,
  closer: NOTHING,
  letGo: NOTHING,
  metThere: NOTHING,
  metAgain: NOTHING,
  knows: NOTHING,
  talk: NOTHING,
  wedding: NOTHING,
  birth: NOTHING,
  fire: NOTHING,
  flood: NOTHING,
  collapse: NOTHING,
  exam: NOTHING,
  contest: NOTHING,
  wager: NOTHING,
  teaching: NOTHING,
}
/** How one comes back to anything else that happened. */
export const BACK_TO_ANYTHING: Back = { together: BACK, alone: BACK_ALONE }
