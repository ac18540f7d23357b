import { badRequestText } from "#app/copy/problems.ts"

type BadRequest = keyof typeof badRequestText

/** The HTTP status of each, on a page as in plain text. */
export const BAD_REQUEST_STATUS: Record<BadRequest, number> = {
  "too-large": 413,
  "text-too-large": 413,
  malformed: 400,
  unsupported: 415,
  method: 405,
  unfinished: 503,
  "store-away": 503,
  "unknown-generation": 404,
}

/** A plain answer to a request that no form of ours sends, or to an address that is no longer there. */
export function refuse(reason: BadRequest, headers: HeadersInit = {}): Response {
  return plainAnswer(badRequestText[reason], BAD_REQUEST_STATUS[reason], headers)
}

/** One sentence, where a file or a resource was asked for and no page. */
export function plainAnswer(sentence: string, status: number, headers: HeadersInit = {}): Response {
  return new Response(sentence, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  })
}

/** A loader or action for the methods that a resource does not take. */
export function refuseMethod(allowed: string): () => Response {
  return () => refuse("method", { Allow: allowed })
}
