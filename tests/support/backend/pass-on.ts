import type { IncomingMessage } from "node:http"
import { buffer } from "node:stream/consumers"

/** Sends a request of the app on to the backend that all route tests share, as soon as `mayGo` is done with its body. */
export async function passOn(
  request: IncomingMessage,
  mayGo: (body: string) => Promise<void> = async () => {},
): Promise<Response> {
  const { host: _, connection: __, "content-length": ___, ...headers } = request.headers
  const body = await buffer(request)
  await mayGo(body.toString())
  return fetch(new URL(request.url ?? "", process.env.SUPABASE_URL), {
    method: request.method ?? "GET",
    headers: headers as Record<string, string>,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
}
