import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { type OwnApp, sharedBackend, startApp } from "../own-app.ts"

/**
 * Starts an app with a line of its own to the backend that all route tests share. A request goes on as soon as `mayGo`
 * is done with its body; where that answers false, the line breaks.
 */
export async function startAppBehind(
  mayGo: (url: string, body: string) => Promise<boolean> | boolean,
): Promise<OwnApp> {
  const pass: RequestListener = async (request, response) => {
    const body = await buffer(request)
    if (!(await mayGo(request.url ?? "", body.toString()))) return void response.destroy()
    const answer = await passOn(request, body)
    const type = answer.headers.get("Content-Type")
    response.writeHead(answer.status, type ? { "Content-Type": type } : {})
    response.end(Buffer.from(await answer.arrayBuffer()))
  }
  const line = createServer(pass).listen(0)
  await once(line, "listening")
  const { port } = line.address() as AddressInfo
  const app = await startApp({ ...sharedBackend(), SUPABASE_URL: `http://localhost:${port}` })
  return {
    ...app,
    async stop() {
      await app.stop()
      line.close()
    },
  }
}

function passOn(request: IncomingMessage, body: Buffer): Promise<Response> {
  const { host: _, connection: __, "content-length": ___, ...headers } = request.headers
  return fetch(new URL(request.url ?? "", process.env.SUPABASE_URL), {
    method: request.method ?? "GET",
    headers: headers as Record<string, string>,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
}
