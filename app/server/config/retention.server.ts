/** How many hours something is kept; null: until somebody deletes it. */
export interface Retention {
  generations: number
  references: number
  reports: number | null
}

const DAY_HOURS = 24
const YEAR_DAYS = 365
const UNIT_HOURS: Record<string, number> = { h: 1, d: DAY_HOURS }
const FOREVER = "forever"

const DEFAULT_RETENTION: Retention = { generations: DAY_HOURS, references: DAY_HOURS, reports: null }

interface Bounds {
  minHours: number
  maxHours: number
  isEndless?: true
}

const BOUNDS: Record<keyof Retention, Bounds> = {
  // The interface promises a day: until then, a text is found again whose tab was closed.
  generations: { minHours: DAY_HOURS, maxHours: YEAR_DAYS * DAY_HOURS },
  references: { minHours: 1, maxHours: YEAR_DAYS * DAY_HOURS },
  reports: { minHours: DAY_HOURS, maxHours: 10 * YEAR_DAYS * DAY_HOURS, isEndless: true },
}

/**
 * Applies changes such as `generations=3d reports=180d` to the default times. Returns a sentence that says what is
 * wrong if a change is invalid.
 */
export function parseRetention(text: string): Retention | string {
  const retention = { ...DEFAULT_RETENTION }
  for (const change of text.split(/[\s,]+/).filter(Boolean)) {
    const [named = "", term = ""] = change.split("=", 2)
    if (!isKept(named)) return `${change} is not one of ${Object.keys(BOUNDS).join(", ")}, as in reports=180d`
    const { minHours, maxHours, isEndless } = BOUNDS[named]
    const hours = isEndless && term === FOREVER ? null : hoursOf(term)
    if (hours !== null && !(hours >= minHours && hours <= maxHours)) {
      const endless = isEndless ? `, or ${FOREVER}` : ""
      return `${change} must be from ${minHours}h to ${maxHours / DAY_HOURS}d${endless}`
    }
    Object.assign(retention, { [named]: hours })
  }
  return retention
}

function isKept(name: string): name is keyof Retention {
  return Object.hasOwn(BOUNDS, name)
}

/** NaN if it is no whole number of hours or days. */
function hoursOf(term: string): number {
  const [, count, unit = ""] = /^(\d{1,6})([hd])$/.exec(term) ?? []
  return Number(count) * (UNIT_HOURS[unit] ?? Number.NaN)
}
