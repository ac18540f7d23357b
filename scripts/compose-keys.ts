/** Prints new secrets for compose.yaml: `npm run compose:keys >> .env`, once. */
import { createHmac, randomBytes } from "node:crypto"

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 60 * 60

const jwtSecret = randomBytes(32).toString("hex")
const secrets = {
  // In addresses of the database, so it must need no escapes.
  POSTGRES_PASSWORD: randomBytes(24).toString("hex"),
  JWT_SECRET: jwtSecret,
  SUPABASE_PUBLISHABLE_KEY: keyOf("anon"),
  SUPABASE_SECRET_KEY: keyOf("service_role"),
  SESSION_SECRET: randomBytes(32).toString("hex"),
}
for (const [name, value] of Object.entries(secrets)) console.log(`${name}=${value}`)

/** A token that names the role, which Supabase's services take as a key. */
function keyOf(role: "anon" | "service_role"): string {
  const iat = Math.floor(Date.now() / 1_000)
  const claims = { role, iss: "supabase", iat, exp: iat + TEN_YEARS_SECONDS }
  const parts = [{ alg: "HS256", typ: "JWT" }, claims].map((part) => Buffer.from(JSON.stringify(part)))
  const body = parts.map((part) => part.toString("base64url")).join(".")
  return `${body}.${createHmac("sha256", jwtSecret).update(body).digest("base64url")}`
}
