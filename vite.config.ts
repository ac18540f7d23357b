import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, type Plugin } from "vite"

/** Builds the scan thread's own entry, because the server does not import it. */
const scanWorker: Plugin = {
  name: "scan-worker",
  applyToEnvironment: ({ name }) => name === "ssr",
  buildStart() {
    if (this.environment.mode !== "build") return
    this.emitFile({
      type: "chunk",
      id: "/app/server/scan/scan-worker.server.ts",
      fileName: "scan-worker.server.js",
    })
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), scanWorker],
  // The build is the Express app with React Router in it.
  environments: { ssr: { build: { rollupOptions: { input: "./server/app.ts" } } } },
})
