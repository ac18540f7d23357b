import { env } from "./env.server.ts"
import { createDemoWriter } from "./writing/demo-writer.server.ts"
import { createOpenAIWriter } from "./writing/openai-writer.server.ts"
import type { Writer } from "./writing/writer.server.ts"

/** Whether the built-in demo writer writes because no model is configured. Every screen says so. */
export const isDemo = env.model === null

export const writer: Writer = env.model
  ? createOpenAIWriter(env.model)
  : createDemoWriter({ charactersPerSecond: env.DEMO_CHARACTERS_PER_SECOND })
