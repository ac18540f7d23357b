import { href } from "react-router"
import type { LinkType } from "#app/domain/account.ts"
import { keyedHash } from "#app/server/config/keyed-hash.server.ts"
import { isSameSecret } from "#app/server/config/same-secret.server.ts"

/** A link lives for an hour. Its mail may be made a little later than its proof. */
const PROOF_SECONDS = 70 * 60

/** The app asked for the mail with this link itself. */
export interface LinkProof {
  /** The whole proof, to count by. */
  text: string
  /** Whether the mail went to this address. */
  isFor(email: string): boolean
}

/**
 * The app's own address for a mail that it asks for, with a proof of that. The mail's link repeats it. It holds no mail
 * address, only a keyed hash of one.
 */
export function provenAddress(origin: string, type: LinkType, email: string): string {
  const until = String(Date.now() + PROOF_SECONDS * 1_000)
  const reader = readerOf(email)
  const proof = [until, reader, signatureOf(type, until, reader)].join(".")
  return `${origin}${href("/auth/confirm")}?${new URLSearchParams({ proof })}`
}

/** Reads the proof out of the address that a link of this kind repeats; null without one, and for a wrong or an old one. */
export function readProof(type: LinkType, address: string): LinkProof | null {
  const text = URL.parse(address)?.searchParams.get("proof") ?? ""
  const [until = "", reader = "", signature = "", ...rest] = text.split(".")
  if (rest.length > 0 || !isSameSecret(signature, signatureOf(type, until, reader))) return null
  if (Number(until) <= Date.now()) return null
  return { text, isFor: (email) => readerOf(email) === reader }
}

function signatureOf(type: LinkType, until: string, reader: string): string {
  return keyedHash("link proof", type, until, reader)
}

function readerOf(email: string): string {
  return keyedHash("link reader", email.toLowerCase())
}
