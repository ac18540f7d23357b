import { env } from "./env.server.ts"

/** The address that visitors know this site by. */
export function requestOrigin(request: Request): string {
  return env.APP_ORIGIN ?? new URL(request.url).origin
}
