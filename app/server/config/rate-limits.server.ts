/** At most `count` at once, and as many again over `seconds`. */
export interface Rate {
  count: number
  seconds: number
}

/**
 * Who is counted: the visitor's cookie, the account, the client's network address, the mail address that
 * was typed, that together with where it was typed, a mailed link, and everyone together. A browser in which this
 * account ("device"), or some account ("any-device"), was entered before is counted by itself instead of by what
 * strangers use up too.
 */
export type Scope =
  | "visitor"
  | "account"
  | "address"
  | "email"
  | "email-at-address"
  | "device"
  | "any-device"
  | "link"
  | "everyone"

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

// Whole neighbourhoods share one network address: its numbers stop machines, the others stop people.
const DEFAULT_RATE_LIMITS = {
  // Whoever guesses at another's password locks himself out: the account's own number is beyond one stranger.
  "sign-in": {
    device: { count: 10, seconds: 10 * MINUTE_SECONDS },
    "email-at-address": { count: 10, seconds: 10 * MINUTE_SECONDS },
    email: { count: 60, seconds: 10 * MINUTE_SECONDS },
    address: { count: 120, seconds: 10 * MINUTE_SECONDS },
  },
  "sign-up": {
    email: { count: 5, seconds: HOUR_SECONDS },
    address: { count: 60, seconds: HOUR_SECONDS },
  },
  "password-reset": {
    device: { count: 5, seconds: HOUR_SECONDS },
    email: { count: 5, seconds: HOUR_SECONDS },
    address: { count: 30, seconds: HOUR_SECONDS },
  },
  // Only links that are none stay counted. All together are fewer than hosted Supabase verifies for one address
  // (supabase/config.toml), so that whoever guesses does not use up what the others need there.
  "mailed-link": {
    "any-device": { count: 20, seconds: 10 * MINUTE_SECONDS },
    address: { count: 20, seconds: 10 * MINUTE_SECONDS },
    link: { count: 10, seconds: 10 * MINUTE_SECONDS },
    everyone: { count: 120, seconds: 5 * MINUTE_SECONDS },
  },
  "avatar-upload": { account: { count: 30, seconds: HOUR_SECONDS } },
  "reference-upload": { account: { count: 30, seconds: HOUR_SECONDS } },
  "novel-save": { account: { count: 120, seconds: HOUR_SECONDS } },
  "novel-change": { account: { count: 300, seconds: HOUR_SECONDS } },
  "novel-search": { account: { count: 30, seconds: 5 * MINUTE_SECONDS } },
  "profile-save": { account: { count: 60, seconds: HOUR_SECONDS } },
  report: {
    visitor: { count: 10, seconds: HOUR_SECONDS },
    account: { count: 10, seconds: HOUR_SECONDS },
    address: { count: 60, seconds: HOUR_SECONDS },
  },
  generation: {
    visitor: { count: 60, seconds: HOUR_SECONDS },
    account: { count: 60, seconds: HOUR_SECONDS },
    address: { count: 300, seconds: HOUR_SECONDS },
  },
} as const satisfies Record<string, Partial<Record<Scope, Rate>>>

export type LimitedAction = keyof typeof DEFAULT_RATE_LIMITS
export type RateLimits = Record<LimitedAction, Partial<Record<Scope, Rate>>>

const UNIT_SECONDS: Record<string, number> = {
  s: 1,
  m: MINUTE_SECONDS,
  h: HOUR_SECONDS,
  d: 24 * HOUR_SECONDS,
}
const MAX_COUNT = 1_000_000
const MAX_SECONDS = 7 * 24 * HOUR_SECONDS

/**
 * The limits with the changes that a text makes, such as `generation.address=500/1h sign-in.email=20/10m`.
 * Answers what is wrong with it as a sentence.
 */
export function parseRateLimits(text: string): RateLimits | string {
  const limits: RateLimits = structuredClone(DEFAULT_RATE_LIMITS)
  for (const change of text.split(/[\s,]+/).filter(Boolean)) {
    const [, action = "", scope = "", count = "", amount = "", unit = ""] =
      /^([a-z-]+)\.([a-z-]+)=(\d{1,7})\/(\d{0,6})([smhd])$/.exec(change) ?? []
    const rates = Object.hasOwn(limits, action) ? limits[action as LimitedAction] : {}
    if (!Object.hasOwn(rates, scope))
      return `${change} is not one of ${names(limits)}, as in generation.address=500/1h`
    const rate = { count: Number(count), seconds: Number(amount || 1) * (UNIT_SECONDS[unit] ?? 0) }
    if (rate.count < 1 || rate.count > MAX_COUNT || rate.seconds < 1 || rate.seconds > MAX_SECONDS) {
      return `${change} must be from 1 to ${MAX_COUNT}, over 1s to 7d`
    }
    rates[scope as Scope] = rate
  }
  return limits
}

function names(limits: RateLimits): string {
  return Object.entries(limits)
    .flatMap(([action, rates]) => Object.keys(rates).map((scope) => `${action}.${scope}`))
    .join(", ")
}
