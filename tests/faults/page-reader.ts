import type { ClientRequest } from "node:http"
import type { App } from "./cluster.ts"
import { Reader } from "./reader.ts"

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

/**
 * Reads the page that grows, and loads it again when it breaks off or asks for it, as a browser without script
 * does.
 */
export class PageReader extends Reader {
  #html = ""

  protected open(app: App): ClientRequest {
    this.#html = ""
    return this.reading.visitor.open(app, `/generations/${this.reading.id}/live`)
  }

  protected take(piece: string): void {
    this.#html += piece
    this.#look()
  }

  protected closed(): void {
    this.#look()
  }

  #look(): void {
    const page = this.#html.replaceAll("<!-- -->", "")
    const [story = "", tail = ""] = (page.split(/<article[^>]*>/)[1] ?? "").split("</article>")
    const text = visibleParagraphs(story).join("\n")
    if (text !== this.text) {
      this.text = text
      this.gained()
    }
    if (!this.#html.trimEnd().endsWith("</html>") || !tail.includes("#live-controls{display:none}")) return
    this.end = tail.includes("text-danger") ? "failed" : tail.includes("已停止") ? "stopped" : "done"
  }
}

/** The paragraphs of a growing page that a browser shows. */
export function visibleParagraphs(html: string): string[] {
  const hidden = new Set(
    [...html.matchAll(/<style[^>]*>([^{]*)\{display:none\}<\/style>/g)].flatMap(([, ids = ""]) =>
      ids.split(","),
    ),
  )
  // The word that the model thinks stands inside a paragraph, which goes on behind it.
  const story = html.replace(/<style[^>]*>[^<]*<\/style>|<span id="thinking-[^>]*>[^<]*(?:<\/span>|$)/g, "")
  return [...story.matchAll(/<p id="(p\d+)"[^>]*>([^<]*)/g)]
    .filter(([, id]) => !hidden.has(`#${id}`))
    .map(([, , text = ""]) => text.replace(/&(\w+|#39);/g, (entity, name) => ENTITIES[name] ?? entity))
}
