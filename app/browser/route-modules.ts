interface RouteModules {
  module: string
  imports?: string[]
  clientActionModule?: string
}

/** Brings the code of the other pages while the line holds: a page whose code is missing cannot say that it broke. */
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
