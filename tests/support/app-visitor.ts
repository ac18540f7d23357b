import { PassThrough } from "node:stream"
import { createRequestHandler } from "react-router"
import type * as Entry from "../../server/app.ts"

const ORIGIN = "http://localhost:3000"

const buildPath = new URL("../../build/server/index.js", import.meta.url).href
const { build, contextFor, feedOf }: typeof Entry = await import(/* @vite-ignore */ buildPath)
const handle = createRequestHandler(build, "production")

/** A browser's cookies in front of the built app. */
export class AppVisitor {
  cookies = new Map<string, string>()
  #address: string | null

  /** Without an address, no limit per address applies. */
  constructor(address: string | null = null) {
    this.#address = address
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(new URL(path, ORIGIN), { redirect: "manual", ...init })
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    if (cookies) request.headers.set("Cookie", cookies)
    const context = contextFor(this.#address)
    const response = withFeed(await handle(request, context), request, context)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** Another browser with the same cookies. */
  copy(): AppVisitor {
    const copy = new AppVisitor(this.#address)
    copy.cookies = new Map(this.cookies)
    return copy
  }

  /** Acts as if the session had expired. */
  forgetSession(): void {
    for (const name of [...this.cookies.keys()]) if (name.includes("luobi-session")) this.cookies.delete(name)
  }

  /** Acts as if the cookie had been deleted, or had never come. */
  forgetCookie(name: string): void {
    this.cookies.delete(name)
  }

  post(path: string, body: BodyInit, headers: HeadersInit = {}): Promise<Response> {
    return this.fetch(path, { method: "POST", body, headers })
  }

  postJson(path: string, value: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.post(path, JSON.stringify(value), { "Content-Type": "application/json", ...headers })
  }
}

/** Lets the route's feed write the body, as the server does. */
function withFeed(
  response: Response,
  { method, signal }: Request,
  context: ReturnType<typeof contextFor>,
): Response {
  const feed = feedOf(context, { method, status: response.status })
  if (!feed) return response
  const line = new PassThrough()
  signal.addEventListener("abort", () => line.destroy())
  feed.writeTo(line)
  // Not `Readable.toWeb`, which goes on writing to a body that its reader has cancelled, and throws.
  const pieces = line[Symbol.asyncIterator]()
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void line.destroy(),
  })
  return new Response(body, response)
}

/** The path of every route of the built app, with the names of its parameters. */
export function routePaths(): string[] {
  return Object.values(build.routes).flatMap((route) => route?.path ?? [])
}

/** A form's fields; a list stands for a field that is sent more than once. */
export function formOf(fields: Record<string, string | string[] | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one)
  }
  return form
}

/** The value of the page's first field of this name; empty if there is none. */
export function valueIn(page: string, name: string): string {
  return new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(page)?.[1] ?? ""
}

/** A page's text with its markup, enough to see what the visitor is told. */
export async function pageOf(response: Response): Promise<string> {
  return (await response.text()).replaceAll("<!-- -->", "")
}
