import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { plainPostgresProblem } from "../support/backend/plain-postgres.ts"
import { PostgresVisitors, refusalOf, type Who } from "../support/backend/postgres-visitors.ts"

const FORBIDDEN = "42501"
const OUT_OF_BOUNDS = "23514"
const MISSING = "23502"
const TAKEN = "23505"
/** The migrations' own code, raised by the trigger that protects fixed columns. */
const NEVER_CHANGES = "PT403"

let database: PostgresVisitors
let ming = ""
let hong = ""
/** An account without anything public. */
let lan = ""
let secret = ""
let open = ""
/** A novel that the operator took down. */
let down = ""

describe.skipIf(plainPostgresProblem)(`plain Postgres (${plainPostgresProblem ?? "attacked"})`, () => {
  beforeAll(async () => {
    database = await PostgresVisitors.start()
    ming = await database.signUp({ username: "小明" })
    hong = await database.signUp()
    lan = await database.signUp({ username: "小兰" })
    secret = await insertNovel(ming, { user_id: ming })
    open = await insertNovel(ming, { user_id: ming, is_public: true, content: "公开的" })
    down = await saveNovel({ user_id: ming, taken_down_at: "2026-01-01", taken_down_reason: "一句话" })
  })
  afterAll(() => database?.stop())

  const strangers: [string, () => Who][] = [
    ["another account", () => hong],
    ["nobody", () => null],
  ]

  describe.each(strangers)("another's novels, for %s", (_, who) => {
    test("a private novel is not read, listed, counted or locked", async () => {
      await database.as(who(), async (sql) => {
        expect(await sql`select id from public.novels where id = ${secret}`).toHaveLength(0)
        expect(await sql`select id from public.novels`).toMatchObject([{ id: open }])
        expect(await sql`select count(*)::int from public.novels`).toMatchObject([{ count: 1 }])
        expect(
          await sql`select username from public.profiles p join public.novels n on n.user_id = p.id
          where n.id = ${secret}`,
        ).toHaveLength(0)
      })
      expect(
        await database
          .as(who(), (sql) => sql`select id from public.novels where id = ${secret} for update`)
          .catch(({ code }) => (code === FORBIDDEN ? [] : code)),
      ).toHaveLength(0)
    })

    test("a caller's own function sees no row before the policy does", async () => {
      await database.as(who(), async (sql) => {
        await sql`create function pg_temp.tell(content text) returns boolean language plpgsql cost 0.0001 as
          $$ begin if content = '只有我' then raise exception 'told' using errcode = 'LEAKS'; end if; return true; end $$`
        expect(await sql`select id from public.novels where pg_temp.tell(content)`).toHaveLength(1)
      })
    })

    test("none is changed, opened, closed, given away or deleted", async () => {
      const before = await allNovels()
      for (const id of [secret, open]) {
        await nothing(who(), (sql) => sql`update public.novels set title = '她的' where id = ${id}`)
        await nothing(
          who(),
          (sql) => sql`update public.novels set is_public = not is_public where id = ${id}`,
        )
        await nothing(who(), (sql) => sql`update public.novels set user_id = ${hong} where id = ${id}`)
        await nothing(who(), (sql) => sql`delete from public.novels where id = ${id}`)
      }
      await nothing(who(), (sql) => sql`update public.novels set title = '她的'`)
      expect(await refusalOf(database.as(who(), (sql) => sql`truncate public.novels`))).toBe(FORBIDDEN)
      expect(await allNovels()).toEqual(before)
    })

    test("none is written in another's name, or over another's", async () => {
      const before = await allNovels()
      expect(await refusalOf(insertNovel(who(), { user_id: ming }))).toBe(FORBIDDEN)
      for (const id of [secret, open]) {
        const over = { id, user_id: hong, title: "她的", content: "她的" }
        const upsert = database.as(
          who(),
          (sql) =>
            sql`insert into public.novels ${sql(over)} on conflict (id) do update set title = excluded.title`,
        )
        expect(await refusalOf(upsert)).toBe(FORBIDDEN)
      }
      expect(await allNovels()).toEqual(before)
    })
  })

  // The server checks every text first. Nobody has checked what an author writes with their own token.
  describe("what an author writes past the server", () => {
    const reviewOf = (id: string) =>
      database.asSecretKey(
        (sql) => sql`select reviewed_at is not null as reviewed, taken_down_at is not null as down,
          taken_down_reason as reason from public.novels where id = ${id}`,
      )
    const looked = { reviewed_at: "2026-01-01" }

    test.each<Fields>([
      {},
      { is_public: true },
      looked,
      { taken_down_at: "2026-01-01", taken_down_reason: "句" },
    ])("counts as unchecked, whatever it claims: %j", async (fields) => {
      const id = await insertNovel(ming, { user_id: ming, ...fields })
      expect([...(await reviewOf(id))]).toEqual([{ reviewed: false, down: false, reason: null }])
    })

    test.each<[boolean, Fields]>([
      [false, { is_public: true }],
      [false, { content_level: 5 }],
      [true, { content_level: 1 }],
      [false, { title: "没有看过的题" }],
      [false, { content: "没有看过的文", ...looked }],
      [true, { updated_at: "2000-01-01" }],
      [true, { reviewed_at: null }],
      [true, { taken_down_at: "2026-01-01", taken_down_reason: "句" }],
    ])("keeps its check (%s): %j", async (reviewed, change) => {
      const id = await saveNovel({ user_id: ming, content_level: 4, ...looked })
      await database.as(ming, (sql) => sql`update public.novels set ${sql(change)} where id = ${id}`)
      expect([...(await reviewOf(id))]).toEqual([{ reviewed, down: false, reason: null }])
    })

    test("is the demo's as far as the server says, whatever it claims", async () => {
      const shareOf = async (id: string) =>
        (await database.admin`select demo from public.novels where id = ${id}`)[0]
      const own = await insertNovel(ming, { user_id: ming, demo: "whole" })
      expect(await shareOf(own)).toEqual({ demo: null })
      const claims: [string | null, string | null][] = [
        [null, "whole"],
        ["whole", null],
        ["part", null],
        ["part", "whole"],
      ]
      for (const [demo, claimed] of claims) {
        const id = await saveNovel({ user_id: ming, demo })
        const claim = { demo: claimed, content: "改过的文", is_public: true }
        await database.as(ming, (sql) => sql`update public.novels set ${sql(claim)} where id = ${id}`)
        expect(await shareOf(id)).toEqual({ demo })
        expect(await database.admin`select demo from public.novel_versions where novel_id = ${id}`).toEqual([
          { demo },
        ])
      }
      expect(await refusalOf(saveNovel({ user_id: ming, demo: "all" }))).toBe(OUT_OF_BOUNDS)
    })

    test("loses its check with a new section, and keeps it with the same ones", async () => {
      const id = await saveNovel({ user_id: ming, ...looked })
      const write = (sections: object) => writeSections(ming, id, sections)
      await write([])
      expect([...(await reviewOf(id))]).toMatchObject([{ reviewed: true }])
      await write([{ title: "没有看过的节", at: 0 }])
      expect([...(await reviewOf(id))]).toMatchObject([{ reviewed: false }])
    })

    test("does not bring back a text that was taken down", async () => {
      const open = database.as(
        ming,
        (sql) => sql`update public.novels set is_public = true where id = ${down}`,
      )
      expect(await refusalOf(open)).toBe(NEVER_CHANGES)
      const deny = { taken_down_at: null, taken_down_reason: null }
      await database.as(ming, (sql) => sql`update public.novels set ${sql(deny)} where id = ${down}`)
      expect([...(await reviewOf(down))]).toEqual([{ reviewed: false, down: true, reason: "一句话" }])
      const both = { ...deny, is_public: true }
      expect(
        await refusalOf(
          database.as(ming, (sql) => sql`update public.novels set ${sql(both)} where id = ${down}`),
        ),
      ).toBe(NEVER_CHANGES)
      const byServer = database.asSecretKey(
        (sql) => sql`update public.novels set is_public = true where id = ${down}`,
      )
      expect(await refusalOf(byServer)).toBe(OUT_OF_BOUNDS)
    })

    test("is private on their shelf until the server has checked it", async () => {
      const id = await insertNovel(ming, { user_id: ming, is_public: true })
      const shelf = async () => {
        const rows = await database.as(
          ming,
          (sql) => sql`select id, is_public from public.list_own_novels('{}', 'newest', 1, 100, 0)`,
        )
        return rows.find((row) => row.id === id)?.is_public
      }
      expect(await shelf()).toBe(false)
      await database.asSecretKey((sql) => sql`update public.novels set ${sql(looked)} where id = ${id}`)
      expect(await shelf()).toBe(true)
    })
  })

  test("a novel that was taken down is for its author to read, and nobody else", async () => {
    const read = (who: Who) =>
      database.as(who, (sql) => sql`select taken_down_reason from public.novels where id = ${down}`)
    expect([...(await read(ming))]).toEqual([{ taken_down_reason: "一句话" }])
    for (const who of [hong, null]) expect(await read(who)).toHaveLength(0)
  })

  describe("reports", () => {
    const HASH = "0".repeat(64)
    const report = { key: HASH, novel_id: crypto.randomUUID(), reason: "other", reporter: HASH }

    test.each(strangers)("are not read, written, settled or counted by %s", async (_, who) => {
      await database.asSecretKey(
        (sql) => sql`insert into public.reports ${sql(report)} on conflict (key) do nothing`,
      )
      for (const statement of [
        "select from public.reports",
        "select count(*) from public.reports",
        "update public.reports set state = 'dismissed'",
        "delete from public.reports",
        "truncate public.reports",
        "select nextval('public.reports_id_seq')",
      ]) {
        expect(await refusalOf(database.as(who(), (sql) => sql.unsafe(statement)))).toBe(FORBIDDEN)
      }
      const made = database.as(
        who(),
        (sql) => sql`insert into public.reports ${sql({ ...report, key: "1" })}`,
      )
      expect(await refusalOf(made)).toBe(FORBIDDEN)
    })

    test.each<Fields>([
      { key: "short" },
      { reason: "Something Else" },
      { note: "长".repeat(1_001) },
      { email: "" },
      { email: "x".repeat(255) },
      { reporter: "me" },
      { state: "lost" },
    ])("not even the secret key breaks a bound: %j", async (bad) => {
      const row = { ...report, key: "1".repeat(64), ...bad }
      const made = database.asSecretKey((sql) => sql`insert into public.reports ${sql(row)}`)
      expect(await refusalOf(made)).toBe(OUT_OF_BOUNDS)
    })
  })

  test("refuses an id that is taken, whoever has it", async () => {
    expect(await refusalOf(insertNovel(hong, { id: secret, user_id: hong }))).toBe(TAKEN)
    expect(await refusalOf(insertNovel(ming, { id: secret, user_id: ming }))).toBe(TAKEN)
  })

  describe("what authors cannot say of their own novel", () => {
    test.each(["created_at", "updated_at"])("that it was created at another time (%s)", async (column) => {
      for (const moment of ["2000-01-01", "2100-01-01"]) {
        expect(await refusalOf(insertNovel(ming, { user_id: ming, [column]: moment }))).toBe(FORBIDDEN)
      }
    })

    test.each<[string, () => string]>([
      ["user_id", () => hong],
      ["id", () => crypto.randomUUID()],
      ["created_at", () => "2000-01-01"],
    ])("that it has another %s", async (column, value) => {
      const change = database.as(
        ming,
        (sql) => sql`update public.novels set ${sql({ [column]: value() })} where id = ${secret}`,
      )
      expect(await refusalOf(change)).toBe(NEVER_CHANGES)
    })

    test("when it was last changed", async () => {
      const [changed] = await database.as(
        ming,
        (sql) => sql`update public.novels set title = '新题', updated_at = '2000-01-01' where id = ${secret}
          returning updated_at > created_at as dated`,
      )
      expect(changed).toEqual({ dated: true })
    })

    test.each<[string, object]>([
      ["no list", {}],
      ["a list of lists", [[{ title: "节", at: 0 }]]],
      ["a blank one", [{ title: "", at: 0 }]],
      ["a long title", [{ title: "长".repeat(21), at: 0 }]],
      ["a title that is none", [{ title: 1, at: 0 }]],
      ["no offset", [{ title: "节" }]],
      ["an offset before the text", [{ title: "节", at: -1 }]],
      ["half an offset", [{ title: "节", at: 0.5 }]],
      ["an offset behind every text", [{ title: "节", at: 2_040_001 }]],
      ["too many", Array.from({ length: 201 }, (_, at) => ({ title: "节", at }))],
      ["too much beside them", [{ title: "节", at: 0, note: "长".repeat(40_000) }]],
    ])("sections of a wrong shape: %s", async (_, sections) => {
      expect(await refusalOf(writeSections(ming, secret, sections))).toBe(OUT_OF_BOUNDS)
    })

    test("but the most and longest sections there can be", async () => {
      const most = Array.from({ length: 200 }, (_, at) => ({ title: "𠮷".repeat(20), at: 2_039_801 + at }))
      await writeSections(ming, secret, most)
      await writeSections(ming, secret, [])
    })

    test.each<[string, string, Fields]>([
      ["no title", OUT_OF_BOUNDS, { title: "" }],
      ["a null title", MISSING, { title: null }],
      ["a title that is too long", OUT_OF_BOUNDS, { title: "长".repeat(101) }],
      ["a null text", MISSING, { content: null }],
      ["a text that is too long", OUT_OF_BOUNDS, { content: "长".repeat(1_020_001) }],
      ["a level below the first", OUT_OF_BOUNDS, { content_level: 0 }],
      ["a level above the last", OUT_OF_BOUNDS, { content_level: 6 }],
      ["no level", MISSING, { content_level: null }],
      ["neither public nor private", MISSING, { is_public: null }],
    ])("%s", async (_, code, fields) => {
      expect(await refusalOf(insertNovel(ming, { user_id: ming, ...fields }))).toBe(code)
      const change = database.as(
        ming,
        (sql) => sql`update public.novels set ${sql(fields)} where id = ${secret}`,
      )
      expect(await refusalOf(change)).toBe(code)
    })

    test("accepts the longest novels, and their authors change and delete them", async () => {
      const id = await insertNovel(ming, {
        user_id: ming,
        title: "𠮷".repeat(100),
        content: "𠮷".repeat(1_020_000),
        content_level: 5,
      })
      const changed = await database.as(
        ming,
        (sql) => sql`update public.novels set title = '短' where id = ${id}`,
      )
      expect(changed.count).toBe(1)
      const deleted = await database.as(ming, (sql) => sql`delete from public.novels where id = ${id}`)
      expect(deleted.count).toBe(1)
    })
  })

  describe("author_pages", () => {
    beforeAll(async () => {
      await database.admin`insert into public.author_pages (user_id, is_open, about)
        values (${ming}, true, '公开的简介'), (${lan}, false, '没有公开的简介')`
    })

    test.each(strangers)("a closed one is not seen by %s", async (_, who) => {
      const seen = await database.as(who(), (sql) => sql`select user_id from public.author_pages`)
      expect(seen.map(({ user_id }) => user_id)).toEqual([ming])
    })

    test("its author sees a closed one, too", async () => {
      const seen = await database.as(lan, (sql) => sql`select user_id from public.author_pages`)
      expect(new Set(seen.map(({ user_id }) => user_id))).toEqual(new Set([ming, lan]))
    })

    test.each([...strangers, ["its author", () => ming] as const])("%s writes none", async (_, as) => {
      const who = as()
      for (const id of [ming, lan]) {
        await nothing(who, (sql) => sql`update public.author_pages set is_open = true where user_id = ${id}`)
        await nothing(who, (sql) => sql`delete from public.author_pages where user_id = ${id}`)
        await nothing(
          who,
          (sql) => sql`insert into public.author_pages (user_id, is_open, about) values (${id}, true, '假')
            on conflict (user_id) do update set about = excluded.about`,
        )
      }
    })

    test.each(["", "长".repeat(301)])("refuses a description that breaks a bound", async (about) => {
      const asked = database.admin`update public.author_pages set about = ${about} where user_id = ${ming}`
      expect(await refusalOf(asked)).toBe(OUT_OF_BOUNDS)
    })
  })

  describe("profiles", () => {
    test.each(strangers)("%s sees only authors of public novels, and themselves", async (_, who) => {
      const seen = await database.as(who(), (sql) => sql`select id from public.profiles`)
      expect(new Set(seen.map(({ id }) => id))).toEqual(new Set([ming, who()].filter(Boolean)))
    })

    test.each(strangers)("another's is not changed, created or deleted by %s", async (_, who) => {
      const before = await allProfiles()
      for (const id of [ming, lan]) {
        await nothing(who(), (sql) => sql`update public.profiles set username = '假' where id = ${id}`)
        await nothing(who(), (sql) => sql`delete from public.profiles where id = ${id}`)
      }
      const made = database.as(
        who(),
        (sql) => sql`insert into public.profiles (id, username) values (${lan}, '假')
          on conflict (id) do update set username = excluded.username`,
      )
      expect(await refusalOf(made)).toBe(FORBIDDEN)
      expect(await allProfiles()).toEqual(before)
    })

    test("stays with its owner", async () => {
      const moved = database.as(
        hong,
        (sql) => sql`update public.profiles set id = ${crypto.randomUUID()} where id = ${hong}`,
      )
      expect(await refusalOf(moved)).toBe(FORBIDDEN)
      const deleted = database.as(hong, (sql) => sql`delete from public.profiles where id = ${hong}`)
      expect(await refusalOf(deleted)).toBe(FORBIDDEN)
    })

    test.each<Record<string, string>>([
      { username: "" },
      { username: "长".repeat(61) },
      { avatar_url: "javascript:alert(1)" },
      { avatar_url: "data:image/svg+xml,<svg/>" },
      { avatar_url: " https://example.com/x.png" },
      { avatar_url: `https://example.com/${"x".repeat(2_048)}` },
    ])("refuses %j, which breaks a bound", async (change) => {
      const asked = database.as(
        hong,
        (sql) => sql`update public.profiles set ${sql(change)} where id = ${hong}`,
      )
      expect(await refusalOf(asked)).toBe(OUT_OF_BOUNDS)
    })

    test.each<[object | null, string | null, string | null]>([
      [null, null, null],
      [{}, null, null],
      [{ username: "  小 明 " }, "小 明", null],
      [{ username: "   " }, null, null],
      [{ username: "长".repeat(500) }, "长".repeat(60), null],
      [{ username: ["a"] }, '["a"]', null],
      [{ username: "'; drop table public.novels; --" }, "'; drop table public.novels; --", null],
      [{ avatar_url: "https://example.com/a.png" }, null, "https://example.com/a.png"],
      [{ avatar_url: "javascript:alert(1)" }, null, null],
      [{ avatar_url: `https://example.com/${"x".repeat(2_048)}` }, null, null],
      [{ id: "00000000-0000-0000-0000-000000000000", role: "service_role" }, null, null],
    ])("signing up with %j creates one, whatever it claims", async (metadata, username, avatar_url) => {
      const id = await database.signUp(metadata)
      const made = await database.as(id, (sql) => sql`select * from public.profiles where id = ${id}`)
      expect([...made]).toEqual([{ id, username, avatar_url }])
    })

    test("is deleted with its account, and so are the novels", async () => {
      const id = await database.signUp()
      await insertNovel(id, { user_id: id })
      await database.admin`delete from auth.users where id = ${id}`
      expect(await database.admin`select from public.profiles where id = ${id}`).toHaveLength(0)
      expect(await database.admin`select from public.novels where user_id = ${id}`).toHaveLength(0)
    })
  })

  describe("files", () => {
    const own: [string, () => string][] = [
      ["avatars", () => `avatars/${hong}-1.png`],
      ["novel_references", () => `reference_texts/${hong}-1.txt`],
    ]

    beforeAll(async () => {
      await database.as(ming, (sql) => upload(sql, "avatars", `avatars/${ming}-1.png`))
      await database.as(ming, (sql) => upload(sql, "novel_references", `reference_texts/${ming}-1.txt`))
      for (const [bucket, name] of own) await database.as(hong, (sql) => upload(sql, bucket, name()))
    })

    test.each<[string, () => string]>([
      ["avatars", () => `avatars/${ming}-2.png`],
      ["avatars", () => `avatars/${hong}-1-${ming}-1.png`],
      ["avatars", () => `avatars/../avatars/${hong}-2.png`],
      ["avatars", () => `avatars/${hong}-2.png/../${ming}-2.png`],
      ["avatars", () => `avatars//${hong}-2.png`],
      ["avatars", () => `/avatars/${hong}-2.png`],
      ["avatars", () => `avatars\\${hong}-2.png`],
      ["avatars", () => `avatars/%2e%2e/${hong}-2.png`],
      ["avatars", () => `x/avatars/${hong}-2.png`],
      ["avatars", () => `x\navatars/${hong}-2.png`],
      ["avatars", () => `avatars/${hong}-2.png\n`],
      ["avatars", () => `avatars/${hong}-2.png\n${ming}-2.png`],
      ["avatars", () => `avatars/${hong}-2.png `],
      ["avatars", () => `avatars/${hong}-2.svg`],
      ["avatars", () => `avatars/${hong}-2.html`],
      ["avatars", () => `avatars/${hong}-2.png.html`],
      ["avatars", () => `avatars/${hong}-2xpng`],
      ["avatars", () => `avatars/${hong}-.png`],
      ["avatars", () => `avatars/${hong}-１.png`],
      ["avatars", () => `avatars/${hong.toUpperCase()}-2.png`],
      ["avatars", () => `avatars/${hong}-${"1".repeat(17)}.png`],
      ["avatars", () => `avatars/.*-2.png`],
      ["avatars", () => `avatars/-2.png`],
      ["avatars", () => ""],
      ["avatars", () => `reference_texts/${hong}-2.txt`],
      ["novel_references", () => `avatars/${hong}-2.png`],
      ["novel_references", () => `reference_texts/${ming}-2.txt`],
      ["novel_references", () => `reference_texts/${hong}-2.html`],
      ["novel_references", () => `reference_texts/${hong}/2.txt`],
    ])("nobody puts one into %s under such a name (%#)", async (bucket, name) => {
      for (const who of [hong, null]) {
        expect(await refusalOf(database.as(who, (sql) => upload(sql, bucket, name())))).toBe(FORBIDDEN)
      }
    })

    test.each(strangers)("another's are not listed, replaced, moved or removed by %s", async (_, who) => {
      const before = await database.admin`select * from storage.objects where name like ${`%${ming}%`}`
      const seen = await database.as(who(), (sql) => sql`select name from storage.objects`)
      expect(seen.every(({ name }) => name.includes(hong))).toBe(true)
      await nothing(
        who(),
        (sql) => sql`update storage.objects set metadata = '{}' where name like ${`%${ming}%`}`,
      )
      await nothing(who(), (sql) => sql`delete from storage.objects where name like ${`%${ming}%`}`)
      expect(await database.admin`select * from storage.objects where name like ${`%${ming}%`}`).toEqual(
        before,
      )
    })

    test.each(own)("files in %s cannot move to another's name or bucket", async (bucket, name) => {
      for (const change of [
        { name: name().replace(hong, ming) },
        { bucket_id: bucket === "avatars" ? "novel_references" : "avatars" },
      ]) {
        const moved = database.as(
          hong,
          (sql) => sql`update storage.objects set ${sql(change)} where name = ${name()}`,
        )
        expect(await refusalOf(moved)).toBe(FORBIDDEN)
      }
    })

    test.each(strangers)("buckets are not seen, created or opened by %s", async (_, who) => {
      const before = await database.admin`select * from storage.buckets order by id`
      expect(await database.as(who(), (sql) => sql`select id from storage.buckets`)).toHaveLength(0)
      const made = database.as(who(), (sql) => sql`insert into storage.buckets (id, name) values ('x', 'x')`)
      expect(await refusalOf(made)).toBe(FORBIDDEN)
      await nothing(who(), (sql) => sql`update storage.buckets set allowed_mime_types = null`)
      await nothing(who(), (sql) => sql`delete from storage.buckets`)
      expect(await database.admin`select * from storage.buckets order by id`).toEqual(before)
    })

    test("their owner sees, replaces and removes them", async () => {
      for (const [, name] of own) {
        await database.as(hong, async (sql) => {
          expect(await sql`select from storage.objects where name = ${name()}`).toHaveLength(1)
          expect((await sql`update storage.objects set metadata = '{}' where name = ${name()}`).count).toBe(1)
          expect((await sql`delete from storage.objects where name = ${name()}`).count).toBe(1)
        })
      }
    })
  })
})

