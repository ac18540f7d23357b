/** `npm run restore -- FILE`: puts a backup where nobody is yet. */
import { resolve } from "node:path"
import { summaryOf } from "../supabase/backup/manifest.ts"
import { openBackup, requireKnownMigrations } from "./backup/backup-file.ts"
import { restoreEmbedded } from "./backup/embedded.ts"
import { projectOf, restoreHosted } from "./backup/hosted.ts"
import { fileOf, runCommand } from "./backup/run-command.ts"
import { ROOT } from "./children.ts"
import { Refusal } from "./refusal.ts"

const USAGE = `npm run restore -- <file>
npm run restore -- <file> --replace    sets the data of the embedded backend aside first`
const NAMES = { embedded: "the embedded backend", supabase: "a Supabase project" }
const NO_REPLACING = `\`--replace\` is for the embedded backend. Restore into a new project, and keep the old one.`

await runCommand(async (parameters) => {
  const [file, ...others] = parameters.filter((one) => one !== "--replace")
  if (!file || file.startsWith("-") || others.length > 0) throw new Refusal(USAGE)
  const path = fileOf(file)
  const replaces = parameters.includes("--replace")
  const { SUPABASE_URL, DATA_DIR } = process.env
  if (SUPABASE_URL && replaces) throw new Refusal(NO_REPLACING)
  const project = SUPABASE_URL ? projectOf(process.env) : null
  const backup = await openBackup(path)
  const { manifest } = backup
  requireKnownMigrations(path, manifest)
  if ((manifest.backend === "embedded") === (project !== null)) {
    throw new Refusal(
      `${path} is of ${NAMES[manifest.backend]}, and cannot be restored into another kind of backend. Nothing was changed.`,
    )
  }
  if (project) {
    await restoreHosted(project, backup)
    return `Restored, and counted: ${summaryOf(manifest)}.`
  }
  const dataDir = resolve(ROOT, DATA_DIR || ".data")
  const aside = await restoreEmbedded(dataDir, backup, { replaces })
  const former = aside ? `\nThe former data is in ${aside}. Delete it when you are sure.` : ""
  return `Restored into ${dataDir}, and counted: ${summaryOf(manifest)}.${former}`
})
