import { badRequestText } from "#app/copy/problems.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"

type BadRequest = keyof typeof badRequestText

/** A plain-text refusal of a request that our own forms never send, or of a URL that no longer exists. */
export function refuse(reason: BadRequest, headers: HeadersInit = {}): Response {
  return plainAnswer(badRequestText[reason], FAILURE_STATUS[reason], headers)
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
