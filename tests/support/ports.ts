/** Below the kernel's own range, so that no outgoing connection holds them. A second run beside this one sets another. */
const FIRST_PORT = Number(process.env.E2E_FIRST_PORT || 21_310)

export const DEMO_PORT = FIRST_PORT
export const MODEL_PORT = FIRST_PORT + 10
export const UPSTREAM_PORT = FIRST_PORT + 20

/** Of the two processes of the fault run. */
export const FAULT_PORTS = [FIRST_PORT + 30, FIRST_PORT + 31]
/** Of the two processes that a route test starts. */
export const PROCESS_PORTS = [FIRST_PORT + 40, FIRST_PORT + 41]
/** Of the process whose rows are refused. */
export const REFUSED_ROWS_PORT = FIRST_PORT + 50
/** Where the start command is tried. */
export const START_PORT = FIRST_PORT + 60
