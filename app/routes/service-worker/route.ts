import { env } from "#app/server/config/env.server.ts"
import retiredWorker from "./retired-worker.js?raw"
import serviceWorker from "./service-worker.js?raw"

/**
 * The service worker, or, once the operator has switched it off, one that ends those that browsers have. Browsers ask
 * for it again with each page, so either takes effect at once.
 */
export function loader() {
  return new Response(env.OFFLINE_READING ? serviceWorker : retiredWorker, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      // The policy of files would sandbox the worker and forbid its requests.
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    },
  })
}
