import { describeError, log } from "../log.server.ts"

/** For what a page waits for, and for what stores or sends something. */
const READ_TIMEOUT_MS = 5_000
const WRITE_TIMEOUT_MS = 15_000

/** The way to Supabase for one request. Once it failed, nothing else is tried: the page is waiting. */
export class BackendLine {
  isDown = false
  /** Settles when the line fails. */
  failed: Promise<void>
  #fail: () => void
  #isHungUp = false

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.failed = promise
    this.#fail = resolve
  }

  /** A line that is known not to work. */
  static broken(): BackendLine {
    const line = new BackendLine()
    line.isDown = true
    return line
  }

  /** Whoever still tries is not answered, and can be forgotten. */
  hangUp(): void {
    this.#isHungUp = true
  }

  fetch: typeof fetch = async (input, init) => {
    if (this.#isHungUp) return new Promise(() => {})
    if (this.isDown) throw new Error("Supabase did not answer before")
    // A forged session can hold what no header carries. Supabase is not away for that: it is nobody's session.
    if (!isSendable(init?.headers)) return Response.json({ error_code: "bad_jwt" }, { status: 401 })
    const timeout = AbortSignal.timeout(timeoutOf(input, init))
    try {
      const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
      const response = await fetchOrAgain(input, { ...init, signal })
      if (isAuth(input) && response.status >= 500) {
        this.#breakDown("Supabase answered with an error", { status: response.status })
      }
      return response
    } catch (error) {
      this.#breakDown("Supabase did not answer", { error: describeError(error) })
      throw error
    }
  }

  #breakDown(what: string, fields: Record<string, unknown>): void {
    if (!this.isDown) log("error", what, fields)
    this.isDown = true
    this.#fail()
  }
}

/** Reading is tried once more (specification, section 9): a connection that was kept too long breaks at first. */
async function fetchOrAgain(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
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

function timeoutOf(input: Parameters<typeof fetch>[0], init?: RequestInit): number {
  const isRead = isGet(init) || urlOf(input).search.includes("refresh_token")
  return isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS
}

// Elsewhere a 500 may be about one row or one file.
function isAuth(input: Parameters<typeof fetch>[0]): boolean {
  return urlOf(input).pathname.startsWith("/auth/v1/")
}

function urlOf(input: Parameters<typeof fetch>[0]): URL {
  return new URL(input instanceof Request ? input.url : input)
}
