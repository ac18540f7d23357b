import { randomBytes } from "node:crypto"
import { createClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Database, Json } from "#app/server/supabase/database.types.ts"
import { type EmbeddedBackend, startEmbeddedBackend } from "../../support/backend/embedded-backend.ts"

const STATELESS = { auth: { persistSession: false, autoRefreshToken: false } }
const OWNER = "owner"
const LEASE = 60

let backend: EmbeddedBackend
let admin: ReturnType<typeof createClient<Database>>

beforeAll(async () => {
  backend = await startEmbeddedBackend()
  admin = createClient<Database>(backend.url, backend.secretKey, STATELESS)
})

afterAll(() => backend?.stop())

describe("create_generation", () => {
  test("creates a row, and the same form of the same owner joins it", async () => {
    const key = newId()
    const first = await create({ key })
    const second = await create({ key, worker: "another" })
    expect(first).toMatchObject({ epoch: 1, worker: "w", fresh: true })
    expect(second).toEqual({ ...first, fresh: false })
    expect(await create({ key, owner: "stranger" })).toMatchObject({ fresh: true })
  })

  test("twenty calls at once create one row", async () => {
    const key = newId()
    const all = await Promise.all(Array.from({ length: 20 }, () => create({ key })))
    expect(all.filter((row) => row.fresh)).toHaveLength(1)
    expect(new Set(all.map((row) => row.n)).size).toBe(1)
  })

  test("returns nothing while all places are taken, until a generation ends or its lease lapses", async () => {
    const [one, many] = [place(1), place(9)]
    const [first] = await createAt([many, one])
    expect(await createAt([one, many])).toEqual([])
    expect(await createAt([many])).toHaveLength(1)
    await store([{ n: first?.n ?? 0, epoch: 1, status: "stopped" }])
    expect(await createAt([one], { p_lease_seconds: 0 })).toHaveLength(1)
    expect(await createAt([one])).toHaveLength(1)
    expect(await createAt([one])).toEqual([])
  })

  test("joining needs no place", async () => {
    const [one, key] = [place(1), newId()]
    const [first] = await createAt([one], { p_key: key })
    expect(await createAt([one], { p_key: key })).toEqual([{ ...first, fresh: false }])
    const [last, pressed] = [place(1), newId()]
    const twice = await Promise.all([1, 2, 3].map(() => createAt([last], { p_key: pressed })))
    expect(new Set(twice.map(([row]) => row?.n)).size).toBe(1)
    expect(twice.flat()).toHaveLength(3)
  })

  test("many calls at once take no more places than there are", async () => {
    const three = place(3)
    const all = await Promise.all(Array.from({ length: 12 }, () => createAt([three])))
    expect(all.flat()).toHaveLength(3)
  })

  test.each([
    ["no list", { key: "k" }],
    ["no key", [{ count: 1 }]],
    ["no count", [{ key: "A".repeat(43) }]],
    ["an invalid key", [{ key: "short", count: 1 }]],
    ["more places than a generation takes", Array.from({ length: 11 }, () => place(1))],
  ])("refuses %s as places with a 400", async (_, p_places) => {
    const { error } = await admin.rpc("create_generation", { ...creation(), p_places })
    expect(error?.code).toBe("PT400")
  })

  test("refuses invalid arguments with a 400", async () => {
    const { status, error } = await admin.rpc("create_generation", { ...creation(), p_id: "short" })
    expect(status).toBe(400)
    expect(error?.code).toBe("PT400")
  })
})

