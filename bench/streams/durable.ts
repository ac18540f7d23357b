import { startEmbeddedBackend } from "../../tests/support/backend/embedded-backend.ts"
import { BackendLine } from "./backend-line.ts"
import { measureCancel } from "./cancel.ts"
import { measureSubmission, measureWrites } from "./database.ts"
import { measureDoubles } from "./doubles.ts"
import { measureEnd } from "./endings.ts"
import { measurePage } from "./page.ts"
import { type Backend, startApp } from "./processes.ts"
import { type Row, round } from "./report.ts"
import { paceOf, type Setting } from "./setting.ts"
import { PacedUpstream } from "./upstream.ts"
import { measureUpstreamFailures } from "./upstream-failures.ts"

/** Rows 2 and 13 to 19: the app on the embedded backend. */
export async function measureDurability(): Promise<Row[]> {
  const backend = await startEmbeddedBackend()
  const line = await BackendLine.to(backend.url)
  const upstream = await PacedUpstream.start(paceOf)
  const { publishableKey, secretKey } = backend
  const lined: Backend = { url: line.url, publishableKey, secretKey }
  const setting: Setting = { upstream, line, start: () => startApp(upstream.port, lined) }
  const timed = async (name: string, rows: Promise<Row[]>) => {
    const began = performance.now()
    const done = await rows
    console.error(`# ${name}: ${round((performance.now() - began) / 1_000)} s`)
    return done
  }
  try {
    // Waiting for a lease to lapse runs beside rows that do not measure time.
    const [app, other] = await Promise.all([setting.start(), setting.start()])
    const submitted = await timed("2", measureSubmission(setting, app))
    const pages = await timed("17", measurePage(setting, app))
    const writes = await timed("18", measureWrites(lined, line))
    const killed = timed("13", measureEnd(setting, "SIGKILL"))
    const terminated = await timed("14", measureEnd(setting, "SIGTERM"))
    const doubled = await timed("15", measureDoubles(setting, [app, other]))
    const failures = await timed("19", measureUpstreamFailures([app, other]))
    const cancelled = await timed("16", measureCancel(setting, [app, other]))
    return [submitted, await killed, terminated, doubled, cancelled, pages, writes, failures].flat()
  } finally {
    upstream.close()
    line.close()
    await backend.stop()
  }
}
