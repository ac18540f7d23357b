import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { plainPostgresProblem } from "../support/backend/plain-postgres.ts"
import { PostgresVisitors, refusalOf } from "../support/backend/postgres-visitors.ts"

const SHELF_FULL = "PT413"
const MAX_CHARS = 1_000_000
const SEARCH_MAX_MS = 500

let database: PostgresVisitors

describe.skipIf(plainPostgresProblem)(
  `a shelf on plain Postgres (${plainPostgresProblem ?? "attacked"})`,
  () => {
    beforeAll(async () => {
      database = await PostgresVisitors.start()
    })
    afterAll(() => database?.stop())

    test("keeps 20 million characters, whoever writes them, and still accepts edits that shorten one", async () => {
      const author = await database.signUp()
      const id = await fill(author, 19, MAX_CHARS)
      expect(await refusalOf(write(author, 1))).toBe("allowed")
      expect(await refusalOf(write(author, MAX_CHARS))).toBe(SHELF_FULL)
      const bySecretKey = database.asSecretKey((sql) => insert(sql, author, 1, MAX_CHARS))
      expect(await refusalOf(bySecretKey)).toBe(SHELF_FULL)
      expect(await refusalOf(edit(author, id, MAX_CHARS - 1))).toBe("allowed")
      expect(await refusalOf(edit(author, id, 10))).toBe("allowed")
      expect(await refusalOf(write(author, MAX_CHARS - 20))).toBe("allowed")
      expect(await refusalOf(write(author, MAX_CHARS))).toBe("allowed")
      expect(await refusalOf(edit(author, id, 100))).toBe(SHELF_FULL)
      expect(await refusalOf(write(await database.signUp(), MAX_CHARS))).toBe("allowed")
    })

    test("keeps 2000 novels, also of those that are saved at once", async () => {
      const author = await database.signUp()
      await fill(author, 1_995, 1)
      const answers = await Promise.all(Array.from({ length: 10 }, () => refusalOf(write(author, 1))))
      expect(answers.filter((answer) => answer === "allowed")).toHaveLength(5)
      expect(answers.filter((answer) => answer === SHELF_FULL)).toHaveLength(5)
    })

    test("is searched for a short time only, and says where the search ended", async () => {
      const author = await database.signUp()
      await fill(author, 19, MAX_CHARS)
      const words = Array.from({ length: 20 }, (_, n) => `word${n}`)
      const began = Date.now()
      const rows = await list(author, ["潮", ...words.slice(1)])
      expect(Date.now() - began).toBeLessThan(SEARCH_MAX_MS * 4)
      expect(rows.every(({ total }) => total === 0)).toBe(true)
      const found = await list(author, ["潮"])
      expect(found[0]).toMatchObject({ page: 1 })
      expect(found[0]?.total).toBeGreaterThan(0)
    })

    test("is searched for words in either case", async () => {
      const author = await database.signUp()
      await database.as(
        author,
        (sql) => sql`insert into public.novels (user_id, title, content)
      values (${author}, 'Der Ärger', '一篇 Lighthouse 的故事')`,
      )
      for (const words of [["LIGHTHOUSE"], ["ärger", "灯塔"], ["故事", "der"], ["100%"]]) {
        const { length } = (await list(author, words)).filter(({ total }) => total > 0)
        expect([words, length]).toEqual([words, words.includes("灯塔") || words.includes("100%") ? 0 : 1])
      }
    })
  },
)

type Sql = Parameters<Parameters<PostgresVisitors["asSecretKey"]>[0]>[0]

function insert(sql: Sql, author: string, novels: number, chars: number) {
  return sql`insert into public.novels (user_id, title, content)
    select ${author}, '题' || n, repeat('潮', ${chars}) from generate_series(1, ${novels}) n returning id`
}

async function fill(author: string, novels: number, chars: number): Promise<string> {
  const rows = await database.asSecretKey((sql) => insert(sql, author, novels, chars))
  return rows[0]?.id
}

function write(author: string, chars: number) {
  return database.as(author, (sql) => insert(sql, author, 1, chars))
}

function edit(author: string, id: string, chars: number) {
  return database.as(
    author,
    (sql) => sql`update public.novels set content = repeat('文', ${chars}) where id = ${id}`,
  )
}

async function list(author: string, words: string[]) {
  return database.as(
    author,
    (sql) => sql`select * from public.list_own_novels(${words}, 'newest', 1, 12, 151)`,
  )
}
