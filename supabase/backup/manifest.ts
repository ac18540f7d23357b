import { z } from "zod"

const VERSION = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const version = z.string().regex(/^\d{14}$/)

// Names stand in statements as they are, so they are such as Postgres quotes them.
const table = z.object({
  name: z.string().regex(/^(public|auth)\.\w+$/),
  columns: z.array(z.string().regex(/^(\w+|"[^"]+")$/)).min(1),
  rows: z.int().min(0),
  sha256,
})
const file = z.object({
  bucket: z.string().regex(/^\w+$/),
  path: z.string().min(1),
  type: z.string(),
  cacheSeconds: z.string().regex(/^\d{1,10}$/),
  sha256,
})

/** What a backup says of itself. It is the last entry of the zip, after all that it sums up. */
export const manifestSchema = z.object({
  format: z.literal("luobi-backup"),
  version: z.literal(VERSION),
  backend: z.enum(["embedded", "supabase"]),
  madeAt: z.iso.datetime(),
  migrations: z.array(version).min(1),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string().regex(/^public\.\w+$/), last: z.int() })),
  files: z.array(file),
  /** The hash of keys.json; null at a hosted project, whose keys are not its database's. */
  keys: sha256.nullable(),
})

export type Manifest = z.output<typeof manifestSchema>
export type BackedUpTable = z.output<typeof table>
export type BackedUpFile = z.output<typeof file>
/** Which backend a backup is of. Their accounts are kept differently, so neither takes the other's. */
export type BackendKind = Manifest["backend"]

/** The version of the format that this code reads and writes. */
export const FORMAT = { format: "luobi-backup", version: VERSION } as const

export const MANIFEST_ENTRY = "manifest.json"
export const KEYS_ENTRY = "keys.json"

/** The name of a table's entry in the zip. */
export function tableEntry({ name }: { name: string }): string {
  return `tables/${name}`
}

/** The name of a stored file's entry in the zip. */
export function fileEntry({ bucket, path }: { bucket: string; path: string }): string {
  return `files/${bucket}/${path}`
}

/** How many there are of everything, in one line. */
export function summaryOf({ tables, files }: Manifest): string {
  const rows = new Map(tables.map((one) => [one.name, one.rows]))
  const people = ["auth.users", "public.novels", "public.reports"].map((name) => rows.get(name) ?? 0)
  const [accounts, novels, reports] = people
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0)
  return `accounts ${accounts}, novels ${novels}, reports ${reports}; rows in all ${all}, files ${files.length}`
}
