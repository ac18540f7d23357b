import type { Server } from "node:http"
import { createServer, isRunnableDevEnvironment } from "vite"
import type * as Entry from "./app.ts"

/** Answers requests from the sources as they are at that moment. Returns what gives the app that was loaded last. */
export async function serveSources(server: Server): Promise<() => typeof Entry> {
  const vite = await createServer({
    // On the page's own port, because its policy allows no connection elsewhere. Without `cors`, Vite would let
    // the pages of other ports read this one.
    server: { middlewareMode: true, hmr: { server }, cors: false },
  })
  const { ssr } = vite.environments
  if (!isRunnableDevEnvironment(ssr)) throw new TypeError("Vite cannot run the app in this process")
  const load = () => ssr.runner.import<typeof Entry>("/server/app.ts")
  let entry = await load()
  server.on("request", (request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        entry = await load()
        entry.answer(request, response)
      } catch (error) {
        // The sources do not run: an edit is not finished.
        console.error(error)
        response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" }).end(String(error))
      }
    })
  })
  return () => entry
}
