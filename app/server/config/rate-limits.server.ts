/** Allows `count` attempts at once, and regains that many over `seconds`. */
export interface Rate {
  count: number
  seconds: number
}

/**
 * What a limit counts by: the visitor's cookie, the account, the client's network address, the submitted mail
 * address, that address together with the network address, a mailed link (its token, or its proof), or everyone
 * together. A browser in which this account ("device") or any account ("any-device") signed in before has its own
 * quota, instead of the quotas that strangers can use up.
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

// Whole neighbourhoods share one network address, so its limits stop scripts; the other limits stop people.
const DEFAULT_RATE_LIMITS = {
  // Someone who guesses passwords locks only themselves out: one stranger cannot exhaust the account's own limit.
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
  // Only invalid links stay counted. The total is below what hosted Supabase verifies for one address
  // (supabase/config.toml), so that someone who guesses links cannot exhaust Supabase's limit for everyone.
  "mailed-link": {
    "any-device": { count: 20, seconds: 10 * MINUTE_SECONDS },
    address: { count: 20, seconds: 10 * MINUTE_SECONDS },
    link: { count: 10, seconds: 10 * MINUTE_SECONDS },
    everyone: { count: 120, seconds: 5 * MINUTE_SECONDS },
  },
  // A link whose proof says that the app asked for its mail opens one account alone, so guesses with it need no total.
  "proven-link": { link: { count: 10, seconds: HOUR_SECONDS } },
  "avatar-upload": { account: { count: 30, seconds: HOUR_SECONDS } },
  "reference-upload": { account: { count: 30, seconds: HOUR_SECONDS } },
  "novel-save": { account: { count: 120, seconds: HOUR_SECONDS } },
  "novel-change": { account: { count: 300, seconds: HOUR_SECONDS } },
  // Somebody who types for an hour stores an edit every few seconds.
  "novel-draft": { account: { count: 1_200, seconds: HOUR_SECONDS } },
  "novel-search": { account: { count: 30, seconds: 5 * MINUTE_SECONDS } },
  // Each reads, or checks, all novels of an account.
  "library-export": { account: { count: 20, seconds: HOUR_SECONDS } },
  "library-import": { account: { count: 60, seconds: HOUR_SECONDS } },
  // Each has two whole texts compared in the thread that checks everyone's.
  "text-compare": { account: { count: 120, seconds: HOUR_SECONDS } },
  "profile-save": { account: { count: 60, seconds: HOUR_SECONDS } },
  // Each change tells whether its words break the rules.
  "memory-change": {
    visitor: { count: 300, seconds: HOUR_SECONDS },
    account: { count: 300, seconds: HOUR_SECONDS },
    address: { count: 1_500, seconds: HOUR_SECONDS },
  },
  // Each edit scans a whole text, and makes a row.
  "text-edit": {
    visitor: { count: 120, seconds: HOUR_SECONDS },
    account: { count: 120, seconds: HOUR_SECONDS },
    address: { count: 600, seconds: HOUR_SECONDS },
  },
  // Each decodes up to 10 MB in the thread that checks everyone's texts.
  "file-read": {
    visitor: { count: 60, seconds: HOUR_SECONDS },
    account: { count: 60, seconds: HOUR_SECONDS },
    address: { count: 300, seconds: HOUR_SECONDS },
  },
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
 * Applies changes such as `generation.address=500/1h sign-in.email=20/10m` to the default limits.
 * Returns a sentence that says what is wrong if a change is invalid.
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