type Fields = Record<string, string | number | boolean | null>

async function insertNovel(who: Who, fields: Fields): Promise<string> {
  const novel = { title: "题", content: "只有我", ...fields }
  const [row] = await database.as(who, (sql) => sql`insert into public.novels ${sql(novel)} returning id`)
  return row?.id
}

function writeSections(who: Who, id: string, sections: object) {
  const json = JSON.stringify(sections)
  return database.as(
    who,
    (sql) => sql`update public.novels set sections = ${json}::text::jsonb where id = ${id}`,
  )
}

/** Saves as the server does. */
async function saveNovel(fields: Fields): Promise<string> {
  const novel = { title: "题", content: "只有我", ...fields }
  const [row] = await database.asSecretKey((sql) => sql`insert into public.novels ${sql(novel)} returning id`)
  return row?.id
}

type Change = Parameters<typeof database.as<{ count: number }>>[1]

/** Expects a refusal, or a change that touches no row. */
async function nothing(who: Who, change: Change): Promise<void> {
  const code = await database.as(who, change).then(
    ({ count }) => (count === 0 ? FORBIDDEN : `${count} rows`),
    (error) => error.code,
  )
  expect(code).toBe(FORBIDDEN)
}

function upload(sql: Parameters<Change>[0], bucket: string, name: string) {
  return sql`insert into storage.objects (bucket_id, name) values (${bucket}, ${name})`
}

function allNovels() {
  return database.admin`select * from public.novels order by id`
}

function allProfiles() {
  return database.admin`select * from public.profiles order by id`
}
