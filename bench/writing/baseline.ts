import OpenAI from "openai"
import { hangs } from "../../tests/support/upstream/run.ts"
import { startScriptedUpstream } from "../../tests/support/upstream/scripted-upstream.ts"
import { type Delivered, deliveredOf } from "./measures.ts"

const TOKEN_HEADROOM = 1.4
const PATIENCE_MS = { hanging: 1_500, talking: 60_000 }

/** What one plain call delivers, and how long it takes. */
export interface Baseline extends Delivered {
  ms: number
}

/** The baseline: one streamed call with a length and `max_tokens`, without the engine. */
export async function writeBaseline(
  scenario: Parameters<typeof hangs>[0],
  { target, existing }: { target: number; existing: string },
): Promise<Baseline> {
  const upstream = await startScriptedUpstream(scenario)
  let text = ""
  const began = performance.now()
  let ms = 0
  try {
    const client = new OpenAI({ apiKey: "none", baseURL: upstream.url, maxRetries: 0, logLevel: "off" })
    const content = [
      existing && `<上文>\n${existing}\n</上文>`,
      scenario.reference && `<参考文字>\n${scenario.reference}\n</参考文字>`,
      `写约 ${target} 字的小说。`,
    ]
    const stream = await client.chat.completions.create(
      {
        model: "scripted",
        messages: [{ role: "user", content: content.filter(Boolean).join("\n\n") }],
        max_tokens: Math.ceil(target * TOKEN_HEADROOM),
        stream: true,
      },
      { signal: AbortSignal.timeout(hangs(scenario) ? PATIENCE_MS.hanging : PATIENCE_MS.talking) },
    )
    for await (const chunk of stream) text += chunk.choices?.[0]?.delta?.content ?? ""
  } catch {
    // The reader keeps what came before the error.
  } finally {
    ms = performance.now() - began
    await upstream.close()
  }
  return { ...deliveredOf(text.trim(), target), ms }
}
