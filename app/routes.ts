import { type RouteConfig, route } from "@react-router/dev/routes"
import { EXPORT_FORMATS } from "#app/domain/export-format.ts"

export default [
  // A path instead of an index route, so that forms post to "/" and not to "/?index".
  route("/", "routes/_index/route.tsx"),
  route("save", "routes/save/route.tsx"),
  route("shared/:id", "routes/shared.$id/route.tsx"),
  route("shared/:id/picture.png", "routes/shared.$id.picture/route.ts"),
  route("shared/:id/report", "routes/shared.$id.report/route.tsx"),
  ...downloads("shared"),
  // A share link without its id gets its own message instead of the general 404 page.
  route("shared", "routes/shared.$id/route.tsx", { id: "shared-without-id" }),
  route("reading", "routes/reading/route.ts"),
  route("authors/:id", "routes/authors.$id/route.tsx"),
  route("my-novels", "routes/my-novels/route.tsx"),
  route("my-novels/bin", "routes/my-novels.bin/route.tsx"),
  route("my-novels/export", "routes/my-novels.export/route.ts"),
  route("my-novels/import", "routes/my-novels.import/route.tsx"),
  route("my-novels/move", "routes/my-novels.move/route.tsx"),
  route("novels/:id", "routes/novels.$id/route.tsx"),
  route("novels/:id/edit", "routes/edit/novel.tsx"),
  route("novels/:id/draft", "routes/edit/novel-draft.ts"),
  route("novels/:id/versions/:version", "routes/novels.$id.versions.$version/route.tsx"),
  route("novels/:id/paragraphs", "routes/novels.$id.paragraphs/route.tsx"),
  route("novels/:id/memory", "routes/novels.$id.memory/route.tsx"),
  ...downloads("novels"),
  route("profile", "routes/profile/route.tsx"),
  route("profile/export", "routes/profile.export/route.ts"),
  route("avatars/:file", "routes/avatars.$file/route.ts"),

  route("login", "routes/login/route.tsx"),
  route("logout", "routes/logout/route.ts"),
  route("forgot-password", "routes/forgot-password/route.tsx"),
  route("auth/confirm", "routes/auth.confirm/route.tsx"),
  route("reset-password", "routes/reset-password/route.tsx"),

  route("generate-novel", "routes/generate-novel/route.ts"),
  route("generations/:id/edit", "routes/edit/generation.tsx"),
  route("generations/:id/draft", "routes/edit/generation-draft.ts"),
  route("generations/:id/events", "routes/generations.$id.events/route.ts"),
  route("generations/:id/live", "routes/generations.$id.live/route.ts"),
  route("generations/:id/memory", "routes/generations.$id.memory/route.tsx"),
  route("generations/:id/outline", "routes/generations.$id.outline/route.tsx"),
  route("generations/:id/paragraph", "routes/generations.$id.paragraph/route.ts"),
  route("generations/:id/paragraphs", "routes/generations.$id.paragraphs/route.tsx"),
  route("generations/:id/prompt", "routes/generations.$id.prompt/route.tsx"),
  route("generations/:id/rewrite", "routes/generations.$id.rewrite/route.ts"),
  route("generations/:id/stop", "routes/generations.$id.stop/route.ts"),
  ...downloads("generations"),
  route("offline", "routes/offline/route.tsx"),
  route("service-worker.js", "routes/service-worker/route.ts"),
  route("healthz", "routes/healthz/route.ts"),
  route("readyz", "routes/readyz/route.ts"),
  route("metrics", "routes/metrics/route.ts"),

  route("*", "routes/$/route.tsx"),
] satisfies RouteConfig

/** One URL for each format, such as /shared/:id/text. */
function downloads(of: string) {
  return EXPORT_FORMATS.map(({ path }) =>
    route(`${of}/:id/${path}`, `routes/${of}.$id.$format/route.ts`, { id: `${of}-${path}` }),
  )
}
