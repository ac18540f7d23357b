import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { plainPostgresProblem } from "../support/backend/plain-postgres.ts"
import { PostgresVisitors, refusalOf } from "../support/backend/postgres-visitors.ts"

const FORBIDDEN = "42501"
const OUT_OF_BOUNDS = "23514"
const SHELF_FULL = "PT413"
const MAX_CHARS = 1_000_000
const BASE = "0".repeat(32)
const EDITOR = crypto.randomUUID()

let database: PostgresVisitors
let ming = ""
let hong = ""

describe.skipIf(plainPostgresProblem)(
  `versions and drafts on plain Postgres (${plainPostgresProblem ?? "attacked"})`,
  () => {
    beforeAll(async () => {
      database = await PostgresVisitors.start()
      ming = await database.signUp()
      hong = await database.signUp()
    })
    afterAll(() => database?.stop())

    test("whoever changes a text leaves the former one, with its sections and its time", async () => {
      const id = await novelOf(ming, "第一版　一句。")
      await database.as(
        ming,
        (sql) => sql`update public.novels set sections = '[{"title": "节", "at": 0}]' where id = ${id}`,
      )
      await database.as(ming, (sql) => sql`update public.novels set title = '只换题' where id = ${id}`)
      expect(await textsOf(id)).toEqual([])
      await write(ming, id, "第二版")
      await database.asSecretKey((sql) => sql`update public.novels set content = '第三版' where id = ${id}`)
      await write(ming, id, "第三版")
      expect(await textsOf(id)).toEqual(["第二版", "第一版　一句。"])
      const [second, first] = await versionsOf(id)
      expect(first).toMatchObject({ sections: [{ title: "节", at: 0 }], user_id: ming, letters: 6 })
      expect(second?.written_at).toEqual(first?.replaced_at)
    })

    test("the last 20 of a novel stay", async () => {
      const id = await novelOf(ming, "第 0 版")
      const other = await novelOf(ming, "另一篇")
      await write(ming, other, "另一篇，改过")
      for (let nth = 1; nth <= 25; nth += 1) await write(ming, id, `第 ${nth} 版`)
      const kept = await textsOf(id)
      expect(kept).toHaveLength(20)
      expect([kept.at(0), kept.at(-1)]).toEqual(["第 24 版", "第 5 版"])
      expect(await textsOf(other)).toEqual(["另一篇"])
    })

    test("an account's versions are no longer than a shelf, and a full shelf is still edited", async () => {
      const author = await database.signUp()
      const ids = await Promise.all(
        Array.from({ length: 2 }, (_, nth) => novelOf(author, `${nth}`.repeat(MAX_CHARS))),
      )
      for (let round = 0; round < 12; round += 1) {
        for (const id of ids) {
          await database.as(
            author,
            (sql) =>
              sql`update public.novels set content = repeat(${String.fromCharCode(97 + round)}, ${MAX_CHARS - 1}) where id = ${id}`,
          )
        }
      }
      const [sum] = await database.admin`
        select sum(chars)::int as chars, count(*)::int as versions from public.novel_versions where user_id = ${author}`
      expect(sum?.chars).toBeLessThanOrEqual(20 * MAX_CHARS)
      expect(sum?.versions).toBeGreaterThanOrEqual(19)
      for (const id of ids) expect((await textsOf(id))[0]?.[0]).toBe("k")
    })

    test("a stranger reads none of a public novel, and nobody writes one by hand", async () => {
      const id = await novelOf(ming, "原来的", true)
      await write(ming, id, "改过的")
      const statements = [
        "update public.novel_versions set content = '伪造'",
        "delete from public.novel_versions",
        `insert into public.novel_versions (novel_id, user_id, content, sections, written_at)
         values ('${id}', '${ming}', '伪造', '[]', now())`,
        "truncate public.novel_versions",
      ]
      for (const who of [ming, hong, null]) {
        for (const statement of statements) {
          expect(await refusalOf(database.as(who, (sql) => sql.unsafe(statement)))).toBe(FORBIDDEN)
        }
      }
      expect(await database.as(hong, (sql) => sql`select from public.novel_versions`)).toHaveLength(0)
      expect(await refusalOf(database.as(null, (sql) => sql`select from public.novel_versions`))).toBe(
        FORBIDDEN,
      )
      expect(await textsOf(id)).toEqual(["原来的"])
    })

    test("a draft belongs to the novel's author alone, within bounds", async () => {
      const id = await novelOf(ming, "原来的", true)
      await draft(ming, id, "正在改")
      const stranger = (statement: string) => database.as(hong, (sql) => sql.unsafe(statement))
      expect(await stranger("select * from public.novel_drafts")).toHaveLength(0)
      expect(await stranger("update public.novel_drafts set content = '' returning 1")).toHaveLength(0)
      expect(await stranger("delete from public.novel_drafts returning 1")).toHaveLength(0)
      const other = await novelOf(ming, "另一篇", true)
      expect(await refusalOf(draft(hong, other, "抢先"))).toBe(FORBIDDEN)
      for (const change of ["base = 'x'", "editor = 'x'", "title = repeat('长', 201)"]) {
        const broken = database.as(ming, (sql) => sql.unsafe(`update public.novel_drafts set ${change}`))
        expect(await refusalOf(broken)).toBe(OUT_OF_BOUNDS)
      }
      await database.as(ming, (sql) => sql`delete from public.novels where id = ${id}`)
      expect(await database.admin`select from public.novel_drafts where novel_id = ${id}`).toHaveLength(0)
    })

    test("a draft of a generation is its author's alone, and takes nobody's place", async () => {
      const id = await generation()
      await textDraft(hong, id, "别人先占的")
      await textDraft(ming, id, "正在改")
      expect(await refusalOf(textDraft(ming, id, "第二份"))).toBe("23505")
      expect(await refusalOf(textDraft(ming, "B".repeat(22), "没有这一篇"))).toBe("23503")
      expect(await refusalOf(textDraft(ming, await generation(), "冒名", hong))).toBe(FORBIDDEN)
      const own = await database.as(
        ming,
        (sql) => sql`select content from public.novel_drafts
        where generation_id = ${id}`,
      )
      expect([...own]).toEqual([{ content: "正在改" }])
      const stranger = (statement: string) => database.as(hong, (sql) => sql.unsafe(statement))
      const others = `user_id <> '${hong}'`
      expect(await stranger(`select 1 from public.novel_drafts where ${others}`)).toHaveLength(0)
      expect(
        await stranger(`update public.novel_drafts set content = '' where ${others} returning 1`),
      ).toHaveLength(0)
      expect(await stranger(`delete from public.novel_drafts where ${others} returning 1`)).toHaveLength(0)
      for (const change of [
        `user_id = '${ming}'`,
        `generation_id = null, novel_id = '${await novelOf(ming, "原来的", true)}'`,
      ]) {
        expect(await refusalOf(stranger(`update public.novel_drafts set ${change}`))).toBe(FORBIDDEN)
      }
      for (const change of ["generation_id = null", `novel_id = '${await novelOf(hong, "她的")}'`]) {
        expect(await refusalOf(stranger(`update public.novel_drafts set ${change}`))).toBe(OUT_OF_BOUNDS)
      }
      const visitor = database.as(null, (sql) => sql`select from public.novel_drafts`)
      expect(await refusalOf(visitor)).toBe(FORBIDDEN)
      await database.admin`delete from public.generations where id = ${id}`
      expect(await database.admin`select from public.novel_drafts where generation_id = ${id}`).toHaveLength(
        0,
      )
    })

    test("an account's drafts have 20 million characters together", async () => {
      const author = await database.signUp()
      const answers: string[] = []
      for (let nth = 0; nth < 21; nth += 1) {
        answers.push(
          await refusalOf(draft(author, await novelOf(author, `第 ${nth} 篇`), "字".repeat(MAX_CHARS))),
        )
      }
      expect(answers).toEqual([...Array.from({ length: 20 }, () => "allowed"), SHELF_FULL])
    })
  },
)

