import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import { renderToPipeableStream } from "react-dom/server"
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router"
import { isScripted } from "#app/scripted-page.ts"
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
  // Without a nonce, a page without framework script is the same for everybody.
  const nonce = isScripted(handlesOf(routerContext)) ? nonceOf(context) : undefined
  headers.set("Content-Type", "text/html; charset=utf-8")
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce))
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store")
  if (request.method === "HEAD") return new Response(null, { status, headers })

  const nonced = nonce === undefined ? {} : { nonce }
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <RequestIdContext value={requestId()}>
        <ServerRouter context={routerContext} url={request.url} {...nonced} />
      </RequestIdContext>,
      {
        ...nonced,
        // No loader defers a part of its page, so nothing is gained by sending it in parts.
        onAllReady() {
          clearTimeout(timeout)
          const html = text(pipe(new PassThrough()))
          resolve(html.then((html) => new Response(withoutPreloads(html), { status, headers })))
        },
        onShellError: reject,
        onError: (error) => log("error", "a page did not render", { error: describeError(error) }),
      },
    )
    const timeout = setTimeout(abort, RENDER_TIMEOUT_MS)
  })
}

function handlesOf({ staticHandlerContext, routeModules }: EntryContext): unknown[] {
  return staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle)
}

/**
 * Leaves out the preloads of scripts, which `Scripts` always writes: on a weak line they share it with the style sheet,
 * and a page that works without them would show some ten seconds later.
 */
function withoutPreloads(html: string): string {
  const body = html.indexOf("<body")
  return html.slice(0, body).replaceAll(/<link rel="modulepreload"[^>]*>/g, "") + html.slice(body)
}

/** Logs errors, except for refusals that we throw on purpose and requests that the client aborted. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const answered = isRouteErrorResponse(error) && error.status < 500
  if (!answered && !request.signal.aborted) {
    log("error", "a request failed", { error: describeError(error) })
  }
}
