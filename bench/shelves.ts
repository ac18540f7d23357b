import { PostgresVisitors } from "../tests/support/backend/postgres-visitors.ts"
import { median } from "./streams/text.ts"

export const LONG_PHRASES = 1_000
export const SHORT_PHRASES = 8
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

export type Times = Record<string, number>
type Visit = Parameters<PostgresVisitors["as"]>[1]
export type Who = Parameters<PostgresVisitors["as"]>[0]

/** The novels of one author, who has a database of their own. */
export interface Shelf {
  name: string
  database: PostgresVisitors
  author: string
  novel: string
}

/** What is asked of a shelf, by the name of its row. */
export const REQUESTS = {
  "list, page 1": ({ author }) => [author, list([], 1)],
  "list, page 50": ({ author }) => [author, list([], 50)],
  "search: a common word": ({ author }) => [author, list(["潮水"], 1)],
  "search: a common character": ({ author }) => [author, list(["潮"], 1)],
  "search: a rare word": ({ author }) => [author, list(["守夜人"], 1)],
  "search: a rare character": ({ author }) => [author, list(["塔"], 1)],
  "search: two words": ({ author }) => [author, list(["潮水", "守夜人"], 1)],
  "search: a word that is nowhere": ({ author }) => [author, list(["鲸落"], 1)],
  "a shared novel": ({ novel }) => [null, (sql) => sql.unsafe(shared(novel))],
  "an author's page": ({ author }) => [null, (sql) => sql.unsafe(publicNovels(author))],
} satisfies Record<string, (shelf: Shelf) => [Who, Visit]>
export type RequestName = keyof typeof REQUESTS

const started: PostgresVisitors[] = []

/** Stops the databases of all shelves. */
export async function stopShelves(): Promise<void> {
  await Promise.all(started.splice(0).map((database) => database.stop()))
}

/** The novels of one author, as many phrases long. */
export async function shelfOf(name: string, count: number, phrases: number): Promise<Shelf> {
  const { database, author } = await freshAuthor()
  await fill(database, phrases, `select '${author}'::uuid as author, n from generate_series(1, ${count}) n`)
  return opened(name, database, author)
}

/** The same novels, ten of each account; one of them asks. */
export async function shelfOfMany(name: string, count: number): Promise<Shelf> {
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

/** How long each of these requests takes on each shelf, by turns. */
export async function measureShelves(
  shelves: readonly Shelf[],
  rows: readonly RequestName[],
): Promise<[string, Times][]> {
  const samples = rows.map(() => shelves.map((): number[] => []))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, row] of rows.entries()) await takeTurns(shelves, REQUESTS[row], samples[at] ?? [])
  }
  return shelves.map(({ name }, at) => [
    name,
    Object.fromEntries(rows.map((row, nth) => [row, median(samples[nth]?.[at] ?? [])])),
  ])
}

function list(words: string[], page: number): Visit {
  return (sql) => sql`select * from public.list_own_novels(${words}, 'newest', ${page}, 12, 151)`
}

export function shared(id: string): string {
  return `select novel.*, profile.username from public.novels novel left join public.profiles profile on profile.id = novel.user_id
    where novel.id = '${id}' and novel.is_public = true and novel.reviewed_at is not null`
}

export function publicNovels(author: string): string {
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
