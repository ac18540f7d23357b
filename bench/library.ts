/**
 * `npm run bench:library -- --write`: what a page of one's own novels, a search, a shared novel and an author's page cost
 * as novels become more, on a plain Postgres. `--write` puts the times and the plans into docs/performance.md, and
 * `--most 1000` fills no shelf with more. Takes a minute or two. The last line is one JSON object.
 *
 * Definitions
 * - long novels: of 10,000 characters; the others have some hundred.
 * - Each shelf has a Postgres of its own, and those of a table take turns: one request each, as the API sends it, with
 *   its transaction. A time is the median of at least 15 turns, or of as many as fit into two seconds, in five rounds
 *   through all requests.
 * - flat: with the most novels at most twice the time with the fewest. A shelf holds 2,000 (see supabase/migrations);
 *   100,000 in one show that nothing grows with it.
 */
import { parseArgs } from "node:util"
import { PostgresVisitors } from "../tests/support/backend/postgres-visitors.ts"
import { PERFORMANCE, writeMeasured } from "./document.ts"
import { alignedTable, atMost, type Figure, FLAT_MAX, printFigures } from "./figures.ts"
import { thisOccasion, told } from "./machine.ts"
import { median } from "./streams/text.ts"

/** A search that finds all ends with the 61st novel, which 10 don't have. */
const LONG_COUNTS = [10, 100, 1_000]
const LONG_PHRASES = 1_000
const SHORT_PHRASES = 8
const NOVELS_OF_EACH = 10
/** The machine is faster in one second than in the next, so each request has turns in several. */
const ROUNDS = 5
const ROUND_TURNS_MIN = 3
const ROUND_MS = 400

const PHRASES = [
  ..."雪夜站台只剩一盏灯|她把信折好放进口袋|河对岸有人唱起旧歌|木匠修好了那张方桌|清晨的集市卖着新茶|孩子追着风筝跑下坡".split(
    "|",
  ),
  ..."老人坐在门口剥豆子|渡船靠岸时天已大亮|书店在巷子最深之处|他写完最后一页合上|山路上开满白色的花|钟楼敲了七下又停了".split(
    "|",
  ),
]
const SEARCHES = {
  "a common word": "潮水",
  "a common character": "潮",
  "a rare word": "守夜人",
  "a rare character": "塔",
  "two words": "潮水 守夜人",
  "a word that is nowhere": "鲸落",
}

const { values } = parseArgs({
  options: { write: { type: "boolean", default: false }, most: { type: "string", default: "100000" } },
})
const counts = [10, 1_000, 100_000].filter((count) => count <= Number(values.most))
const most = Math.max(...counts)
type Times = Record<string, number>
type Visit = Parameters<PostgresVisitors["as"]>[1]
type Who = Parameters<PostgresVisitors["as"]>[0]

/** The novels of one author, who has a database of their own. */
interface Shelf {
  name: string
  database: PostgresVisitors
  author: string
  novel: string
}

const started: PostgresVisitors[] = []
try {
  const short: Shelf[] = []
  for (const count of counts) short.push(await shelfOf(`${count} of one author`, count, SHORT_PHRASES))
  const deepest = short.at(-1)
  const plans = deepest ? await explain(deepest) : []
  short.push(await shelfOfMany(`${most} of many`, most))
  const shortTimes = await measure(short)
  await stopAll()
  const long: Shelf[] = []
  for (const count of LONG_COUNTS)
    long.push(await shelfOf(`${count} of 10,000 characters`, count, LONG_PHRASES))
  const longTimes = await measure(long)
  const [server] = await Promise.all(long.map(({ database }) => database.admin`show server_version`))

  const report = [
    `${told(thisOccasion())} Postgres ${server?.[0]?.server_version}, milliseconds.`,
    table(shortTimes),
    table(longTimes),
    `Plans with ${most} novels in one shelf:`,
    ...plans.map(([name, plan]) => `${name}:\n\n\`\`\`\n${plan}\n\`\`\``),
  ].join("\n\n")
  console.log(report)
  if (values.write) writeMeasured(PERFORMANCE, "npm run bench:library -- --write", report)
  const ofOneAuthor = shortTimes.slice(0, counts.length)
  printFigures(
    [...growthOf(ofOneAuthor, counts, "novels"), ...growthOf(longTimes, LONG_COUNTS, "long novels")],
    { short: shortTimes, long: longTimes },
  )
} finally {
  await stopAll()
}

async function stopAll(): Promise<void> {
  await Promise.all(started.splice(0).map((database) => database.stop()))
}

async function shelfOf(name: string, count: number, phrases: number): Promise<Shelf> {
  const { database, author } = await freshAuthor()
  await fill(database, phrases, `select '${author}'::uuid as author, n from generate_series(1, ${count}) n`)
  return opened(name, database, author)
}

/** The same novels, ten of each account; one of them asks. */
async function shelfOfMany(name: string, count: number): Promise<Shelf> {
  const { database, author } = await freshAuthor()
  await database.admin`insert into auth.users (id, email)
    select id, id || '@example.com' from (select gen_random_uuid() as id from generate_series(2, ${count / NOVELS_OF_EACH})) account`
  await fill(
    database,
    SHORT_PHRASES,
    `select profile.id as author, n from public.profiles profile, generate_series(1, ${NOVELS_OF_EACH}) n`,
  )
  return opened(name, database, author)
}

async function freshAuthor() {
  const database = await PostgresVisitors.start()
  started.push(database)
  return { database, author: await database.signUp({ username: "小明" }) }
}

