import { describeError, log } from "#app/server/log/log.server.ts"
import { BackendHealth } from "./backend-health.server.ts"

/** Reads keep a page waiting; writes store or send something. */
const READ_TIMEOUT_MS = 5_000
const WRITE_TIMEOUT_MS = 15_000
/** After this long without an answer, probe whether the service is up. */
const SLOW_MS = 1_000
const PROBE_TIMEOUT_MS = 2_000

/** For each service, a fast request that also reaches its database. */
const PROBE_PATH: Record<string, string> = {
  auth: "/auth/v1/health",
  rest: "/rest/v1/profiles?select=id&limit=1",
  storage: "/storage/v1/bucket",
}
const healths = new Map<string, BackendHealth>()

type Target = Parameters<typeof fetch>[0]

/** One visitor request's connection to Supabase. After the first failure every call fails at once, because the page is waiting. */
export class BackendLine {
  isDown = false
  #failure = Promise.withResolvers<void>()
  #isHungUp = false

  /** Resolves when the line fails. */
  get failed(): Promise<void> {
    return this.#failure.promise
  }

  /** A line that has already failed. */
  static broken(): BackendLine {
    const line = new BackendLine()
    line.isDown = true
    return line
  }

  /** Leaves all further calls pending, so that the SDK's retries end silently. */
  hangUp(): void {
    this.#isHungUp = true
  }

  fetch: typeof fetch = async (input, init) => {
    if (this.#isHungUp) return new Promise(() => {})
    if (this.isDown) throw new Error("Supabase did not answer before")
    // A forged session may contain characters that no header allows. Treat it as an invalid session, not as an outage.
    if (!isSendable(init?.headers)) return Response.json({ error_code: "bad_jwt" }, { status: 401 })
    try {
      const response = await fetchWhileThere(input, init, timeoutOf(input, init))
      // Other services' 500s may concern a single row or file.
      if (serviceOf(input) === "auth" && response.status >= 500) {
        log("error", "Supabase answered with an error", { status: response.status })
        this.#breakDown()
      }
      return response
    } catch (error) {
      // BackendHealth logs an outage once, when it begins.
      if (!(error instanceof AwayError))
        log("error", "Supabase did not answer", { error: describeError(error) })
      this.#breakDown()
      throw error
    }
  }

  #breakDown(): void {
    this.isDown = true
    this.#failure.resolve()
  }
}

/** The probe found that the service is down for everyone. */
class AwayError extends Error {
  override message = "Supabase is away"
}

/**
 * Fetches from Supabase, unless this process knows that the service is down; aborts if it learns so meanwhile.
 * Throws if there is no answer, and if the answer is a 5xx and the probe fails, too.
 */
export async function fetchWhileThere(
  input: Target,
  init: RequestInit | undefined,
  timeoutMs: number,
): Promise<Response> {
  const service = serviceOf(input)
  const health = healthOf(input, service)
  const probe = () => isAlive(input, service, init)
  if (health.isSilent) probeOthers(input, init)
  if (!(await health.mayTry(probe))) throw new AwayError()

  const gone = new AbortController()
  const slow = setTimeout(async () => {
    if (await health.check(probe)) return
    probeOthers(input, init)
    gone.abort(new AwayError())
  }, SLOW_MS)
  const signals = [AbortSignal.timeout(timeoutMs), gone.signal, ...(init?.signal ? [init.signal] : [])]
  try {
    const response = await fetchOrAgain(input, { ...init, signal: AbortSignal.any(signals) })
    if (response.status >= 500 && !(await health.check(probe))) throw new AwayError()
    return response
  } catch (error) {
    if (!init?.signal?.aborted) void health.check(probe)
    throw error
  } finally {
    clearTimeout(slow)
  }
}

/**
 * Probes the backend's other services along with the one that is silent. A page asks one after another, and would
 * otherwise find out about each of them in turn.
 */
function probeOthers(input: Target, init: RequestInit | undefined): void {
  for (const service of Object.keys(PROBE_PATH)) {
    if (service !== serviceOf(input)) void healthOf(input, service).check(() => isAlive(input, service, init))
  }
}

function healthOf(input: Target, service: string): BackendHealth {
  const key = `${urlOf(input).origin}/${service}`
  const known = healths.get(key) ?? new BackendHealth(service)
  healths.set(key, known)
  return known
}

/** Probes a service. Every answer below 500 means that it is up, including a refusal. */
async function isAlive(input: Target, service: string, init: RequestInit | undefined): Promise<boolean> {
  const apikey = new Headers(init?.headers).get("apikey")
  // Not HEAD: Node's fetch would first try pooled connections that broke during the outage.
  const response = await fetchOrAgain(new URL(PROBE_PATH[service] ?? "/", urlOf(input)), {
    headers: apikey ? { apikey } : {},
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  })
  await response.body?.cancel()
  return response.status < 500
}

function serviceOf(input: Target): string {
  const [, service = ""] = urlOf(input).pathname.split("/")
  return service
}

/** Retries a read once (specification, section 9), because a pooled connection may have gone stale. */
async function fetchOrAgain(input: Target, init: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init)
  } catch (error) {
    if (!isGet(init) || init.signal?.aborted) throw error
    return fetch(input, init)
  }
}

function isSendable(headers: RequestInit["headers"]): boolean {
  try {
    new Headers(headers)
    return true
  } catch {
    return false
  }
}

function isGet(init?: RequestInit): boolean {
  return !init?.method || init.method === "GET"
}

function timeoutOf(input: Target, init?: RequestInit): number {
  const isRead = isGet(init) || urlOf(input).search.includes("refresh_token")
  return isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS
}

function urlOf(input: Target): URL {
  return new URL(input instanceof Request ? input.url : input)
}
