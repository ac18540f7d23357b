import { env } from "#app/server/config/env.server.ts"
import { log } from "#app/server/log/log.server.ts"
import { countModelFailure } from "#app/server/metrics/metrics.server.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { createOpenAIWriter } from "#app/server/writing/endpoint/openai-writer.server.ts"
import type { Writer } from "#app/server/writing/endpoint/writer.server.ts"

/** Whether the built-in demo writer is active because no model is configured. Every page says so. */
export const isDemo = env.model === null

/** Whether another model than the novel's own keeps its memory. */
export const hasMemoryModel = env.model?.memoryModel !== undefined

/** What is known of the context of the configured model. */
export const context = new ModelContext({
  setting: env.OPENAI_CONTEXT_TOKENS ?? null,
  onSilentCut: (counts) =>
    log(
      "warn",
      "the endpoint cut a prompt without an error: set its context (OLLAMA_CONTEXT_LENGTH) larger, or OPENAI_CONTEXT_TOKENS to it",
      counts,
    ),
})

export const writer: Writer = env.model
  ? createOpenAIWriter({
      ...env.model,
      context,
      onFailure: (report) => {
        countModelFailure(report.kind)
        log("warn", "a call to the model failed", { ...report })
      },
    })
  : createDemoWriter({ charactersPerSecond: env.DEMO_CHARACTERS_PER_SECOND })
