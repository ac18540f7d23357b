import { type APIRequestContext, type APIResponse, request } from "playwright"

type Fields = Record<string, string>

interface NewNovel {
  title: string
  text?: string
  level?: number
  isPublic?: boolean
  /** The text's generation, if it has one. */
  generation?: string
}

const LOOK_AGAIN_MS = 300
const PATIENCE_MS = 120_000

/** Somebody in front of the app who works by its forms' own posts. */
export class Author {
  readonly browser: APIRequestContext

  private constructor(browser: APIRequestContext) {
    this.browser = browser
  }

  static async at(origin: string): Promise<Author> {
    return new Author(await request.newContext({ baseURL: origin, extraHTTPHeaders: { Origin: origin } }))
  }

  async post(path: string, form: Fields): Promise<APIResponse> {
    const answer = await this.browser.post(path, { form })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()} to ${JSON.stringify(form)}`)
    return answer
  }

  async read(path: string): Promise<string> {
    return (await this.browser.get(path)).text()
  }

  /** The first letter of the address stands in for a picture. */
  async register(): Promise<void> {
    const email = `mo-${crypto.randomUUID()}@example.com`
    await this.post("/login", { intent: "register", email, password: "correct horse" })
  }

  /** Returns the generation's id. */
  async generate(fields: Fields): Promise<string> {
    const wish = { intent: "generate", key: crypto.randomUUID(), erotic_level: "1", length: "1", ...fields }
    const answer = await this.post("/", wish)
    const id = new URL(answer.url()).searchParams.get("generation")
    if (!id) throw new Error(`nothing was begun: ${answer.url()}`)
    return id
  }

  /** Generates, and waits until the page of the generation holds these words. */
  async generateUntil(words: string, fields: Fields): Promise<string> {
    const id = await this.generate(fields)
    await this.until(`/?generation=${id}`, words)
    return id
  }

  async until(path: string, words: string): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    while (!(await this.read(path)).includes(words)) {
      if (Date.now() > end) throw new Error(`${path} never said ${words}`)
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
  }

  /** Saves a text or a generation as a novel, and returns its id. */
  async save({ title, text = "", level = 1, isPublic = false, generation = "" }: NewNovel): Promise<string> {
    await this.post("/save", {
      key: crypto.randomUUID(),
      generation,
      title,
      content: text,
      content_level: String(level),
      is_public: isPublic ? "on" : "",
    })
    const shelf = await this.read(`/my-novels?${new URLSearchParams({ query: title })}`)
    const id = /\/novels\/([0-9a-f-]{36})/.exec(shelf)?.[1]
    if (!id) throw new Error(`${title} is not on the shelf`)
    return id
  }
}
