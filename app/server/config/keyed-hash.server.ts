import { createHmac } from "node:crypto"
import { env } from "./env.server.ts"

/** A keyed hash of 43 characters. Without the key, nobody can find an address behind a stored hash by trying them all. */
export function keyedHash(...parts: string[]): string {
  return createHmac("sha256", env.SESSION_SECRET).update(parts.join(" ")).digest("base64url")
}
