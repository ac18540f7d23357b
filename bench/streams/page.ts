import { randomUUID } from "node:crypto"
import { atMost } from "../figures.ts"
import type { Measurable } from "./processes.ts"
import { type Row, round } from "./report.ts"
import { type Setting, STORY } from "./setting.ts"
import { faultsIn, median, now, placesIn } from "./text.ts"
import { Visitor } from "./visitor.ts"

/** Row 17: the page that grows without script. */
export async function measurePage({ upstream }: Setting, app: Measurable): Promise<Row[]> {
  const waits: number[] = []
  let complete = 0
  const count = 5
  for (let at = 0; at < count; at++) {
    const story = STORY.page + at
    const visitor = await new Visitor().arrive(app.port)
    const { id } = await visitor.submit(app.port, story, randomUUID())
    const { html, firstAt } = await readPage(visitor, app.port, id)
    waits.push(firstAt - (upstream.callsOf(story, "beat")[0]?.firstSentAt ?? Number.NaN))
    const text = visibleText(html)
    const stored = await visitor.download(app.port, id)
    const { lost, doubled } = faultsIn(text)
    if (lost + doubled === 0 && text === stored && html.trimEnd().endsWith("</html>")) complete += 1
  }
  const isComplete = complete === count
  return [
    {
      row: "17",
      what: "page without script: first token to first visible text, ms (median, most); the whole text visible",
      n: `${count}`,
      ours: `${round(median(waits))}, ${round(Math.max(...waits))}; complete ${complete} of ${count}`,
      relay: "-",
      ratio: "-",
      target: "<= 200 ms; complete",
      reached: isComplete && median(waits) <= 200,
      isBroken: !isComplete,
      figures: { waits, complete },
      numbers: [atMost("page without script: first token to first visible text", median(waits), 200, "ms")],
    },
  ]
}

function readPage(visitor: Visitor, port: number, id: string): Promise<{ html: string; firstAt: number }> {
  return new Promise((resolve, reject) => {
    const sent = visitor.open(port, `/generations/${id}/live`)
    let html = ""
    let firstAt = 0
    sent.on("error", reject)
    sent.on("response", (response) => {
      response.setEncoding("utf8")
      response.on("data", (piece: string) => {
        html += piece
        if (placesIn(piece).length > 0) firstAt ||= now()
      })
      response.on("end", () => resolve({ html, firstAt }))
    })
  })
}

/** What a browser shows of the story, without the hidden paragraphs. */
function visibleText(html: string): string {
  const hidden = new Set(
    [...html.matchAll(/<style>([^{]*)\{display:none\}<\/style>/g)].flatMap(([, ids = ""]) => ids.split(",")),
  )
  return [...html.matchAll(/<p id="(p\d+)"[^>]*>([^<]*)/g)]
    .filter(([, id]) => !hidden.has(`#${id}`))
    .map(([, , text]) => text)
    .join("\n")
}
