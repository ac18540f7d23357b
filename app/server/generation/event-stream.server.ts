import type { Writable } from "node:stream"
import { formatCursor } from "#app/domain/generation.ts"
import type { GenerationFrame } from "#app/domain/generation-frame.ts"
import type { ResponseFeed } from "#app/server/http/response-feed.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import type { GenerationFeed } from "./generations.server.ts"

const RETRY_MS = 1_500

/** Forbids proxies and browsers to buffer, change, cache or index a live stream. */
export const LIVE_HEADERS = {
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
}

/** The whole body for a generation that does not exist, because an `EventSource` cannot read a status. */
export const GONE_EVENT = `event: ${"gone" satisfies GenerationFrame["type"]}\ndata: {}\n\n`

/** How a reader's frames are written: what stands before them, each of them, and what stands behind the last one. */
export interface FrameWriting {
  begin(): string
  write(frame: GenerationFrame): string
  end(): string
}

/**
 * Every so many texts one is a frame even for who takes bare ones: a browser that resumes by itself, from the last id,
 * reads little twice.
 */
const BARE_IN_A_ROW = 50

/** What was encoded last: readers who are as far have the same frame, one after the other. */
let latest: { frame: GenerationFrame; epoch: number; event?: string; bare?: string } | null = null

/**
 * Writes frames as server-sent events. A text event's id is the cursor after it, for `Last-Event-ID`. `takesBare`:
 * whether the reader knows the place of a text that does not tell it, which saves four of five bytes around a text.
 */
export function feedOfEvents(followed: GenerationFeed, { takesBare = false } = {}): ResponseFeed {
  const { reader } = followed
  let bareLeft = 0
  let placedIn = 0
  return feedOfFrames(followed, {
    begin: () => `retry: ${RETRY_MS}\n\n`,
    write(frame) {
      const { epoch } = reader
      if (latest?.frame !== frame || latest.epoch !== epoch) latest = { frame, epoch }
      // What comes after a withdrawal, or from another process, tells its place and gets an id.
      if (frame.type === "reset" || epoch !== placedIn) bareLeft = 0
      if (frame.type === "text") {
        if (bareLeft > 0 && isPlain(frame.text)) {
          bareLeft -= 1
          latest.bare ??= bareEventOf(frame.text)
          return latest.bare
        }
        bareLeft = takesBare ? BARE_IN_A_ROW : 0
        placedIn = epoch
      }
      latest.event ??= eventOf(frame, epoch)
      return latest.event
    },
    end: () => "",
  })
}

/** Writes a generation's frames to a response as fast as its reader takes them. */
export function feedOfFrames(followed: GenerationFeed, writing: FrameWriting): ResponseFeed {
  return { writeTo: (response) => new Feeding(followed, writing, response).begin() }
}

/** Writes only while the response takes more, so that a stalled reader costs no memory. */
class Feeding {
  readonly #followed: GenerationFeed
  readonly #writing: FrameWriting
  readonly #response: Writable
  #isFull = false
  #leave: (() => void) | null = null

  constructor(followed: GenerationFeed, writing: FrameWriting, response: Writable) {
    this.#followed = followed
    this.#writing = writing
    this.#response = response
  }

  begin(): void {
    this.#response.on("drain", () => {
      this.#isFull = false
      this.#tell()
    })
    this.#response.once("close", () => this.#stop())
    this.#response.once("error", () => this.#stop())
    this.#leave = this.#followed.join(() => this.#tell())
    // Whoever left while the answer was prepared does not leave again.
    if (this.#response.destroyed) this.#stop()
    this.#tell(() => this.#writing.begin())
  }

  #tell(first = () => ""): void {
    if (this.#leave === null || this.#isFull) return
    try {
      this.#write(first())
    } catch (error) {
      log("error", "a stream ended early", { error: describeError(error) })
      // Not destroyed: the reader gets what was written, and reconnects.
      this.#stop()
      this.#response.end()
    }
  }

  #write(first: string): void {
    const { reader } = this.#followed
    let piece = first
    for (let frame = reader.next(); frame; frame = reader.next()) piece += this.#writing.write(frame)
    if (reader.isOver) {
      this.#stop()
      this.#response.end(piece + this.#writing.end())
    } else if (piece !== "") this.#isFull = !this.#response.write(piece)
  }

  #stop(): void {
    this.#leave?.()
    this.#leave = null
  }
}

function eventOf({ type, ...data }: GenerationFrame, epoch: number): string {
  const offset = "text" in data ? data.at + data.text.length : null
  const id = offset === null ? "" : `id: ${formatCursor({ epoch, offset })}\n`
  return `${id}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Whether a text comes out of an event as it went in: as UTF-8, with line feeds as its only line ends. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/[\r\0]/.test(text)
}

function bareEventOf(text: string): string {
  // A browser takes one space off the beginning of each line.
  const lines = text.split("\n").map((line) => `data:${line.startsWith(" ") ? " " : ""}${line}\n`)
  return `${lines.join("")}\n`
}
