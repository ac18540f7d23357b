import { refuseMethod } from "#app/routes/refuse.server.ts"
import { findAvatarFile } from "#app/server/profile/avatar-file.server.ts"
import type { Route } from "./+types/route"

/** A public avatar through our own address, so that it shows wherever the app does. */
export async function loader({ params }: Route.LoaderArgs) {
  const file = await findAvatarFile(params.file)
  if (!file) return new Response(null, { status: 404 })
  return new Response(file.body as BodyInit, {
    headers: {
      "Content-Type": file.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      // What a visitor uploaded says so itself, whatever stands in front of this.
      "X-Content-Type-Options": "nosniff",
    },
  })
}

export const action = refuseMethod("GET, HEAD")
