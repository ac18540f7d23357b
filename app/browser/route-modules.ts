import { matchRoutes } from "react-router"

interface RouteModules {
  id: string
  parentId?: string
  path?: string
  module: string
  imports?: string[]
}

const AGAIN_AFTER_MS = 5_000
/** A text that is being written changes the page more often than this. */
const LOOK_AFTER_MS = 100

/** What the router answers itself. It leaves downloads to the browser. */
const LEADING = "a[href]:not([download]), form[action], button[formaction]"

const asked = new Set<string>()

/**
 * Loads the code of the pages to which this one's links and forms lead while the connection works, because a page
 * without its code cannot report a lost connection. Goes on with those that appear later, until the returned function
 * is called.
 */
export function preloadLinkedPages(): () => void {
  const { __reactRouterManifest: manifest } = window as {
    __reactRouterManifest?: { routes: Record<string, RouteModules> }
  }
  const routes = Object.values(manifest?.routes ?? {}).filter(({ parentId }) => parentId)
  const seen = new Set<string>()
  const look = () => {
    for (const element of document.querySelectorAll(LEADING)) {
      const { origin, pathname } = new URL(addressOf(element), location.href)
      if (origin !== location.origin || seen.has(pathname)) continue
      seen.add(pathname)
      for (const { route } of matchRoutes(routes, pathname) ?? []) preloadRoute(route)
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      look()
    }, LOOK_AFTER_MS)
  })
  look()
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}

function addressOf(element: Element): string {
  const [address = ""] = ["href", "formaction", "action"].flatMap((name) => element.getAttribute(name) ?? [])
  return address
}

function preloadRoute({ module, imports = [] }: RouteModules): void {
  for (const address of [module, ...imports]) {
    const cameWithPage = performance.getEntriesByName(new URL(address, location.href).href).length > 0
    if (asked.has(address) || cameWithPage) continue
    asked.add(address)
    void preload(address)
  }
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
