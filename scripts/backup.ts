/** `npm run backup -- FILE`: everything that people have here, in one file. */
import { resolve } from "node:path"
import type { Readable } from "node:stream"
import { describeBackup, requireFree, saveBackup } from "./backup/backup-file.ts"
import { backUpEmbedded } from "./backup/embedded.ts"
import { backUpHosted, projectOf } from "./backup/hosted.ts"
import { fileOf, runCommand } from "./backup/run-command.ts"
import { ROOT } from "./children.ts"
import { Refusal } from "./refusal.ts"

const USAGE = "npm run backup -- <file>"

await runCommand(async ([file, ...others]) => {
  if (!file || file.startsWith("-") || others.length > 0) throw new Refusal(USAGE)
  const path = fileOf(file)
  requireFree(path)
  const { SUPABASE_URL, DATA_DIR } = process.env
  const save = (content: Readable) => saveBackup(path, content)
  const manifest = SUPABASE_URL
    ? await backUpHosted(projectOf(process.env), save)
    : await backUpEmbedded(resolve(ROOT, DATA_DIR || ".data"), save)
  return describeBackup(path, manifest)
})
