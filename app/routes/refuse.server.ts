import { badRequestText } from "#app/copy/problems.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"

type BadRequest = keyof typeof badRequestText

/** A plain answer to a request that no form of ours sends, or to an address that is no longer there. */
export function refuse(reason: BadRequest, headers: HeadersInit = {}): Response {
  return plainAnswer(badRequestText[reason], FAILURE_STATUS[reason], headers)
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
