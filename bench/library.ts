/**
 * `npm run bench:library -- --write`: what a page of one's own novels, a search, a shared novel and an author's page cost
 * as novels become more, on a plain Postgres. `--write` puts the times and the plans into docs/performance.md, and
 * `--most 1000` fills no shelf with more. Takes a minute or two. The last line is one JSON object.
 *
 * Definitions
 * - long novels: of 10,000 characters; the others have some hundred.
 * - A time is the median of 15 requests as the API sends them, with their transaction.
 * - flat: with the most novels at most twice the time with the fewest. A shelf holds 2,000 (see supabase/migrations);
 *   100,000 in one show that nothing grows with it.
 */
import { parseArgs } from "node:util"
import { PostgresVisitors } from "../tests/support/backend/postgres-visitors.ts"
import { PERFORMANCE, writeMeasured } from "./document.ts"
import { alignedTable, atMost, type Figure, FLAT_MAX, printFigures } from "./figures.ts"
import { thisOccasion, told } from "./machine.ts"
import { median } from "./streams/text.ts"

const LONG_COUNTS = [10, 1_000]
const LONG_PHRASES = 1_000
const SHORT_PHRASES = 8
const NOVELS_OF_EACH = 10
const REQUESTS = 15

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

const database = await PostgresVisitors.start()
const { admin } = database
try {
  // The shelf of one account holds 2,000.
  await admin`alter table public.novels disable trigger keep_shelf_size`
  const columns: [string, Times][] = []
  for (const count of counts)
    columns.push([`${count} of one author`, await measureShelf(count, SHORT_PHRASES)])
  const plans = await explain()
  const ofMany: [string, Times] = [`${most} of many`, await measureMany(most)]
  const long: [string, Times][] = []
  for (const count of LONG_COUNTS)
    long.push([`${count} of 10,000 characters`, await measureShelf(count, LONG_PHRASES)])
  await admin`alter table public.novels enable trigger keep_shelf_size`
  const [server] = await admin`show server_version`

  const report = [
    `${told(thisOccasion())} Postgres ${server?.server_version}, milliseconds.`,
    table([...columns, ofMany]),
    table(long),
    `Plans with ${most} novels in one shelf:`,
    ...plans.map(([name, plan]) => `${name}:\n\n\`\`\`\n${plan}\n\`\`\``),
  ].join("\n\n")
  console.log(report)
  if (values.write) writeMeasured(PERFORMANCE, "npm run bench:library -- --write", report)
  printFigures([...growthOf(columns, counts, "novels"), ...growthOf(long, LONG_COUNTS, "long novels")], {
    short: [...columns, ofMany],
    long,
  })
} finally {
  await database.stop()
}

/** Fills the shelf of one account, in an empty database, and measures it. */
async function measureShelf(count: number, phrases: number): Promise<Times> {
  const author = await freshAuthor()
  await fill(phrases, `select '${author}'::uuid as author, n from generate_series(1, ${count}) n`)
  return measure(author)
}

/** The same novels, ten of each account; one of them asks. */
async function measureMany(count: number): Promise<Times> {
  const author = await freshAuthor()
  await admin`insert into auth.users (id, email)
    select id, id || '@example.com' from (select gen_random_uuid() as id from generate_series(2, ${count / NOVELS_OF_EACH})) account`
  await fill(
    SHORT_PHRASES,
    `select profile.id as author, n from public.profiles profile, generate_series(1, ${NOVELS_OF_EACH}) n`,
  )
  return measure(author)
}

async function freshAuthor(): Promise<string> {
  await admin`delete from auth.users`
  return database.signUp({ username: "小明" })
}

/** One novel of 5,000 has the rare word, the tenth the first one. */
async function fill(phrases: number, novels: string): Promise<void> {
  await admin.unsafe(
    `insert into public.novels (user_id, title, content, is_public, reviewed_at, created_at)
    select author, '第 ' || n || ' 章', '潮水' || case when n % 5000 = 10 then '守夜人上了灯塔' else '' end || (
      select string_agg(($1::text[])[1 + floor(random() * ${PHRASES.length})::int], '，')
      from generate_series(1, ${phrases}) phrase where phrase + n > 0
    ), true, now(), now() - n * interval '1 s'
    from (${novels}) as novel`,
    [PHRASES],
  )
  await admin`vacuum analyze`
}

async function measure(author: string): Promise<Times> {
  await admin`insert into public.author_pages (user_id, is_open) values (${author}, true)`
  const [novel] = await admin`select id from public.novels where user_id = ${author} limit 1`
  const times: Times = {
    "list, page 1": await time(author, list([], 1)),
    "list, page 50": await time(author, list([], 50)),
  }
  for (const [name, words] of Object.entries(SEARCHES))
    times[`search: ${name}`] = await time(author, list(words.split(" "), 1))
  times["a shared novel"] = await time(null, (sql) => sql.unsafe(shared(novel?.id)))
  times["an author's page"] = await time(null, (sql) => sql.unsafe(publicNovels(author)))
  return times
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

async function time(who: Who, visit: Visit): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < REQUESTS; nth += 1) {
    const start = performance.now()
    await database.as(who, visit)
    times.push(performance.now() - start)
  }
  return median(times)
}

/** The statements that list_own_novels is made of, and the two that the API sends by itself. */
async function explain(): Promise<[string, string][]> {
  const [novel] = await admin`select id, user_id as author from public.novels limit 1`
  const own = `own.user_id = '${novel?.author}' and own.binned_at is null`
  const page = `select own.id, own.chars from public.novels own where ${own} order by own.created_at desc, own.id`
  const statements: [string, Who, string][] = [
    ["List, page 50", "admin", `${page} offset 588 limit 12`],
    [
      "What the list counts",
      "admin",
      `select count(*) from (select from public.novels own where ${own} limit 2001) as own`,
    ],
    ["A shared novel", null, shared(novel?.id)],
    ["An author's page", null, publicNovels(novel?.author)],
  ]
  const plans: [string, string][] = []
  for (const [name, who, statement] of statements) {
    const explained = `explain (analyze, costs off, timing off, summary off) ${statement}`
    const rows =
      who === "admin" ? await admin.unsafe(explained) : await database.as(who, (sql) => sql.unsafe(explained))
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
