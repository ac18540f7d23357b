import type { App } from "@supabase/lite"
import type { PgliteConnection } from "@supabase/lite/pglite"
import { compare } from "bcryptjs"

/** The hash of a random password that nobody knows, with the same cost as lite's own. */
const NOBODYS_HASH = "$2b$10$F5XoVlmeTh2S0jO3pESHnOD4TMlKBD.vvxM6jy50i9dHjPLCFulbK"
const NOBODY = "nobody@luobi.invalid"

interface Credentials {
  email: string
  password: string
}

/**
 * Lite hashes a password only when it finds an account, so its response time reveals whether there is one. Here
 * every attempt hashes once. Lite also names an unconfirmed address before it checks the password; here, as on
 * hosted Supabase, only its owner learns that.
 */
export function levelAuth(app: App, connection: PgliteConnection, confirmEmail: boolean) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const isSignIn = pathname === "/auth/v1/token" && searchParams.get("grant_type") === "password"
    const isSignUp = pathname === "/auth/v1/signup" && confirmEmail
    const credentials =
      request.method === "POST" && (isSignIn || isSignUp) && (await readCredentials(request))
    if (!credentials) return app.fetch(request)

    const { email, password } = credentials
    const user = await findUser(connection, email)
    if (isSignUp) {
      if (user) await compare(password, NOBODYS_HASH)
      return app.fetch(request)
    }
    if (!user?.encrypted_password) await compare(password, NOBODYS_HASH)
    else if (!user.email_confirmed_at && !(await compare(password, user.encrypted_password))) {
      const body = JSON.stringify({ email: NOBODY, password })
      return app.fetch(new Request(request, { body }))
    }
    return app.fetch(request)
  }
}

async function readCredentials(request: Request): Promise<Credentials | null> {
  const body = await request
    .clone()
    .json()
    .catch(() => null)
  const { email, password } = body ?? {}
  return typeof email === "string" && typeof password === "string" ? { email, password } : null
}

async function findUser(connection: PgliteConnection, email: string) {
  const { rows } = await connection.driver.query<{
    encrypted_password: string | null
    email_confirmed_at: string | null
  }>("select encrypted_password, email_confirmed_at from auth.users where email = $1", [email.toLowerCase()])
  return rows[0]
}
