import { env } from "#app/server/config/env.server.ts"
import { log } from "#app/server/log/log.server.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { createOpenAIWriter } from "#app/server/writing/endpoint/openai-writer.server.ts"
import type { Writer } from "#app/server/writing/endpoint/writer.server.ts"

/** Whether the built-in demo writer is active because no model is configured. Every page says so. */
export const isDemo = env.model === null

export const writer: Writer = env.model
  ? createOpenAIWriter({
      ...env.model,
      onFailure: (report) => log("warn", "a call to the model failed", { ...report }),
    })
  : createDemoWriter({ charactersPerSecond: env.DEMO_CHARACTERS_PER_SECOND })
