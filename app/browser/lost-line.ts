import { useEffect, useSyncExternalStore } from "react"
import {
  type DataStrategyResult,
  IDLE_NAVIGATION,
  isRouteErrorResponse,
  useLocation,
  useMatches,
  useNavigation,
} from "react-router"

interface LostRequest {
  /** Path, query and fragment of what was asked for. */
  to: string
  /** What was to be sent; null for a page. */
  form: FormData | null
  /** Where the browser itself was to go there, not the router. */
  tryAgain?(): void
}

/** What a proxy answers when it cannot reach the server. */
const GATEWAY_ERRORS = [502, 503, 504]

let lost: LostRequest | null = null
let shown: { address: string; data: Map<string, unknown> } = { address: "", data: new Map() }
const listeners = new Set<() => void>()

/** The page or form that did not reach the server, until something else is asked for. */
export function useLostRequest(): LostRequest | null {
  return useSyncExternalStore(subscribe, read, () => null)
}

/** Whether the form that this path takes did not reach the server. */
export function useIsLost(path: string): boolean {
  const request = useLostRequest()
  return request?.form != null && new URL(request.to, window.location.href).pathname === path
}

/** What the router is doing; nothing, once the line is known to be gone. */
export function useLiveNavigation(): ReturnType<typeof useNavigation> {
  const navigation = useNavigation()
  return useLostRequest() ? IDLE_NAVIGATION : navigation
}

/**
 * For the root's client middleware: a page or form that does not reach the server leaves the page as it is, with
 * all that was typed, instead of showing an error that no server made.
 */
export async function stayWhereLost(
  { request }: { request: Request },
  next: () => Promise<Record<string, DataStrategyResult>>,
) {
  const form = request.method === "GET" ? null : await request.clone().formData()
  publish(null)
  const results = await next()
  const lostRoutes = Object.keys(results).filter((id) => isLost(results[id]))
  if (lostRoutes.length === 0 || request.signal.aborted) return results

  const { pathname, search } = new URL(request.url)
  publish({ to: pathname + search, form })
  if (form === null && pathname + search === shown.address) {
    // The page that is shown was to be loaded again: what it shows is good until then.
    for (const id of lostRoutes) results[id] = { type: "data", result: shown.data.get(id) }
    return results
  }
  // The router shows the page it has for as long as it waits; the next thing that is asked for ends the wait.
  await new Promise((resolve) => request.signal.addEventListener("abort", resolve))
  return results
}

/** Notes what the page shows, and stops links and forms that the browser itself would follow off the line. */
export function useShownPage(): void {
  const { pathname, search } = useLocation()
  const matches = useMatches()
  useEffect(() => {
    shown = {
      address: pathname + search,
      data: new Map(matches.map(({ id, loaderData }) => [id, loaderData])),
    }
  })
  useEffect(() => {
    window.addEventListener("click", stopLinkOffline)
    window.addEventListener("submit", stopFormOffline)
    return () => {
      window.removeEventListener("click", stopLinkOffline)
      window.removeEventListener("submit", stopFormOffline)
    }
  }, [])
}

function stopLinkOffline(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (!link?.href || navigator.onLine || event.defaultPrevented || isElsewhere) return
  const { origin, pathname, search, hash } = new URL(link.href)
  const isHere = hash !== "" && pathname + search === window.location.pathname + window.location.search
  if (origin !== window.location.origin || isHere) return
  event.preventDefault()
  publish({ to: pathname + search + hash, form: null, tryAgain: () => window.location.assign(link.href) })
}

function stopFormOffline(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || navigator.onLine || event.defaultPrevented) return
  if (form.method === "dialog") return
  event.preventDefault()
  const { pathname, search } = new URL(form.action)
  const tryAgain = () => form.requestSubmit(submitter)
  publish({ to: pathname + search, form: new FormData(form, submitter), tryAgain })
}

function isLost(result: DataStrategyResult | undefined): boolean {
  if (result?.type !== "error") return false
  const error = bare(result.result)
  if (isRouteErrorResponse(error)) return GATEWAY_ERRORS.includes(error.status)
  // An answer that broke off is no TypeError, and has no other mark than the router's words.
  return (
    error instanceof TypeError || (error instanceof Error && error.message.startsWith("Unable to decode"))
  )
}

/** The router wraps what an action threw together with the status of the answer. */
function bare(thrown: unknown): unknown {
  const isWrapped =
    typeof thrown === "object" &&
    thrown !== null &&
    "type" in thrown &&
    thrown.type === "DataWithResponseInit"
  return isWrapped && "data" in thrown ? thrown.data : thrown
}

function publish(next: LostRequest | null): void {
  lost = next
  for (const listener of listeners) listener()
}

function read(): LostRequest | null {
  return lost
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
