const TIMEOUT_MS = 5_000

/**
 * The way to Supabase for one request. Once it failed, nothing else is tried: the SDK would go on for
 * half a minute, and the page is waiting.
 */
export class BackendLine {
  isDown = false
  /** Settles when the line fails. */
  failed: Promise<void>
  #fail: () => void

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.failed = promise
    this.#fail = resolve
  }

  fetch: typeof fetch = async (input, init) => {
    if (this.isDown) throw new Error("Supabase did not answer before")
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
      const response = await fetch(input, { ...init, signal })
      if (isAuth(input) && response.status >= 500) this.#breakDown(`answered ${response.status}`)
      return response
    } catch (error) {
      this.#breakDown(`did not answer: ${reasonOf(error)}`)
      throw error
    }
  }

  #breakDown(what: string): void {
    if (!this.isDown) console.error(`Supabase ${what}`)
    this.isDown = true
    this.#fail()
  }
}

// Elsewhere a 500 may be about one row or one file.
function isAuth(input: Parameters<typeof fetch>[0]): boolean {
  return new URL(input instanceof Request ? input.url : input).pathname.startsWith("/auth/v1/")
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? cause.message : error.message
}
