import { refuseMethod } from "#app/routes/refuse.server.ts"
import { findAvatarFile } from "#app/server/profile/avatar-file.server.ts"
import type { Route } from "./+types/route"

/** Serves a public avatar from our own origin. */
export async function loader({ params }: Route.LoaderArgs) {
  const file = await findAvatarFile(params.file)
  if (!file) return new Response(null, { status: 404 })
  return new Response(file.body as BodyInit, {
    headers: {
      "Content-Type": file.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      // A visitor uploaded this file, so do not rely on middleware or a proxy for this header.
      "X-Content-Type-Options": "nosniff",
    },
  })
}

export const action = refuseMethod("GET, HEAD")
