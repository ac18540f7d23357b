import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, test } from "vitest"
import { packEpub } from "#app/server/books/epub.server.ts"
import { BOOKS } from "./books.fixtures.ts"

const run = promisify(execFile)
/** Where epubcheck is, of which each run takes some seconds. Without it, epub.test.ts tests the structure. */
const { EPUBCHECK = "" } = process.env
const TIMEOUT_MS = 600_000

describe.skipIf(EPUBCHECK === "")("epubcheck", () => {
  test.each(Object.entries(BOOKS))(
    "finds no error in %s, and nothing to warn of",
    async (_, make) => {
      const folder = await mkdtemp(join(tmpdir(), "luobi-epub-"))
      try {
        const file = join(folder, "book.epub")
        await writeFile(file, await packEpub(make()))
        const { stdout } = await run("java", ["-jar", EPUBCHECK, file, "--failonwarnings"])
        expect(stdout).toContain("No errors or warnings detected")
      } finally {
        await rm(folder, { recursive: true })
      }
    },
    TIMEOUT_MS,
  )
})
