interface RouteModules {
  module: string
  imports?: string[]
  clientActionModule?: string
}

/** Preloads the code of all pages while the connection works, because a page without its code cannot report a lost connection. */
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
  for (const address of new Set(modules)) {
    const link = document.createElement("link")
    link.rel = "modulepreload"
    link.href = address
    link.fetchPriority = "low"
    document.head.append(link)
  }
}
