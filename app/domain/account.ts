/** Somebody who is signed in. */
export interface Account {
  id: string
  email: string
}

export const EMAIL_MAX_CHARS = 254
export const PASSWORD_MIN_CHARS = 8
/** Bytes of UTF-8, in truth: more than these would not count. */
export const PASSWORD_MAX_CHARS = 72

/** Why something about an account was refused. */
export type AccountFailure =
  | "credentials-missing"
  | "email-invalid"
  | "password-too-short"
  | "password-too-long"
  | "credentials-wrong"
  | "email-unconfirmed"
  /** Only where no mail confirms an address: signing up is then signing in, and nothing could be hidden. */
  | "email-taken"
  | "password-weak"
  | "link-expired"
  | "too-many-attempts"
  | "session-expired"
  | "backend-missing"
  | "backend-down"

/** What a link in a mail may be for. */
const LINK_TYPES = ["signup", "recovery", "email_change", "magiclink"] as const
export type LinkType = (typeof LINK_TYPES)[number]

export function isLinkType(type: string): type is LinkType {
  return LINK_TYPES.some((known) => known === type)
}
