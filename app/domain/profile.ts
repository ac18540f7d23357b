import type { BanReason } from "./ban/ban.ts"
import { isLongerThan, normaliseText, toSingleLine } from "./text.ts"

const MIB = 1_024 * 1_024

export const USERNAME_MAX_CHARS = 30
/** The database enforces it, too (see supabase/migrations). */
export const ABOUT_MAX_CHARS = 300
export const AVATAR_MAX_BYTES = 2 * MIB
/** A file of a few bytes can decode to more pixels than fit into memory. */
export const AVATAR_MAX_SIDE_PIXELS = 8_000
export const AVATAR_MAX_PIXELS = 25_000_000
/** The greatest width and height of a stored avatar. */
export const AVATAR_SIDE_PIXELS = 512

export interface Profile {
  username: string | null
  avatarUrl: string | null
}

/** Why the server refused a request about a profile. */
export type ProfileFailure =
  | "username-too-long"
  | "file-too-large"
  | "image-unsupported"
  | "too-many-pixels"
  | "login-required"
  | "too-many-attempts"
  | "saved-too-often"
  | "backend-missing"
  | "backend-down"

/** What an author says of their public page. */
export interface AuthorPage {
  isOpen: boolean
  /** What they say about themselves; may be empty. */
  about: string
}

/** Why the server refused to save an author's page. */
export type AuthorPageFailure =
  | ProfileFailure
  | BanReason
  | "about-too-long"
  | "beyond-level"
  | "moderation-away"
  | "scan-busy"

/** What an author says about themselves, as it is checked and stored. */
export function toAbout(text: string): string {
  return normaliseText(text).trim()
}

/** Checks what an author says about themselves; null if it is valid. It may be empty. */
export function findAboutProblem(about: string): "about-too-long" | null {
  return isLongerThan(toAbout(about), ABOUT_MAX_CHARS) ? "about-too-long" : null
}

/** Checks a typed user name; null if it is valid. An empty name is valid. */
export function findUsernameProblem(username: string): "username-too-long" | null {
  return isLongerThan(toSingleLine(username), USERNAME_MAX_CHARS) ? "username-too-long" : null
}

/** Whether a picture is too wide, too high or has too many pixels. */
export function hasTooManyPixels({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) > AVATAR_MAX_SIDE_PIXELS || width * height > AVATAR_MAX_PIXELS
}

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
const AVATAR_FILE = new RegExp(`^(${UUID})-[0-9]{1,16}\\.(png|jpg|jpeg|webp|gif)$`)
const PUBLIC_AVATAR = /\/storage\/v1\/object\/public\/avatars\/avatars\/([^/?#]+)$/

/** The id of the account that owns an avatar file, read from its name; null if it is not an avatar's name. */
export function avatarOwner(file: string): string | null {
  return AVATAR_FILE.exec(file)?.[1] ?? null
}

/** The file name in an avatar's public URL; null if it has none. Ignores the host, which may have changed since. */
export function avatarFile(avatarUrl: string): string | null {
  const file = PUBLIC_AVATAR.exec(avatarUrl)?.[1]
  return file && avatarOwner(file) ? file : null
}

/** The path under which our own server serves an avatar; null if there is none. */
export function avatarSrc(avatarUrl: string | null): string | null {
  const file = avatarUrl && avatarFile(avatarUrl)
  return file ? `/avatars/${file}` : null
}
