import { readFileSync } from "node:fs"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, minifySync, type Plugin } from "vite"

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

/** Minifies the script that stands in a page itself. */
const inlineScript: Plugin = {
  name: "inline-script",
  enforce: "pre",
  load: {
    filter: { id: /\/on-touch\.js\?raw$/ },
    handler(id) {
      const file = id.replace("?raw", "")
      this.addWatchFile(file)
      return `export default ${JSON.stringify(minifySync(file, readFileSync(file, "utf8")).code)}`
    },
  },
}

/** What only pages behind a text share. Home, where people arrive, would load it with the rest that pages share. */
const NOT_ON_HOME =
  /app\/routes\/(memory-screen|paragraphs\/paragraphs-screen|edit\/)|app\/browser\/edit-draft/

/**
 * A page loads a handful of scripts instead of some fifty, each of which costs a weak line a request. The framework
 * changes least often; what several pages share is small, and the next page needs it as well.
 */
const CLIENT_CHUNKS = [
  { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 1 },
  { name: "shared", test: (id: string) => !NOT_ON_HOME.test(id), minShareCount: 2 },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), scanWorker, inlineScript],
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: CLIENT_CHUNKS } } } } },
    // The build is the Express app with React Router in it.
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
  },
})
