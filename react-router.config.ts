import type { Config } from "@react-router/dev/config"

export default {
  ssr: true,
  // A dozen routes: asking for them one by one costs more than it saves, most of all on a weak line.
  routeDiscovery: { mode: "initial" },
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config
