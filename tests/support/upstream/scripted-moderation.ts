import type { IncomingMessage, ServerResponse } from "node:http"

/** Harmless words that stand for what a classifier would find. */
export const MARKS = { minors: "红灯", sexual: "黄灯", graphic: "白灯" } as const

/** How it answers; "held" waits until it is released. */
export type ModerationManner = "well" | "held" | "hangs" | "fails" | "busy" | "garbage" | "too-few" | "drops"

/** OpenAI's moderations endpoint, driven by marks in the text, and all its ways to fail. */
export class ScriptedModeration {
  manner: ModerationManner = "well"
  /** How many calls are answered well before that. */
  wellBefore = 0
  /** The texts of every call. */
  calls: string[][] = []
  /** The highest number of calls at once. */
  mostAtOnce = 0
  #atOnce = 0
  #held: (() => void)[] = []

  /** Answers the held calls and every later one. */
  release(): void {
    this.manner = "well"
    this.wellBefore = 0
    for (const answer of this.#held.splice(0)) answer()
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { input } = JSON.parse(Buffer.concat(parts).toString("utf8")) as { input: string[] }
    this.calls.push(input)
    this.#atOnce += 1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce)
    response.on("close", () => {
      this.#atOnce -= 1
    })

    const manner = this.calls.length <= this.wellBefore ? "well" : this.manner
    if (manner === "held") await new Promise<void>((resolve) => this.#held.push(resolve))
    if (manner === "hangs") return
    if (manner === "drops") response.destroy()
    else if (manner === "fails") send(response, 500, { error: { message: "trouble" } })
    else if (manner === "busy") {
      response.setHeader("retry-after", "3600")
      send(response, 429, { error: { message: "busy" } })
    } else if (manner === "garbage") send(response, 200, { results: input.map(() => ({ flagged: "no" })) })
    else {
      const results = input.map(judge)
      send(response, 200, { results: manner === "too-few" ? results.slice(1) : results })
    }
  }
}

const SURE = 0.92
const CALM = 0.01

function judge(text: string) {
  const score = (mark: string) => (text.includes(mark) ? SURE : CALM)
  const isAboutMinors = text.includes(MARKS.minors)
  return {
    flagged: isAboutMinors,
    categories: { sexual: false, "sexual/minors": isAboutMinors, "violence/graphic": false },
    category_scores: {
      sexual: score(MARKS.sexual),
      "sexual/minors": score(MARKS.minors),
      "violence/graphic": score(MARKS.graphic),
    },
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}
