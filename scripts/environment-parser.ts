/** For the parser, which insists on one; no server starts with it. */
export const NO_SECRET = "none of ours, only for the parser"

/** The module parses the process's environment when it is loaded, and ours may be wrong. */
export async function loadParser() {
  const { env } = process
  process.env = { SESSION_SECRET: NO_SECRET }
  try {
    return await import("#app/server/config/env.server.ts")
  } finally {
    process.env = env
  }
}
