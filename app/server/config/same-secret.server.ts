import { hash, timingSafeEqual } from "node:crypto"

/** Compares a secret that was sent with ours. The time that it takes tells nothing about ours, nor about its length. */
export function isSameSecret(sent: string, ours: string): boolean {
  return timingSafeEqual(hash("sha256", sent, "buffer"), hash("sha256", ours, "buffer"))
}
