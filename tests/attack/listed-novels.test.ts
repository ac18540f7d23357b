import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { plainPostgresProblem } from "../support/backend/plain-postgres.ts"
import { PostgresVisitors } from "../support/backend/postgres-visitors.ts"

const WORD_MAX_CHARS = 200
const PAGE_SIZE = 100

/** What case, width, wildcards, marks, blanks and surrogate pairs may make of a word. */
const character = fc.constantFrom(
  ..."潮水灯塔aAbBＡａ0９%_\\*',，。…—？？ \n\t　İıßẞσΣςÉé𠮷😀\u0301\u200b\uffff",
)
const words = (least: number, most: number) =>
  fc.array(character, { minLength: least, maxLength: most }).map((characters) => characters.join(""))
let database: PostgresVisitors
let ming = ""
let hong = ""

describe.skipIf(plainPostgresProblem)(
  `lists and searches (${plainPostgresProblem ?? "plain Postgres"})`,
  () => {
    beforeAll(async () => {
      database = await PostgresVisitors.start()
      ming = await database.signUp()
      hong = await database.signUp()
    })
    afterAll(() => database?.stop())

    test("finds what reading every text finds, whatever was saved, changed and binned before", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(words(1, 20), words(0, 40), fc.option(words(0, 40)), fc.nat(9)), {
            minLength: 1,
            maxLength: 40,
          }),
          fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: WORD_MAX_CHARS })), {
            minLength: 20,
            maxLength: 20,
          }),
          fc.array(fc.array(words(1, 4), { minLength: 1, maxLength: 3 }), { minLength: 10, maxLength: 10 }),
          async (novels, pieces, others) => {
            await database.admin`delete from public.novels`
            for (const [title, first, second, fate] of novels) {
              const id = await save(ming, title, first)
              if (second !== null) await change(id, { content: second })
              if (fate === 0) await change(id, { title: `${title.slice(0, 5)}改` })
              if (fate === 1) await database.as(ming, (sql) => sql`select public.bin_novels(${[id]})`)
              if (fate === 2) await save(hong, title, first)
            }
            const kept = novels.map(([title, first, second]) => [...`${title}\n${second ?? first}`])
            const found = pieces.map(([nth, at, length]) => {
              const characters = kept[nth % kept.length] ?? []
              const from = at % characters.length
              return [characters.slice(from, from + length).join("")]
            })
            for (const asked of [...found, ...others]) {
              const said = { asked, ids: await search(ming, asked) }
              expect(said).toEqual({ asked, ids: await scan(ming, asked) })
            }
          },
        ),
        { numRuns: 10 },
      )
    })

    test.each([["灯塔"], ["灯"], ["灯塔", "0"]])(
      "turns every page of what many novels have: %j",
      async (...asked) => {
        const author = await database.signUp()
        await database.asSecretKey(
          (sql) => sql`insert into public.novels (user_id, title, content, created_at)
        select ${author}, '第 ' || n, case when n % 3 = 0 then '灯塔 0' else '潮水' end, now() - n * interval '1 s'
        from generate_series(1, 300) n`,
        )
        const expected = await scan(author, asked)
        expect(expected).toHaveLength(100)
        const seen: string[] = []
        for (let page = 1; page <= 9; page += 1) {
          const rows = await list(author, asked, page, 12)
          // Behind the page, so much is counted; whatever is counted is there, and what is not is said to be cut.
          expect(rows[0]).toMatchObject({
            page,
            total: Math.min((page + 4) * 12, 100),
            is_cut: (page + 4) * 12 < 100,
          })
          seen.push(...rows.map(({ id }) => id))
        }
        expect(seen).toEqual(expected)
        expect((await list(author, asked, 10, 12))[0]).toMatchObject({ page: 9, total: 100, is_cut: false })
      },
    )

    test("turns every page of a shelf, in each order", async () => {
      const author = await database.signUp()
      await database.asSecretKey(
        (sql) => sql`insert into public.novels (user_id, title, content, created_at)
        select ${author}, '第 ' || n, repeat('潮', 1 + n * 7 % 100), now() - n * interval '1 s'
        from generate_series(1, 100) n`,
      )
      for (const [sort, column] of [
        ["newest", "created_at"],
        ["changed", "updated_at"],
        ["longest", "characters"],
      ] as const) {
        const expected = await database.admin.unsafe(
          `select id from public.novels where user_id = '${author}' order by ${column} desc, created_at desc, id`,
        )
        const seen: string[] = []
        for (let page = 1; page <= 9; page += 1) {
          const rows = await list(author, [], page, 12, sort)
          expect(rows[0]).toMatchObject({ page, total: 100, is_cut: false })
          seen.push(...rows.map(({ id }) => id))
        }
        expect([sort, seen]).toEqual([sort, expected.map(({ id }) => id)])
        expect((await list(author, [], 10, 12, sort))[0]).toMatchObject({ page: 9, total: 100 })
      }
    })

    test("names no other account's novels", async () => {
      const id = await save(ming, "暗号", "只有我知道的暗号")
      expect(await search(hong, ["暗号"])).toEqual([])
      expect(await search(ming, ["暗号"])).toEqual([id])
    })
  },
)

async function save(author: string, title: string, content: string): Promise<string> {
  const novel = { user_id: author, title, content }
  const [row] = await database.as(author, (sql) => sql`insert into public.novels ${sql(novel)} returning id`)
  return row?.id
}

function change(id: string, columns: { title?: string; content?: string }) {
  return database.asSecretKey((sql) => sql`update public.novels set ${sql(columns)} where id = ${id}`)
}

function list(author: string, asked: string[], page: number, size: number, sort = "newest") {
  return database.as(
    author,
    (sql) =>
      sql`select id, page, total, is_cut from public.list_own_novels(${asked}, ${sort}, ${page}, ${size}, 0)`,
  )
}

async function search(author: string, asked: string[]): Promise<string[]> {
  const rows = await list(author, asked, 1, PAGE_SIZE)
  expect(rows[0]?.is_cut).toBe(false)
  return rows.flatMap(({ id }) => id ?? [])
}

/** Reads every text in one statement. */
async function scan(author: string, asked: string[]): Promise<string[]> {
  const rows = await database.admin`
    select own.id
    from public.novels own
    where own.user_id = ${author} and own.binned_at is null and not exists (
      select from unnest(${asked}::text[]) as word
      where case when lower(word) = upper(word)
        then strpos(own.title || E'\n' || own.content, word)
        else strpos(lower(own.title || E'\n' || own.content), lower(word))
      end = 0
    )
    order by own.created_at desc, own.id`
  return rows.map(({ id }) => id)
}
