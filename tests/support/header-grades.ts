import type { Answer } from "./http-request.ts"

export interface Grade {
  score: number
  grade: string
  /** What cost points. */
  faults: string[]
}

interface Mark {
  points: number
  name: string
}

const SIX_MONTHS_SECONDS = 15_768_000
/** Bonuses count from this score on. */
const BONUS_FROM = 90
const STEPS = [
  [100, "A+"],
  [90, "A"],
  [85, "A-"],
  [80, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [50, "C"],
  [45, "C-"],
  [40, "D+"],
  [30, "D"],
  [25, "D-"],
] as const
const PRIVATE_REFERRERS = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"]

/**
 * The grade that MDN's (Mozilla's) HTTP Observatory gives to an answer, by its table of scores. Its test of the
 * redirect from http is left out, because the proxy in front does that.
 */
export function observatoryGrade(answer: Answer): Grade {
  const marks = [
    policyMark(answer),
    cookieMark(answer),
    sharingMark(answer),
    referrerMark(answer),
    transportMark(answer),
    scriptMark(answer),
    mark(header(answer, "x-content-type-options") === "nosniff", 0, -5, "nosniff"),
    framingMark(answer),
    resourceMark(answer),
  ]
  const base = marks.reduce((score, { points }) => score + Math.min(points, 0), 100)
  const bonus = marks.reduce((score, { points }) => score + Math.max(points, 0), 0)
  const score = Math.max(0, base >= BONUS_FROM ? base + bonus : base)
  const grade = STEPS.find(([from]) => score >= from)?.[1] ?? "F"
  return { score, grade, faults: marks.filter(({ points }) => points < 0).map(({ name }) => name) }
}

/** The grade of securityheaders.com: six headers for an A, and an A+ without a warning about any of them. */
export function securityHeadersGrade(answer: Answer): Grade {
  const policy = policyOf(answer)
  const missing = [
    "strict-transport-security",
    "content-security-policy",
    "x-frame-options",
    "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
  ].filter((name) => !header(answer, name))
  const sources = [...policy.values()].flat()
  const warnings = [
    sources.includes("'unsafe-inline'") && "unsafe-inline",
    sources.includes("'unsafe-eval'") && "unsafe-eval",
    header(answer, "x-content-type-options") !== "nosniff" && "nosniff",
    !PRIVATE_REFERRERS.includes(header(answer, "referrer-policy")) && "referrer",
    !/^(DENY|SAMEORIGIN)$/i.test(header(answer, "x-frame-options")) && "framing",
    header(answer, "server").length > 0 && "server",
    header(answer, "x-powered-by").length > 0 && "x-powered-by",
  ].filter((warning) => warning !== false)
  const grade = missing.length > 0 ? (["A", "B", "C", "D", "E"][missing.length] ?? "F") : "A"
  const faults = [...missing, ...warnings]
  return { score: 6 - missing.length, grade: faults.length === 0 ? "A+" : grade, faults }
}

function policyMark(answer: Answer): Mark {
  const policy = policyOf(answer)
  if (policy.size === 0) return { points: -25, name: "no policy" }
  const of = (name: string) => policy.get(name) ?? policy.get("default-src")
  const run = [of("script-src"), of("object-src")]
  if (run.some((sources) => !sources)) return { points: -20, name: "scripts or objects from anywhere" }
  const isTrusted = run[0]?.some((source) => /^'(nonce|sha\d+)-/.test(source))
  const unsafe = run
    .flatMap((sources) => sources ?? [])
    .filter((source) => {
      if (source === "'unsafe-inline'") return !isTrusted
      return /^(\*|https?:|data:|blob:|https?:\/\/\*)$/.test(source)
    })
  if (unsafe.length > 0) return { points: -20, name: `unsafe scripts: ${unsafe}` }
  const all = [...policy.values()].flat()
  if (all.some((source) => source.startsWith("http:"))) return { points: -20, name: "insecure scheme" }
  if (run[0]?.includes("'unsafe-eval'")) return { points: -10, name: "unsafe-eval" }
  const style = of("style-src") ?? ["*"]
  if (style.some((source) => /^('unsafe-inline'|\*|data:|https?:)$/.test(source)))
    return { points: 0, name: "unsafe styles" }
  const form = policy.get("form-action")?.join() ?? "*"
  const strict = policy.get("default-src")?.join() === "'none'" && /^'(none|self)'$/.test(form)
  return { points: strict ? 10 : 5, name: "policy" }
}

function cookieMark(answer: Answer): Mark {
  const cookies = answer.headers["set-cookie"] ?? []
  const without = (attribute: RegExp) => cookies.some((cookie) => !attribute.test(cookie))
  if (cookies.length === 0) return { points: 0, name: "no cookies" }
  if (without(/; Secure(;|$)/i)) return { points: -40, name: "a cookie without Secure" }
  if (without(/; HttpOnly(;|$)/i)) return { points: -30, name: "a cookie that scripts read" }
  if (without(/; SameSite=(Lax|Strict)(;|$)/i)) return { points: -20, name: "a cookie for other sites" }
  return { points: 5, name: "cookies" }
}

function sharingMark(answer: Answer): Mark {
  const shared = header(answer, "access-control-allow-origin")
  const withCookies = header(answer, "access-control-allow-credentials") === "true"
  return mark(!(shared && withCookies), 0, -50, "shared with other sites")
}

function referrerMark(answer: Answer): Mark {
  const policy = header(answer, "referrer-policy")
  if (!policy) return { points: 0, name: "no referrer policy" }
  return mark(PRIVATE_REFERRERS.includes(policy), 5, -5, "referrer policy")
}

function transportMark(answer: Answer): Mark {
  const value = header(answer, "strict-transport-security")
  const seconds = Number(/max-age=(\d+)/.exec(value)?.[1] ?? -1)
  if (seconds < 0) return { points: -20, name: "no strict transport" }
  return mark(seconds >= SIX_MONTHS_SECONDS, 0, -10, "strict transport for too short")
}

function scriptMark({ headers, body }: Answer): Mark {
  if (!headers["content-type"]?.startsWith("text/html")) return { points: 0, name: "no page" }
  const sources = [...body.matchAll(/<script[^>]*\ssrc="([^"]*)"/g)].map((match) => match[1] ?? "")
  const foreign = sources.filter((source) => !/^\/(?!\/)/.test(source))
  return mark(foreign.length === 0, 0, -50, `scripts from elsewhere: ${foreign}`)
}

function framingMark(answer: Answer): Mark {
  const ancestors = policyOf(answer).get("frame-ancestors")?.join()
  if (ancestors && /^'(none|self)'$/.test(ancestors)) return { points: 5, name: "framing" }
  return mark(/^(DENY|SAMEORIGIN)$/i.test(header(answer, "x-frame-options")), 5, -20, "framing")
}

function resourceMark(answer: Answer): Mark {
  const policy = header(answer, "cross-origin-resource-policy")
  if (!policy || policy === "cross-origin") return { points: 0, name: "no resource policy" }
  return mark(/^same-(origin|site)$/.test(policy), 10, -5, "resource policy")
}

function mark(holds: boolean, good: number, bad: number, name: string): Mark {
  return { points: holds ? good : bad, name }
}

function header({ headers }: Answer, name: string): string {
  return String(headers[name] ?? "")
}

/**
 * A policy's directives with their sources. An answer with two policies counts as having none, because neither
 * alone says what holds.
 */
function policyOf(answer: Answer): Map<string, string[]> {
  const value = header(answer, "content-security-policy")
  if (value === "" || value.includes(",")) return new Map()
  const directives = value.split(";").map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.map(([name = "", ...sources]) => [name, sources]))
}