describe("store_generations", () => {
  test("appends text, and a repeated batch changes nothing", async () => {
    const { id, n } = await create()
    await store([{ n, epoch: 1, from: 0, text: "起笔，" }])
    const batch = [{ n, epoch: 1, from: 3, text: "𠮷祥", plan: [{ summary: "s", characters: 9 }], beat: 0 }]
    const held = { n, epoch: 1, cancelled: false, idle_seconds: expect.any(Number), edits: null }
    expect(await store(batch)).toEqual([held])
    await store(batch)
    expect(await get(id)).toMatchObject({
      text: "起笔，𠮷祥",
      status: "running",
      plan: [{ summary: "s", characters: 9 }],
      beat: 0,
      request: { prompt: "写" },
      lapsed: false,
      cancelled: false,
      failure: null,
    })
  })

  test("replaces the text from an earlier offset on", async () => {
    const { id, n } = await create()
    for (const [from, text] of [
      [0, "一二"],
      [2, "三四"],
      [4, "五六"],
    ] as const) {
      await store([{ n, epoch: 1, from, text }])
    }
    await store([{ n, epoch: 1, from: 2, text: "重写" }])
    expect((await get(id))?.text).toBe("一二重写")
    await store([{ n, epoch: 1, from: 0, text: "" }])
    expect((await get(id))?.text).toBe("")
  })

  test("keeps the plan, beat and text that a batch leaves out", async () => {
    const { id, n } = await create()
    await store([{ n, epoch: 1, from: 0, text: "字", plan: [1], beat: 2, stats: { tokens: 1 } }])
    await store([{ n, epoch: 1 }])
    await store([{ n, epoch: 1, plan: null, text: null }])
    expect(await get(id)).toMatchObject({ text: "字", plan: [1], beat: 2 })
  })

  test("stores all generations of a process in one call", async () => {
    const rows = await Promise.all(Array.from({ length: 40 }, () => create()))
    const held = await store(rows.map(({ n }) => ({ n, epoch: 1, from: 0, text: `文${n}`, read: true })))
    expect(held.map((row) => row.n).sort()).toEqual(rows.map((row) => row.n).sort())
    for (const { id, n } of rows) expect((await get(id))?.text).toBe(`文${n}`)
  })

  test.each([
    ["another epoch", { epoch: 2 }, "w"],
    ["another worker", { epoch: 1 }, "other"],
  ])("%s is fenced: it stores nothing and gets no answer", async (_, change, worker) => {
    const { id, n } = await create()
    await store([{ n, epoch: 1, from: 0, text: "真" }])
    expect(await store([{ n, ...change, from: 0, text: "假", status: "done" }], { worker })).toEqual([])
    expect(await get(id)).toMatchObject({ text: "真", status: "running" })
  })

  test.each(["done", "stopped", "failed"])(
    "%s joins the text into one piece and drops the log",
    async (status) => {
      const { id, n } = await create()
      await store([{ n, epoch: 1, from: 0, text: "一" }])
      await store([
        { n, epoch: 1, from: 1, text: "二", status, failure: status === "failed" ? "busy" : null },
      ])
      expect(await get(id)).toMatchObject({
        text: "一二",
        status,
        worker: null,
        failure: status === "failed" ? "busy" : null,
      })
      const { data: row } = await admin.from("generations").select("body, ended_at").eq("n", n).single()
      expect(row).toEqual({ body: "一二", ended_at: expect.any(String) })
      const { data: chunks } = await admin.from("generation_chunks").select().eq("n", n)
      expect(chunks).toEqual([])
      expect(await store([{ n, epoch: 1, from: 0, text: "迟" }])).toEqual([])
    },
  )

  test("tells how long no reader has been there", async () => {
    const { n } = await create()
    await admin
      .from("generations")
      .update({ last_read_at: ago(90) })
      .eq("n", n)
    expect((await store([{ n, epoch: 1 }]))[0]?.idle_seconds).toBeGreaterThan(89)
    expect((await store([{ n, epoch: 1, read: true }]))[0]?.idle_seconds).toBe(0)
  })

  test.each([
    ["no array", {}],
    [
      "one row twice",
      [
        { n: 1, epoch: 1 },
        { n: 1, epoch: 1 },
      ],
    ],
    ["a row without n", [{ epoch: 1 }]],
    ["a negative offset", [{ n: 1, epoch: 1, from: -1, text: "x" }]],
    ["an unknown status", [{ n: 1, epoch: 1, status: "gone" }]],
  ])("refuses %s", async (_, batch) => {
    const refused = await admin.rpc("store_generations", {
      p_worker: "w",
      p_lease_seconds: LEASE,
      p_batch: batch,
    })
    expect(refused.error?.code).toBe("PT400")
  })

  test("refuses more rows than the API would return", async () => {
    const batch = Array.from({ length: 1_001 }, (_, index) => ({ n: index + 1_000_000, epoch: 1 }))
    const refused = await admin.rpc("store_generations", {
      p_worker: "w",
      p_lease_seconds: LEASE,
      p_batch: batch,
    })
    expect(refused.error?.code).toBe("PT413")
  })
})