/** One novel of 5,000 has the rare word, the tenth the first one. */
async function fill({ admin }: PostgresVisitors, phrases: number, novels: string): Promise<void> {
  // The shelf of one account holds 2,000.
  await admin`alter table public.novels disable trigger keep_shelf_size`
  await admin.unsafe(
    `insert into public.novels (user_id, title, content, is_public, reviewed_at, created_at)
    select author, '第 ' || n || ' 章', '潮水' || case when n % 5000 = 10 then '守夜人上了灯塔' else '' end || (
      select string_agg(($1::text[])[1 + floor(random() * ${PHRASES.length})::int], '，')
      from generate_series(1, ${phrases}) phrase where phrase + n > 0
    ), true, now(), now() - n * interval '1 s'
    from (${novels}) as novel`,
    [PHRASES],
  )
  await admin`alter table public.novels enable trigger keep_shelf_size`
  await admin`vacuum analyze`
}

async function opened(name: string, database: PostgresVisitors, author: string): Promise<Shelf> {
  const { admin } = database
  await admin`insert into public.author_pages (user_id, is_open) values (${author}, true)`
  const [novel] = await admin`select id from public.novels where user_id = ${author} limit 1`
  return { name, database, author, novel: novel?.id }
}

async function measure(shelves: readonly Shelf[]): Promise<[string, Times][]> {
  const asked: Record<string, (shelf: Shelf) => [Who, Visit]> = {
    "list, page 1": ({ author }) => [author, list([], 1)],
    "list, page 50": ({ author }) => [author, list([], 50)],
  }
  for (const [name, words] of Object.entries(SEARCHES))
    asked[`search: ${name}`] = ({ author }) => [author, list(words.split(" "), 1)]
  asked["a shared novel"] = ({ novel }) => [null, (sql) => sql.unsafe(shared(novel))]
  asked["an author's page"] = ({ author }) => [null, (sql) => sql.unsafe(publicNovels(author))]

  const samples = Object.keys(asked).map(() => shelves.map((): number[] => []))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, visitOf] of Object.values(asked).entries())
      await takeTurns(shelves, visitOf, samples[at] ?? [])
  }
  const rows = Object.keys(asked)
  return shelves.map(({ name }, at) => [
    name,
    Object.fromEntries(rows.map((row, nth) => [row, median(samples[nth]?.[at] ?? [])])),
  ])
}

function list(words: string[], page: number): Visit {
  return (sql) => sql`select * from public.list_own_novels(${words}, 'newest', ${page}, 12, 151)`
}

function shared(id: string): string {
  return `select novel.*, profile.username from public.novels novel left join public.profiles profile on profile.id = novel.user_id
    where novel.id = '${id}' and novel.is_public = true and novel.reviewed_at is not null`
}

function publicNovels(author: string): string {
  return `select id, title, content_level, characters, created_at from public.novels
    where user_id = '${author}' and is_public = true and reviewed_at is not null and content_level < 4
    order by created_at desc, id limit 21`
}

/** Adds how long the same request takes on each shelf, in milliseconds. */
async function takeTurns(
  shelves: readonly Shelf[],
  visitOf: (shelf: Shelf) => [Who, Visit],
  times: readonly number[][],
): Promise<void> {
  const until = performance.now() + ROUND_MS
  for (let turn = 0; turn < ROUND_TURNS_MIN || performance.now() < until; turn += 1) {
    for (const [at, shelf] of shelves.entries()) {
      const start = performance.now()
      await shelf.database.as(...visitOf(shelf))
      times[at]?.push(performance.now() - start)
    }
  }
}

/** The statements that list_own_novels is made of, and the two that the API sends by itself. */
async function explain({ database, author, novel }: Shelf): Promise<[string, string][]> {
  const own = `own.user_id = '${author}' and own.binned_at is null`
  const page = `select own.id, own.chars from public.novels own where ${own} order by own.created_at desc, own.id`
  const statements: [string, Who, string][] = [
    ["List, page 50", "admin", `${page} offset 588 limit 12`],
    [
      "What the list counts",
      "admin",
      `select count(*) from (select from public.novels own where ${own} limit 2001) as own`,
    ],
    ["A shared novel", null, shared(novel)],
    ["An author's page", null, publicNovels(author)],
  ]
  const plans: [string, string][] = []
  for (const [name, who, statement] of statements) {
    const explained = `explain (analyze, costs off, timing off, summary off) ${statement}`
    const rows =
      who === "admin"
        ? await database.admin.unsafe(explained)
        : await database.as(who, (sql) => sql.unsafe(explained))
    plans.push([name, rows.map((row) => row["QUERY PLAN"]).join("\n")])
  }
  return plans
}

/** The time with the most novels by that with the fewest. */
function growthOf(columns: readonly [string, Times][], ofEach: readonly number[], what: string): Figure[] {
  const [few, many] = [columns[0], columns.at(-1)]
  return Object.keys(few?.[1] ?? {}).map((row) => {
    const ratio = (many?.[1][row] ?? Number.NaN) / (few?.[1][row] ?? Number.NaN)
    return atMost(`${row}, ${ofEach.at(-1)} ${what} by ${ofEach[0]}`, ratio, FLAT_MAX)
  })
}

function table(columns: readonly [string, Times][]): string {
  const rows = Object.keys(columns[0]?.[1] ?? {}).map((row) => [
    row,
    ...columns.map(([, times]) => (times[row] ?? Number.NaN).toFixed(1)),
  ])
  return alignedTable(["", ...columns.map(([name]) => name)], rows)
}
