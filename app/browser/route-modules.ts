interface RouteModules {
  module: string
  imports?: string[]
  clientActionModule?: string
}

const AGAIN_AFTER_MS = 5_000

/** Loads the code of all pages while the connection works, because a page without its code cannot report a lost connection. */
export function preloadRouteModules(): void {
  const { __reactRouterManifest: manifest } = window as {
    __reactRouterManifest?: { routes: Record<string, RouteModules> }
  }
  const routes = Object.values(manifest?.routes ?? {})
  const modules = routes.flatMap(({ module, imports = [], clientActionModule = module }) => [
    module,
    clientActionModule,
    ...imports,
  ])
  for (const address of new Set(modules)) void preload(address)
}

// Fetched first, because a browser never again asks for a module that it once failed to load: when the connection
// works again, the router would find the code missing and reload the page.
async function preload(address: string): Promise<void> {
  try {
    const answer = await fetch(address, { priority: "low" })
    await answer.arrayBuffer()
    if (!answer.ok) return
  } catch {
    setTimeout(() => preload(address), AGAIN_AFTER_MS)
    return
  }
  const link = document.createElement("link")
  link.rel = "modulepreload"
  link.href = address
  link.fetchPriority = "low"
  document.head.append(link)
}
