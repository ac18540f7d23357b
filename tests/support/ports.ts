import { tmpdir } from "node:os"
import { join } from "node:path"

/** Below the kernel's own range, so that no outgoing connection holds them. */
export const DEMO_PORT = 21_310
export const MODEL_PORT = 21_320
export const UPSTREAM_PORT = 21_330

/** Where the demo app's mails go. */
export const MAIL_FILE = join(tmpdir(), `luobi-mails-${DEMO_PORT}.log`)
