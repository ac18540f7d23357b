const { PROPERTY_DRAWS } = process.env

/** How often a property is tried: `usually`, or as often as PROPERTY_DRAWS says, which must be a number. */
export function draws(usually: number): number {
  if (PROPERTY_DRAWS === undefined) return usually
  if (!/^[1-9]\d*$/.test(PROPERTY_DRAWS)) throw new Error(`PROPERTY_DRAWS is no number: ${PROPERTY_DRAWS}`)
  return Number(PROPERTY_DRAWS)
}
