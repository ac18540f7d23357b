import type { ClientRequest } from "node:http"
import type { App } from "./cluster.ts"
import { Reader } from "./reader.ts"

/** Reads server-sent events and resumes where it stopped, as a browser with script does. */
export class EventReader extends Reader {
  #epoch = 0
  #buffer = ""

  override forget(): void {
    this.#epoch = 0
    super.forget()
  }

  protected open(app: App): ClientRequest {
    const path = `/generations/${this.reading.id}/events`
    const cursor = `${this.#epoch}.${this.text.length}`
    const { visitor, dice } = this.reading
    const accept = "text/event-stream"
    // The app's own script asks for bare text, that of an earlier build does not.
    const bare = dice.roll() < 0.5 ? "bare" : ""
    if (this.#epoch === 0) return visitor.open(app, `${path}?${bare}`, { accept })
    // The app's own script reconnects with `from`, the browser's EventSource with Last-Event-ID.
    if (dice.roll() < 0.5) return visitor.open(app, `${path}?from=${cursor}&${bare}`, { accept })
    return visitor.open(app, `${path}?from=0.0&${bare}`, { accept, "Last-Event-ID": cursor })
  }

  protected take(piece: string): void {
    const blocks = (this.#buffer + piece).split("\n\n")
    this.#buffer = blocks.pop() ?? ""
    for (const block of blocks) this.#takeEvent(block)
  }

  protected closed(): void {
    this.#buffer = ""
  }

  #takeEvent(block: string): void {
    const type = /^event: (.*)$/m.exec(block)?.[1]
    if (!type) this.#takeBare(block)
    else this.#takeFrame(type, block)
  }

  #takeFrame(type: string, block: string): void {
    const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "{}")
    this.#epoch = Number.parseInt(/^id: (\d+)/m.exec(block)?.[1] ?? "", 10) || this.#epoch
    if (type === "text") this.#takeText(data)
    else if (type === "reset") this.#withdraw(data.at)
    else if (type === "done" || type === "stopped") this.end = type
    else if (type === "gone") this.end = type
    else if (type === "failed") this.end = `failed: ${data.failure}`
  }

  #takeBare(block: string): void {
    const lines = block.split("\n").filter((line) => line.startsWith("data:"))
    const text = lines.map((line) => line.replace(/^data: ?/, "")).join("\n")
    if (lines.length > 0) this.#takeText({ at: this.text.length, text })
  }

  #takeText({ at, text }: { at: number; text: string }): void {
    if (at > this.text.length) return void this.connection()?.cut() // text is missing: ask again
    this.#withdraw(at)
    this.text += text
    this.gained()
  }

  #withdraw(at: number): void {
    this.withdrawn += Math.max(0, this.text.length - at)
    this.text = this.text.slice(0, at)
  }
}
