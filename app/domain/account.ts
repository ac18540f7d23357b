/** A signed-in visitor. */
export interface Account {
  id: string
  email: string
}

export const EMAIL_MAX_CHARS = 254
/** Counted in UTF-16 units, as the browser's `minlength` counts: passwords that exist were accepted so. */
export const PASSWORD_MIN_CHARS = 8
/** Counted in UTF-8 bytes: bcrypt ignores everything after the 72nd. */
export const PASSWORD_MAX_CHARS = 72

/** Why the server refused an account request. */
export type AccountFailure =
  | "credentials-missing"
  | "email-invalid"
  | "password-too-short"
  | "password-too-long"
  | "credentials-wrong"
  | "email-unconfirmed"
  /** Only where sign-up needs no confirmation mail: it signs the visitor in, so it cannot hide that the account exists. */
  | "email-taken"
  | "password-weak"
  | "link-expired"
  | "too-many-attempts"
  | "session-expired"
  | "backend-missing"
  | "backend-down"

/** Why an account was not deleted. */
export type DeletionFailure = AccountFailure | "deletion-unconfirmed"

/** The kinds of link that our mails contain. */
const LINK_TYPES = ["signup", "recovery", "email_change", "magiclink"] as const
export type LinkType = (typeof LINK_TYPES)[number]

/** Whether a query parameter names one of those kinds. */
export function isLinkType(type: string): type is LinkType {
  return LINK_TYPES.some((known) => known === type)
}
