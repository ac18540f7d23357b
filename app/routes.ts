import { type RouteConfig, route } from "@react-router/dev/routes"

export default [
  // A path instead of an index route: forms then post to "/" and not to "/?index".
  route("/", "routes/_index/route.tsx"),
  route("my-novels", "routes/my-novels/route.ts"),
  route("profile", "routes/profile/route.tsx"),
  route("login", "routes/login/route.tsx"),

  route("generate-novel", "routes/generate-novel/route.ts"),
  route("generations/:id/events", "routes/generations.$id.events/route.ts"),
  route("generations/:id/live", "routes/generations.$id.live/route.ts"),
  route("generations/:id/stop", "routes/generations.$id.stop/route.ts"),
  route("generations/:id/text", "routes/generations.$id.text/route.ts"),
  route("healthz", "routes/healthz/route.ts"),

  route("*", "routes/$/route.tsx"),
] satisfies RouteConfig
