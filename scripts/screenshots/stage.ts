import { type EmbeddedBackend, startEmbeddedBackend } from "../../tests/support/backend/embedded-backend.ts"
import { type OwnApp, startApp } from "../../tests/support/own-app.ts"
import type { Reply } from "../../tests/support/upstream/scenarios.ts"
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from "../../tests/support/upstream/scripted-upstream.ts"

/** Everything behind the browser, on fresh data: the app, its backend and a model that writes what it is given. */
export interface Stage {
  origin: string
  /** What the model answers from now on: its outline, and the parts of a text in order. */
  play(plan: string, parts: Reply[]): void
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const opened: { close(): Promise<void> }[] = []
  const close = async () => {
    for (const { close } of opened.toReversed()) await close()
  }
  try {
    const upstream = await startScriptedUpstream({ name: "pictures" })
    opened.push(upstream)
    const backend = await startEmbeddedBackend()
    opened.push({ close: () => backend.stop() })
    const app = await startAppBetween(backend, upstream)
    opened.push({ close: () => app.stop() })
    return { origin: app.origin, play: (plan, parts) => play(upstream, plan, parts), close }
  } catch (error) {
    await close()
    throw error
  }
}

function startAppBetween(backend: EmbeddedBackend, upstream: ScriptedUpstream): Promise<OwnApp> {
  return startApp({
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SESSION_SECRET: backend.sessionSecret,
    OPENAI_BASE_URL: upstream.url,
    OPENAI_MODEL: "scripted",
    RUNNING_LIMITS: "visitor=20 account=20",
    ...(process.env.PORT && { PORT: process.env.PORT }),
  })
}

/** The upstream chooses a reply by how many calls came before. */
function play(upstream: ScriptedUpstream, plan: string, parts: Reply[]): void {
  upstream.calls.length = 0
  Object.assign(upstream.scenario, { plan: { text: plan }, beats: parts })
}
