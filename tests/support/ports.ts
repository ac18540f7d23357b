/**
 * Below the kernel's ephemeral range, so that no outgoing connection takes them, and below the ports from which an
 * embedded backend takes one (supabase/local/listen.ts). A second run beside this one sets another.
 */
const FIRST_PORT = Number(process.env.E2E_FIRST_PORT || 19_310)

export const DEMO_PORT = FIRST_PORT
export const MODEL_PORT = FIRST_PORT + 10
export const UPSTREAM_PORT = FIRST_PORT + 20

/** The two processes of the fault run. */
export const FAULT_PORTS = [FIRST_PORT + 30, FIRST_PORT + 31]
/** The two processes that a route test starts. */
export const PROCESS_PORTS = [FIRST_PORT + 40, FIRST_PORT + 41]
/** The process whose rows the database refuses. */
export const REFUSED_ROWS_PORT = FIRST_PORT + 50
/** The port on which a route test tries the start command. */
export const START_PORT = FIRST_PORT + 60
