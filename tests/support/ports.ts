/** Below the kernel's own range, so that no outgoing connection holds them. */
export const DEMO_PORT = 21_310
export const MODEL_PORT = 21_320
export const UPSTREAM_PORT = 21_330
