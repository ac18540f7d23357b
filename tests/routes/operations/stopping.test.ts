import { expect, test } from "vitest"
import { PlainVisitor } from "../../../scripts/container/plain-visitor.ts"
import { type OwnApp, sharedBackend, startApp } from "../../support/own-app.ts"
import { startScriptedUpstream } from "../../support/upstream/scripted-upstream.ts"

const LONGEST = "5"

test("a page without script is told where it goes on when the process stops", async () => {
  const upstream = await startScriptedUpstream("well", { charactersPerSecond: 400 })
  const app = await startApp({
    ...sharedBackend(),
    OPENAI_BASE_URL: upstream.url,
    OPENAI_MODEL: "scripted",
  })
  try {
    const { page, id } = await readUntilStopped(app)
    expect(page.trimEnd().endsWith("</html>")).toBe(true)
    expect(page).toContain(`;url=/generations/${id}/live"`)
  } finally {
    await app.stop()
    await upstream.close()
  }
})

async function readUntilStopped(app: OwnApp): Promise<{ id: string; page: string }> {
  const visitor = new PlainVisitor(app.origin)
  const id = await visitor.describe("雨夜，旧书店的店主收到一封没有署名的信", LONGEST)
  let stopped: Promise<void> | null = null
  const { page } = await visitor.read(id, (characters) => {
    if (characters > 0) stopped ??= app.stop()
  })
  await stopped
  return { id, page }
}