describe("claim_generation", () => {
  test("resumes a paused generation without counting a takeover", async () => {
    const { id, n } = await create()
    await store([{ n, epoch: 1, from: 0, text: "停在这里", plan: [1], status: "paused" }])
    expect(await get(id)).toMatchObject({ status: "paused", text: "停在这里", worker: null })
    const known = { n, epoch: 2, request: { prompt: "写" }, plan: [1], memory: null, edits: {} }
    expect(await claim(id)).toEqual([{ ...known, text: "停在这里", cuts: [] }])
    expect(await takeoversOf(n)).toBe(0)
    expect(await store([{ n, epoch: 1, from: 0, text: "旧" }])).toEqual([])
    await store([{ n, epoch: 2, from: 4, text: "，再写" }], { worker: "w2" })
    expect(await get(id)).toMatchObject({ status: "running", epoch: 2, text: "停在这里，再写" })
  })

  test("takes a running generation only after its lease lapses, and grants it to one of many claimants", async () => {
    const { id, n } = await create()
    await store([{ n, epoch: 1, from: 0, text: "半句" }])
    expect(await claim(id)).toEqual([])
    await store([{ n, epoch: 1 }], { lease: 0 })
    expect(await get(id)).toMatchObject({ lapsed: true, status: "running" })
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(id)))
    expect(claims.flat()).toEqual([expect.objectContaining({ epoch: 2, text: "半句" })])
    expect(await takeoversOf(n)).toBe(1)
  })

  test("ends a generation as failed after three takeovers, and keeps its text", async () => {
    const { id, n } = await create()
    await store([{ n, epoch: 1, from: 0, text: "三度" }], { lease: 0 })
    for (const epoch of [2, 3, 4]) expect(await claim(id, { lease: 0 })).toMatchObject([{ epoch }])
    expect(await claim(id)).toEqual([])
    expect(await get(id)).toMatchObject({ status: "failed", failure: "internal", text: "三度" })
  })

  test("ends a generation whose process was lost after a stop was requested", async () => {
    const { id, n } = await create()
    await admin.rpc("stop_generation", { p_id: id, p_owner: OWNER })
    await store([{ n, epoch: 1, from: 0, text: "停" }], { lease: 0 })
    expect(await claim(id)).toEqual([])
    expect(await get(id)).toMatchObject({ status: "stopped", text: "停" })
  })

  test("takes nothing that has ended or does not exist", async () => {
    const { id, n } = await create()
    await store([{ n, epoch: 1, status: "done" }])
    expect(await claim(id)).toEqual([])
    expect(await claim(newId())).toEqual([])
  })
})

describe("stop_generation", () => {
  test("requests a stop of a running generation", async () => {
    const { id, n } = await create()
    expect(await stop(id)).toBe("running")
    expect(await store([{ n, epoch: 1 }])).toMatchObject([{ cancelled: true }])
  })

  test("ends a paused generation at once and keeps its text", async () => {
    const { id, n } = await create()
    await store([{ n, epoch: 1, from: 0, text: "留下", status: "paused" }])
    expect(await stop(id)).toBe("stopped")
    expect(await get(id)).toMatchObject({ status: "stopped", text: "留下" })
    expect(await stop(id)).toBe("stopped")
  })

  test("leaves a lapsed generation to its process, which may only be disconnected and still hold text", async () => {
    const { id, n } = await create()
    await store([{ n, epoch: 1, from: 0, text: "存了" }], { lease: 0 })
    expect(await stop(id)).toBe("running")
    expect(await store([{ n, epoch: 1, from: 2, text: "，留着" }])).toMatchObject([{ cancelled: true }])
    expect(await get(id)).toMatchObject({ status: "running", text: "存了，留着" })
  })

  test.each(["paused", "outlined"])(
    "ends a running generation that its process stores as %s, for no process would take it",
    async (status) => {
      const { id, n } = await create()
      await stop(id)
      const stored = await store([{ n, epoch: 1, from: 0, text: "停在这里", status }])
      expect(stored).toMatchObject([{ cancelled: true }])
      expect(await get(id)).toMatchObject({ status: "stopped", text: "停在这里", worker: null })
    },
  )

  test("does nothing for another owner", async () => {
    const { id, n } = await create()
    expect(await stop(id, "stranger")).toBeNull()
    expect(await stop(newId())).toBeNull()
    expect(await store([{ n, epoch: 1 }])).toMatchObject([{ cancelled: false }])
  })
})

