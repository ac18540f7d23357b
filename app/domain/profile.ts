import { isLongerThan, toSingleLine } from "./single-line.ts"

const MIB = 1_024 * 1_024

export const USERNAME_MAX_CHARS = 30
export const AVATAR_MAX_BYTES = 2 * MIB
/** A few bytes can promise more pixels than the memory of whoever looks at them holds. */
export const AVATAR_MAX_SIDE_PIXELS = 8_000
export const AVATAR_MAX_PIXELS = 25_000_000
/** An avatar is kept no wider and no higher than this. */
export const AVATAR_SIDE_PIXELS = 512

export interface Profile {
  username: string | null
  avatarUrl: string | null
}

/** Why something about a profile was refused. */
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

/** What is wrong with a name as it was typed. None at all is fine. */
export function findUsernameProblem(username: string): "username-too-long" | null {
  return isLongerThan(toSingleLine(username), USERNAME_MAX_CHARS) ? "username-too-long" : null
}

/** Whether a picture is too wide, too high or too large as a whole. */
export function hasTooManyPixels({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) > AVATAR_MAX_SIDE_PIXELS || width * height > AVATAR_MAX_PIXELS
}

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
const AVATAR_FILE = new RegExp(`^(${UUID})-[0-9]{1,16}\\.(png|jpg|jpeg|webp|gif)$`)
const PUBLIC_AVATAR = /\/storage\/v1\/object\/public\/avatars\/avatars\/([^/?#]+)$/

/** Whose picture a file is, by its name; null where it is no avatar's name. */
export function avatarOwner(file: string): string | null {
  return AVATAR_FILE.exec(file)?.[1] ?? null
}

/** The file behind an avatar's public address. The host may have changed since it was stored. */
export function avatarFile(avatarUrl: string): string | null {
  const file = PUBLIC_AVATAR.exec(avatarUrl)?.[1]
  return file && avatarOwner(file) ? file : null
}

/** Our own address of a stored picture: it shows wherever the app does. */
export function avatarSrc(avatarUrl: string | null): string | null {
  const file = avatarUrl && avatarFile(avatarUrl)
  return file ? `/avatars/${file}` : null
}
