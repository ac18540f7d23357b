import type { Reply } from "../../tests/support/upstream/scenarios.ts"
import { Author } from "./author.ts"
import type { Stage } from "./stage.ts"
import {
  BINNED,
  CHANGES,
  MEMORY,
  NEXT_PARTS,
  NEXT_PLAN,
  OTHER_STORIES,
  PARTS,
  PLAN,
  PROMPT,
  SECTIONS,
  SHELF,
  TITLE,
} from "./station.prose.ts"

const IS_WRITTEN = "继续生成"
const PEOPLE = ["reader", "beginner", "unlucky", "returning", "resuming", "author"] as const

export type Person = (typeof PEOPLE)[number]
export type Made = Awaited<ReturnType<typeof makeTexts>>

/** Writes and saves what the pictures show. What grows is begun last, because it goes on growing. */
export async function makeTexts({ origin, play }: Stage) {
  const people = {} as Record<Person, Author>
  for (const person of PEOPLE) people[person] = await Author.at(origin)
  const { beginner, unlucky, returning, resuming, author } = people
  const story = PARTS.map((text) => ({ text }))
  const [first = "", second = ""] = PARTS
  const [next = "", afterNext = ""] = NEXT_PARTS

  for (const opening of OTHER_STORIES) {
    play(PLAN, [{ text: opening }, ...story.slice(1)])
    await returning.generateUntil(IS_WRITTEN, { prompt: opening.slice(0, 20) })
  }
  play(PLAN, story)
  const unsaved = await returning.generateUntil(IS_WRITTEN, { prompt: PROMPT })
  const nextParts = [{ text: next }, waiting(afterNext, "候车室里静了一阵")]
  play(NEXT_PLAN, nextParts)
  const stopped = await returning.generateUntil(ending(next), { prompt: PROMPT, continues: unsaved })
  await returning.post(`/generations/${stopped}/stop`, {})
  play(PLAN, [{ status: 401 }])
  const failed = await unlucky.generateUntil("再试一次", { prompt: PROMPT })

  await author.register()
  await author.post("/profile", { intent: "save", username: "墨色书生", avatar_url: "" })
  const finished = await writeAsAuthor()
  const kept = await writeAsAuthor()
  const outline = await author.generateUntil("照这个提纲写", { prompt: PROMPT, outline_first: "on" })
  await author.post("/my-novels", { intent: "bin", id: await author.save(BINNED) })
  const shelf: string[] = []
  for (const novel of SHELF) shelf.push(await author.save(novel))
  const adult = shelf[SHELF.findIndex(({ level }) => level >= 4)]
  const novel = await author.save({ title: TITLE, generation: kept, isPublic: true })
  const text = CHANGES.reduce((text, [was, is]) => text.replace(was, is), PARTS.join("\n\n"))
  await author.post(`/novels/${novel}/edit`, { intent: "save", text })
  for (const { title, start } of SECTIONS)
    await author.post(`/novels/${novel}`, { intent: "add-section", text: title, start })
  const version = /\/versions\/[\w-]+/.exec(await author.read(`/novels/${novel}`))?.[0] ?? ""

  play(PLAN, [{ text: first }, waiting(second, "纸上是这座站台")])
  const writing = await beginner.generateUntil(beginning(second), { prompt: PROMPT })
  play(PLAN, story)
  const before = await resuming.generateUntil(IS_WRITTEN, { prompt: PROMPT })
  play(NEXT_PLAN, nextParts)
  const fields = { prompt: PROMPT, continues: before }
  const continuing = await resuming.generateUntil(beginning(afterNext), fields)
  return { people, failed, unsaved, finished, outline, adult, novel, version, continuing, writing }

  /** The story, with what its author has noted of it. */
  async function writeAsAuthor(): Promise<string> {
    play(PLAN, story)
    const id = await author.generateUntil(IS_WRITTEN, { prompt: PROMPT })
    for (const entry of MEMORY) {
      const key = crypto.randomUUID()
      await author.post(`/generations/${id}/memory`, { intent: "add", id: key, is_authors: "on", ...entry })
    }
    return id
  }
}

/**
 * A text that hardly grows once it has come to these words, so that all its pictures show the same. They must be told
 * by nobody: what somebody says is shown when it is over.
 */
function waiting(text: string, at: string): Reply {
  return { text, slowsAfter: text.indexOf(at), charactersPerSecond: 0.25, charactersPerFrame: 1 }
}

/** Words of a text, as a page shows them. */
function beginning(text: string): string {
  return text.slice(0, 10)
}

function ending(text: string): string {
  return text.slice(-10)
}
