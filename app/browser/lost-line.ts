import { useEffect } from "react"
import {
  type DataStrategyResult,
  IDLE_NAVIGATION,
  isRouteErrorResponse,
  useLocation,
  useMatches,
  useNavigation,
} from "react-router"
import { createStore } from "./store.ts"

interface LostRequest {
  /** The path, query and fragment of the request. */
  to: string
  /** The form to submit; null for a page. */
  form: FormData | null
  /** What was lost: a page, a form, or perhaps only the answer to a form that arrived. */
  lost: "page" | "unsent" | "unanswered"
  /** Set if the browser, not the router, was going to make the request. */
  tryAgain?(): void
}

/** The statuses of a proxy that cannot reach the server. */
const GATEWAY_ERRORS = [502, 503, 504]

const lost = createStore<LostRequest | null>(null)
let shown: { address: string; data: Map<string, unknown> } = { address: "", data: new Map() }

/** The page or form that did not reach the server, until the next request; null if there is none. */
export function useLostRequest(): LostRequest | null {
  return lost.useValue()
}

/** Whether a form for this path did not reach the server, or its answer did not come; null if all went well. */
export function useLostForm(path: string): "unsent" | "unanswered" | null {
  const request = useLostRequest()
  if (!request || new URL(request.to, window.location.href).pathname !== path) return null
  return request.lost === "page" ? null : request.lost
}

/** The router's navigation, or an idle one while a lost request is pending. */
export function useLiveNavigation(): ReturnType<typeof useNavigation> {
  const navigation = useNavigation()
  return useLostRequest() ? IDLE_NAVIGATION : navigation
}

/**
 * The root's client middleware. If a page or form does not reach the server, it keeps the current page with the
 * visitor's input, instead of showing an error page.
 */
export async function stayWhereLost(
  { request }: { request: Request },
  next: () => Promise<Record<string, DataStrategyResult>>,
) {
  const form = request.method === "GET" ? null : await request.clone().formData()
  lost.publish(null)
  const results = await next()
  const lostRoutes = Object.keys(results).filter((id) => isLost(results[id]))
  if (lostRoutes.length === 0 || request.signal.aborted) return results

  const { pathname, search } = new URL(request.url)
  const unheard = navigator.onLine ? "unanswered" : "unsent"
  lost.publish({ to: pathname + search, form, lost: form ? unheard : "page" })
  if (form === null && pathname + search === shown.address) {
    // A revalidation of the current page failed, so keep the data that it shows.
    for (const id of lostRoutes) results[id] = { type: "data", result: shown.data.get(id) }
    return results
  }
  // The router keeps the current page while this is pending. The next navigation aborts the request.
  await new Promise((resolve) => request.signal.addEventListener("abort", resolve))
  return results
}

/** Records the current page's data, and stops links and forms that the browser itself would follow while offline. */
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
  lost.publish({
    to: pathname + search + hash,
    form: null,
    lost: "page",
    tryAgain: () => window.location.assign(link.href),
  })
}

function stopFormOffline(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || navigator.onLine || event.defaultPrevented) return
  if (form.method === "dialog") return
  event.preventDefault()
  const { pathname, search } = new URL(form.action)
  const tryAgain = () => form.requestSubmit(submitter)
  lost.publish({ to: pathname + search, form: new FormData(form, submitter), lost: "unsent", tryAgain })
}

function isLost(result: DataStrategyResult | undefined): boolean {
  if (result?.type !== "error") return false
  const error = bare(result.result)
  if (isRouteErrorResponse(error)) return GATEWAY_ERRORS.includes(error.status)
  // A response that broke off is not a TypeError; only the router's message identifies it.
  return (
    error instanceof TypeError || (error instanceof Error && error.message.startsWith("Unable to decode"))
  )
}

/** Unwraps an action's error, which the router wraps together with the response's status. */
function bare(thrown: unknown): unknown {
  const isWrapped =
    typeof thrown === "object" &&
    thrown !== null &&
    "type" in thrown &&
    thrown.type === "DataWithResponseInit"
  return isWrapped && "data" in thrown ? thrown.data : thrown
}