async function novelOf(author: string, content: string, isPublic = false): Promise<string> {
  const [row] = await database.as(
    author,
    (sql) => sql`insert into public.novels (title, content, user_id, is_public)
      values ('题', ${content}, ${author}, ${isPublic}) returning id`,
  )
  return row?.id
}

function write(author: string, id: string, content: string) {
  return database.as(author, (sql) => sql`update public.novels set content = ${content} where id = ${id}`)
}

function draft(author: string, id: string, content: string) {
  return database.as(
    author,
    (sql) => sql`insert into public.novel_drafts (novel_id, user_id, title, content, base, editor)
      values (${id}, ${author}, '题', ${content}, ${BASE}, ${EDITOR})`,
  )
}

async function generation(): Promise<string> {
  const id = crypto.randomUUID().replaceAll("-", "").slice(0, 22)
  await database.asSecretKey(
    (sql) => sql`select public.create_generation(${id}, ${`owner of ${id}`}, 'k', '{}', 'w', 60)`,
  )
  return id
}

function textDraft(author: string, id: string, content: string, as = author) {
  return database.as(
    author,
    (sql) => sql`insert into public.novel_drafts (generation_id, user_id, title, content, base, editor)
      values (${id}, ${as}, '', ${content}, ${BASE}, ${EDITOR})`,
  )
}

function versionsOf(id: string) {
  return database.admin`select * from public.novel_versions where novel_id = ${id} order by replaced_at desc`
}

async function textsOf(id: string): Promise<string[]> {
  return (await versionsOf(id)).map(({ content }) => content)
}
