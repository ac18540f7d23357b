import { ok } from "node:assert/strict"
import { visibleParagraphs } from "../../tests/faults/page-reader.ts"

/** Only the end of a novel takes away the button that stops it. */
const HIDES_CONTROLS = "#live-controls{display:none}"

/** What a page without script shows of a novel. */
interface Reading {
  page: string
  text: string
  /** Whether the page has come to its end. */
  isWhole: boolean
}

/** A browser that has cookies and forms, and no script. */
export class PlainVisitor {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async get(path: string): Promise<string> {
    const answer = await this.#fetch(path)
    ok(answer.ok, `${path} is answered with ${answer.status}`)
    return (await answer.text()).replaceAll("<!-- -->", "")
  }

  /** Sends the home page's form, and returns the id of the generation to which it leads. */
  async describe(prompt: string, length: string): Promise<string> {
    const { location } = await this.#send("/", "prompt", { prompt, length })
    return found(/generation=([\w-]{22})/, location)
  }

  /** Reads the page that grows to its end, or until the process leaves it; `grown` hears how long its text is. */
  async read(id: string, grown: (characters: number) => void = () => {}): Promise<Reading> {
    const answer = await this.#fetch(`/generations/${id}/live`)
    ok(answer.body, "the page has no body")
    const decoder = new TextDecoder()
    let page = ""
    for await (const piece of answer.body) {
      page += decoder.decode(piece, { stream: true })
      grown(storyOf(page).length)
    }
    return { page, text: storyOf(page), isWhole: page.includes(HIDES_CONTROLS) }
  }

  /** What is kept of a generation, whoever writes it, with its paragraphs as `read` joins them. */
  async keptText(id: string): Promise<string> {
    const headers = { accept: "application/json" }
    const answer = await this.#fetch(`/generations/${id}/text`, { headers })
    return (await answer.json()).text.replaceAll(/\n+/g, "\n")
  }

  async signUp(email: string, password: string): Promise<void> {
    const { status } = await this.#send("/login?tab=register", "password", { email, password })
    ok(status === 303, `the sign-up is answered with ${status}`)
  }

  /** Saves a generation, and returns the path of its share page. */
  async savePublic(id: string): Promise<string> {
    const { page } = await this.#send(`/save?generation=${id}`, "title", { is_public: "on" })
    return found(/\/shared\/[\w-]{36}/, page)
  }

  /** Fills in the form of this page that has this field, and sends it with what else it holds. */
  async #send(path: string, field: string, fields: Record<string, string>) {
    const forms = (await this.get(path)).match(/<form[\s\S]*?<\/form>/g) ?? []
    const form = forms.find((form) => form.includes(` name="${field}"`))
    ok(form, `${path} has no form with ${field}`)
    const body = new URLSearchParams({ ...fieldsOf(form), ...fields })
    const answer = await this.#fetch(path, { method: "POST", body })
    return {
      status: answer.status,
      location: answer.headers.get("location") ?? "",
      page: await answer.text(),
    }
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set("cookie", Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join("; "))
    const answer = await fetch(new URL(path, this.#origin), { redirect: "manual", ...init, headers })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    return answer
  }
}

/** What a form sends of itself: text, hidden and ticked fields. */
function fieldsOf(form: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1]
    const name = attribute("name")
    const isChoice = /radio|checkbox/.test(attribute("type") ?? "")
    if (name && (!isChoice || / checked/.test(input))) fields[name] = attribute("value") ?? ""
  }
  for (const [, name = "", value = ""] of form.matchAll(/<button[^>]*? name="([^"]*)" value="([^"]*)"/g)) {
    fields[name] ??= value
  }
  return fields
}

function storyOf(page: string): string {
  const [story = ""] = (page.replaceAll("<!-- -->", "").split(/<article[^>]*>/)[1] ?? "").split("</article>")
  return visibleParagraphs(story).join("\n")
}

function found(pattern: RegExp, text: string): string {
  const [whole, part = whole] = pattern.exec(text) ?? []
  ok(part, `${pattern} is not in ${text.slice(0, 200)}`)
  return part
}
