import { PassThrough } from "node:stream"
import { buffer } from "node:stream/consumers"
import { setImmediate } from "node:timers/promises"
import { renderToPipeableStream } from "react-dom/server"
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router"
import { isScripted } from "#app/scripted-page.ts"
import { doesScriptRest, startOnTouch } from "#app/server/http/script-on-touch.server.ts"
import { contentSecurityPolicy, nonceOf } from "#app/server/http/security-headers.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { requestId } from "#app/server/log/request-record.server.ts"
import { RequestIdContext } from "#app/ui/error-message.tsx"

const RENDER_TIMEOUT_MS = 10_000

const PIECE_BYTES = 256 * 1_024

/**
 * Renders a page. It takes a turn of the event loop each for encoding the loaders' data, for rendering, for each piece
 * of the encoded data, and for making the answer, because the page of a long text would hold all other requests for the
 * sum of these.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // Without a nonce, a page without framework script is the same for everybody.
  const nonce = isScripted(handlesOf(routerContext)) ? nonceOf(context) : undefined
  headers.set("Content-Type", "text/html; charset=utf-8")
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce))
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store")
  if (request.method === "HEAD") return new Response(null, { status, headers })

  const nonced = nonce === undefined ? {} : { nonce }
  const { serverHandoffStream: encoded } = routerContext
  const inPieces = encoded && { serverHandoffStream: encoded.pipeThrough(piecesInTurns()) }
  await setImmediate()
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <RequestIdContext value={requestId()}>
        <ServerRouter context={{ ...routerContext, ...inPieces }} url={request.url} {...nonced} />
      </RequestIdContext>,
      {
        ...nonced,
        // No loader defers a part of its page, so nothing is gained by sending it in parts.
        onAllReady() {
          clearTimeout(timeout)
          resolve(
            setImmediate().then(async () => {
              const { page, scripts } = takePreloads(await buffer(pipe(new PassThrough())))
              const rests = nonce !== undefined && doesScriptRest(context)
              const body = rests ? startOnTouch(page.toString(), scripts, nonce) : page
              return new Response(body, { status, headers })
            }),
          )
        },
        onShellError: reject,
        onError: (error) => log("error", "a page did not render", { error: describeError(error) }),
      },
    )
    const timeout = setTimeout(abort, RENDER_TIMEOUT_MS)
  })
}

/** `Scripts` makes each piece a script. Escaping a text that is full of HTML marks takes it 50 ms a million. */
function piecesInTurns() {
  return new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        if (at > 0) await setImmediate()
        controller.enqueue(chunk.subarray(at, at + PIECE_BYTES))
      }
    },
  })
}

function handlesOf({ staticHandlerContext, routeModules }: EntryContext): unknown[] {
  return staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle)
}

/**
 * Takes out the preloads of scripts, which `Scripts` always writes: on a weak line they share it with the style sheet,
 * and a page that works without them would show some ten seconds later. The body, which may hold a novel, stays bytes.
 */
function takePreloads(html: Buffer) {
  const body = html.indexOf("<body")
  const scripts: string[] = []
  const head = html
    .toString("utf8", 0, body)
    .replaceAll(/<link rel="modulepreload"[^>]*href="([^"]*)"[^>]*>/g, (_, script) => {
      scripts.push(script)
      return ""
    })
  return { page: Buffer.concat([Buffer.from(head), html.subarray(body)]), scripts }
}

/** Logs errors, except for refusals that we throw on purpose and requests that the client aborted. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const answered = isRouteErrorResponse(error) && error.status < 500
  if (!answered && !request.signal.aborted) {
    log("error", "a request failed", { error: describeError(error) })
  }
}