describe("carry_generations", () => {
  test("moves everything of one owner to another, also what both have sent, and nothing of anyone else", async () => {
    const [from, to, other, key] = [newId(), newId(), newId(), newId()]
    const made = [
      await create({ key, owner: from }),
      await create({ key: newId(), owner: from }),
      await create({ key, owner: to }),
      await create({ key, owner: other }),
    ]
    await admin.rpc("carry_generations", { p_from: from, p_to: to }).throwOnError()
    const owners = await Promise.all(made.map(async (row) => (await get(row?.id ?? ""))?.owner))
    expect(owners).toEqual([to, to, to, other])
    expect(await create({ key, owner: from })).toMatchObject({ fresh: true })
  })

  test("refuses invalid arguments with a 400", async () => {
    for (const [p_from, p_to] of [
      ["", "o"],
      ["o", ""],
      ["o", "o"],
    ] as const) {
      expect((await admin.rpc("carry_generations", { p_from, p_to })).error?.code).toBe("PT400")
    }
  })
})

test("delete_expired_generations deletes what is older than a day, with its log", async () => {
  const old = await create()
  const young = await create()
  await store([old, young].map(({ n }) => ({ n, epoch: 1, from: 0, text: "字" })))
  const begun = { created_at: ago(25 * 60 * 60) }
  await admin.from("generations").update(begun).eq("n", old.n)
  expect((await admin.rpc("delete_expired_generations")).data).toBe(0)
  // Nobody writes it any more.
  await admin
    .from("generations")
    .update({ lease_until: ago(1) })
    .eq("n", old.n)
  expect((await admin.rpc("delete_expired_generations")).data).toBe(1)
  expect(await get(old.id)).toBeUndefined()
  expect((await admin.from("generation_chunks").select().eq("n", old.n)).data).toEqual([])
  expect(await get(young.id)).toMatchObject({ text: "字" })
})

function newId(): string {
  return randomBytes(16).toString("base64url")
}

function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1_000).toISOString()
}

function creation(options: { key?: string; owner?: string; worker?: string } = {}) {
  return {
    p_id: newId(),
    p_owner: options.owner ?? OWNER,
    p_key: options.key ?? newId(),
    p_request: { prompt: "写" },
    p_worker: options.worker ?? "w",
    p_lease_seconds: LEASE,
  }
}

async function create(options?: Parameters<typeof creation>[0]) {
  const { data } = await admin.rpc("create_generation", creation(options)).throwOnError()
  const [row] = data
  if (!row) throw new Error("create_generation answered nothing")
  return row
}

function place(count: number) {
  return { key: randomBytes(32).toString("base64url"), count }
}

async function createAt(p_places: ReturnType<typeof place>[], options: object = {}) {
  const parameters = { ...creation(), ...options, p_places }
  return (await admin.rpc("create_generation", parameters).throwOnError()).data
}

async function get(id: string) {
  const { data } = await admin.rpc("get_generation", { p_id: id }).throwOnError()
  return data[0]
}

async function store(batch: Json[], { worker = "w", lease = LEASE } = {}) {
  const parameters = { p_worker: worker, p_lease_seconds: lease, p_batch: batch }
  return (await admin.rpc("store_generations", parameters).throwOnError()).data
}

async function claim(id: string, { worker = "w2", lease = LEASE } = {}) {
  const parameters = { p_id: id, p_worker: worker, p_lease_seconds: lease }
  return (await admin.rpc("claim_generation", parameters).throwOnError()).data
}

async function stop(id: string, owner = OWNER) {
  return (await admin.rpc("stop_generation", { p_id: id, p_owner: owner }).throwOnError()).data
}

async function takeoversOf(n: number) {
  const { data } = await admin.from("generations").select("takeovers").eq("n", n).single().throwOnError()
  return data.takeovers
}
