import { beforeAll, expect, test } from "vitest"
import { AppVisitor, formOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

/** A harmless summary whose words make it adult. */
const ADULT_BY_ITS_WORDS = "梗概：这一篇含有色情、情色与床戏。"
const TAME = "雨停的时候，修表匠听见怀表里有人说话。"
const GATE = "请确认你已年满 18 岁"

let author: AppVisitor

beforeAll(async () => {
  author = new AppVisitor()
  const answer = await author.post(
    "/login",
    formOf({ intent: "register", email: newEmail(), password: PASSWORD }),
  )
  expect(answer.status).toBe(303)
})

test("a text with adult words stands behind the age gate even when its form says level 1", async () => {
  expect(await shownTo(await savePublic({ content: ADULT_BY_ITS_WORDS, content_level: "1" }))).toContain(GATE)
  expect(await shownTo(await savePublic({ content: TAME, content_level: "1" }))).toContain(TAME)
})

test("an edit can raise the level, and no later edit lowers it", async () => {
  const id = await savePublic({ content: TAME, content_level: "1" })
  await author.post(`/novels/${id}/edit`, formOf({ intent: "save", text: ADULT_BY_ITS_WORDS }))
  expect(await shownTo(id)).toContain(GATE)
  await author.post(`/novels/${id}/edit`, formOf({ intent: "save", text: TAME }))
  expect(await shownTo(id)).not.toContain(TAME)
})

test("a continuation at level 1 keeps the level of the text before it", async () => {
  const adult = await generate({ prompt: "灯塔", erotic_level: "4", intent: "confirm-adult" })
  const continued = await generate({ prompt: "接着写", erotic_level: "1", continues: adult })
  const id = await savePublic({ generation: continued })
  const page = await shownTo(id)
  expect(page).toContain(GATE)
})

test("a continuation from the browser's own history keeps its level too", async () => {
  const continued = await generate({
    prompt: "接着写",
    erotic_level: "1",
    existing_text: TAME,
    existing_level: "5",
  })
  expect(await shownTo(await savePublic({ generation: continued }))).toContain(GATE)
})

async function generate(fields: Record<string, string>): Promise<string> {
  const answer = await author.post(
    "/",
    formOf({ intent: "generate", length: "1", key: crypto.randomUUID(), ...fields }),
  )
  expect(answer.status).toBe(303)
  const id = new URL(answer.headers.get("Location") ?? "", "http://localhost").searchParams.get("generation")
  // The event stream ends when the generation does.
  await (await author.fetch(`/generations/${id}/events`)).text()
  return id ?? ""
}

async function savePublic(fields: Record<string, string>): Promise<string> {
  const answer = await author.post(
    "/save",
    formOf({ title: "一篇", is_public: "on", key: crypto.randomUUID(), ...fields }),
  )
  return /\/shared\/([0-9a-f-]{36})/.exec(await answer.text())?.[1] ?? ""
}

/** What a visitor who has not confirmed their age is shown. */
async function shownTo(id: string): Promise<string> {
  return (await new AppVisitor().fetch(`/shared/${id}`)).text()
}
