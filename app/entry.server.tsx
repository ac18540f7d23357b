import { PassThrough } from "node:stream"
import { createReadableStreamFromReadable } from "@react-router/node"
import { renderToPipeableStream } from "react-dom/server"
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router"
import { contentSecurityPolicy, nonceOf } from "#app/server/http/security-headers.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { requestId } from "#app/server/log/request-record.server.ts"
import { RequestIdContext } from "#app/ui/error-message.tsx"

const RENDER_TIMEOUT_MS = 10_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  const nonce = nonceOf(context)
  headers.set("Content-Type", "text/html; charset=utf-8")
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce))
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store")
  if (request.method === "HEAD") return new Response(null, { status, headers })

  return new Promise((resolve, reject) => {
    // No page has a Suspense boundary, so the shell is the whole page and shows without scripts.
    const { pipe, abort } = renderToPipeableStream(
      <RequestIdContext value={requestId()}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </RequestIdContext>,
      {
        nonce,
        onShellReady() {
          const body = new PassThrough()
          body.on("close", () => clearTimeout(timeout))
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
          pipe(body)
        },
        onShellError: reject,
        onError: (error) => log("error", "a page did not render", { error: describeError(error) }),
      },
    )
    const timeout = setTimeout(abort, RENDER_TIMEOUT_MS)
  })
}

/** Logs errors, except for refusals that we throw on purpose and requests that the client aborted. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const answered = isRouteErrorResponse(error) && error.status < 500
  if (!answered && !request.signal.aborted) {
    log("error", "a request failed", { error: describeError(error) })
  }
}
