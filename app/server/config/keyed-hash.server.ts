import { createHmac } from "node:crypto"
import { env } from "./env.server.ts"

/** A keyed hash, 43 characters: from what is stored nobody learns an address, not even by trying all. */
export function keyedHash(...parts: string[]): string {
  return createHmac("sha256", env.SESSION_SECRET).update(parts.join(" ")).digest("base64url")
}
