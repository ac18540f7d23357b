import { expect, test } from "vitest"
import { EXISTING_TEXT_MAX_CHARS } from "#app/domain/limits.ts"
import { tellingOf } from "#app/server/writing/demo/telling.server.ts"
import { processorMsOf } from "../../support/processor-time.ts"
import { newTameText } from "../../support/tame-text.ts"
import { requestFor } from "../../support/upstream/run.ts"

/** What looks through the whole text for each paragraph of each story takes seconds; a busy machine stays below this. */
const LOOKED_AT_MAX_MS = 600

test.each([
  ["prose", newTameText(60_000).slice(0, EXISTING_TEXT_MAX_CHARS)],
  ["one line", "几".repeat(EXISTING_TEXT_MAX_CHARS)],
  ["one word a line", "雨\n".repeat(EXISTING_TEXT_MAX_CHARS / 2)],
])("a million characters of somebody else's are soon known as no story of the demo's: %s", (_, existing) => {
  tellingOf(requestFor({}))
  expect(processorMsOf(() => tellingOf(requestFor({ existing })))).toBeLessThan(LOOKED_AT_MAX_MS)
})
