import { badRequestText } from "#app/copy/problems.ts"

type BadRequest = keyof typeof badRequestText

/** The HTTP status of each bad request, for pages and plain text alike. */
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

/** A plain-text refusal of a request that our own forms never send, or of a URL that no longer exists. */
export function refuse(reason: BadRequest, headers: HeadersInit = {}): Response {
  return plainAnswer(badRequestText[reason], BAD_REQUEST_STATUS[reason], headers)
}

/** A plain-text response of one sentence, for routes without a page. */
export function plainAnswer(sentence: string, status: number, headers: HeadersInit = {}): Response {
  return new Response(sentence, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  })
}

/** A loader or action that answers 405. `allowed` lists the route's methods. */
export function refuseMethod(allowed: string): () => Response {
  return () => refuse("method", { Allow: allowed })
}
