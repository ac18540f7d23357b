import { readdirSync, readFileSync } from "node:fs"
import { z } from "zod"
import { storyFileSchema, templateOf } from "../../app/server/writing/demo/story-file.server.ts"

const EXAMPLES = "app/server/writing/demo/people/examples"
const STORIES = "app/server/writing/demo/stories"
/** The other stories stay unseen, so that the tests can tell how it reads prose. */
const STORIES_READ = ["family", "history", "mystery", "romance", "scifi", "wuxia"]
/** Of the sentences in them, every second one. */
const SENTENCES_EVERY = 2
const CHOICE = /\{(?<first>[^{}:|]*)\|[^{}:]*\}/gu
/** People whom these stories name in so many words. */
const NAMED_IN_STORIES = /阿葵|菜叔|方子归|某某/u
const KINDS = "app/server/writing/demo/kinds/prompts"

/** A prompt and whom it names; two examples with one `source` say the same in other names. */
export interface Example {
  source: number
  text: string
  hero: string | null
  /** Where the names stand. */
  names: { at: number; end: number }[]
}

const annotated = z.array(
  z.strictObject({
    prompt: z.string(),
    hero: z.string().nullable(),
    others: z.array(z.string()),
    /** Readers disagree whether this is a name. */
    doubt: z.boolean().optional(),
  }),
)

/** The prompts that were written for names, and those for kinds, most of which name nobody. */
export function readExamples(): Example[] {
  const all = ["written", "requests", "kinds"].flatMap((file) =>
    annotated.parse(JSON.parse(readFileSync(`${EXAMPLES}/${file}.json`, "utf8"))),
  )
  const named = new Set(all.map(({ prompt }) => prompt))
  const nobody = [
    ...z.array(z.string()).parse(JSON.parse(readFileSync(`${EXAMPLES}/nobody.json`, "utf8"))),
    ...readdirSync(KINDS).flatMap((file) =>
      z
        .object({ prompts: z.array(z.string()) })
        .parse(JSON.parse(readFileSync(`${KINDS}/${file}`, "utf8")))
        .prompts.filter((prompt) => !named.has(prompt)),
    ),
  ]
  nobody.push(...storySentences())
  return [
    ...all
      .filter(({ doubt }) => !doubt)
      .map(({ prompt, hero, others }) => ({
        text: prompt,
        hero,
        names: placesOf(prompt, hero ? [hero, ...others] : others),
      })),
    ...nobody.map((text) => ({ text, hero: null, names: [] })),
  ].map((example, source) => ({ ...example, source }))
}

/** Sentences that put nobody in. */
function storySentences(): string[] {
  return STORIES_READ.flatMap((name) => {
    const { parts } = storyFileSchema.parse(JSON.parse(readFileSync(`${STORIES}/${name}.json`, "utf8")))
    const paragraphs = parts.flatMap(({ scenes }) => scenes.flatMap(({ text }) => text.map(templateOf)))
    return paragraphs.flatMap((text) => text.replaceAll(CHOICE, "$<first>").split(/(?<=[。！？])/u))
  })
    .filter((sentence) => sentence.length > 5 && !/[{}]/u.test(sentence) && !NAMED_IN_STORIES.test(sentence))
    .filter((_, at) => at % SENTENCES_EVERY === 0)
}

/** Where names stand in a text; one of a single character also stands in words, so only its first place counts. */
function placesOf(text: string, names: readonly string[]): { at: number; end: number }[] {
  const places: { at: number; end: number }[] = []
  for (const name of names.toSorted((one, other) => other.length - one.length)) {
    let at = text.indexOf(name)
    for (let found = 0; at >= 0 && (name.length > 1 || found === 0); at = text.indexOf(name, at + 1)) {
      const end = at + name.length
      if (places.some((other) => at < other.end && other.at < end)) continue
      places.push({ at, end })
      found++
    }
  }
  return places.sort((one, other) => one.at - other.at)
}
