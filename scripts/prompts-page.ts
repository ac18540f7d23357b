import { countCharacters } from "#app/domain/count-characters.ts"
import type { Message } from "../bench/memory/conversation.ts"
import { tokensOf } from "../bench/memory/tokens.ts"
import type { Exchange } from "../bench/memory/upstream.ts"

/** The requests of one novel, and the texts in them that the page may shorten. */
export interface Sample {
  title: string
  requests: Pick<Exchange, "ask" | "messages" | "promptTokens" | "cachedTokens">[]
  told: string[]
}

const KINDS: Record<Exchange["ask"]["kind"], string> = {
  plan: "提纲",
  style: "笔法要点",
  notes: "备忘",
  prose: "正文",
}
const ROLES: Record<string, string> = { system: "系统", user: "我们", assistant: "模型" }

/** A passage of a story or a reference that is longer is shortened to about so much of its beginning and its end. */
const PASSAGE_MAX_CHARACTERS = 700
const PASSAGE_KEPT_CHARACTERS = 200

/** Ends a line inside a paragraph of Markdown. */
const LINE_END = "  "

const PREFACE = `# Prompts

[中文](zh/prompts.md)

\`npm run prompts\` writes this page, so run it again after a change of prompts or of the demo, and change nothing by hand. It lets the real writing engine write three novels against a scripted endpoint, for which the demo writes the text. Two runs differ a little, because the first part begins beside the plan and sees as much of it as has come. Below are all requests that the endpoint received, in their order and word for word. Only two things are shortened:

- A message that stands in a request before says only 同请求, "as in request", with its number.
- Of a long text, the middle is left out, and how many characters that are is said.

The prompts are Chinese, because the novels are. What a request asks for (要什么) is 笔法要点, notes on the manner of a reference; 提纲, a plan; 正文, the text of a part; or 备忘, notes for the memory. Messages are by 系统 (system), 我们 (us, the user's role) and 模型 (the model). 词元 are tokens, as estimated: ${tokensOf("字".repeat(100)) / 100} for a Chinese character or mark and 0.3 for another character. 开头相同 is the beginning that a request shares, word for word, with one before it and the answer to that: what an endpoint's cache can save.
`

/** The whole page. */
export function promptsPage(samples: readonly Sample[]): string {
  return [
    PREFACE,
    "<!-- npm run prompts -->\n",
    ...samples.map(sampleText),
    "<!-- end of npm run prompts -->\n",
  ].join("\n")
}

function sampleText({ title, requests, told }: Sample): string {
  const story = new Set(told.flatMap((text) => text.split("\n")).filter((line) => line.trim() !== ""))
  const printed = new Map<string, number>()
  const rows = requests.map(({ ask, messages, promptTokens, cachedTokens }, at) =>
    row([at + 1, KINDS[ask.kind], messages.length, promptTokens, cachedTokens]),
  )
  return [
    `## ${title}`,
    "",
    row(["请求", "要什么", "消息", "词元", "开头相同"]),
    row(["--:", "---", "--:", "--:", "--:"]),
    ...rows,
    "",
    ...requests.flatMap((request, at) => requestText(request, at + 1, { story, printed })),
  ].join("\n")
}

/** `printed`: in which request each message stood first; the request adds its own. */
function requestText(
  { ask, messages, promptTokens }: Sample["requests"][number],
  number: number,
  { story, printed }: { story: ReadonlySet<string>; printed: Map<string, number> },
): string[] {
  const parts = messages.flatMap((message, at) => {
    const key = JSON.stringify(message)
    const before = printed.get(key)
    if (before === undefined) printed.set(key, number)
    const heading = `**${at + 1}．${ROLES[message.role] ?? message.role}**，约 ${tokensOf(message.content)} 词元`
    return before === undefined
      ? [heading, "", ...quoted(message, story), ""]
      : [`${heading}，同请求 ${before}`, ""]
  })
  return [`### 请求 ${number}：${KINDS[ask.kind]}（约 ${promptTokens} 词元）`, "", ...parts]
}

/** The lines of a message as a quotation that keeps its line ends. */
function quoted({ content }: Message, story: ReadonlySet<string>): string[] {
  return shortened(content.split("\n"), story).map((line) => (line === "" ? ">" : `> ${line}${LINE_END}`))
}

function shortened(lines: readonly string[], story: ReadonlySet<string>): string[] {
  const out: string[] = []
  let passage: string[] = []
  for (const line of [...lines, null]) {
    if (line !== null && (story.has(line) || (line === "" && passage.length > 0))) {
      passage.push(line)
      continue
    }
    out.push(...shortenedPassage(passage))
    passage = []
    if (line !== null) out.push(escaped(line))
  }
  return out
}

function shortenedPassage(passage: readonly string[]): string[] {
  const whole = passage.map(escaped)
  if (charactersOf(passage) <= PASSAGE_MAX_CHARACTERS) return whole
  const head = kept(passage)
  const tail = kept(passage.toReversed())
  if (head + tail >= passage.length) return whole
  const left = passage.slice(head, passage.length - tail)
  return [
    ...whole.slice(0, head),
    `*〔此页略去 ${charactersOf(left).toLocaleString("en")} 字〕*`,
    ...whole.slice(passage.length - tail),
  ]
}

/** How many lines from the beginning on hold what is kept of a passage. */
function kept(lines: readonly string[]): number {
  let characters = 0
  const at = lines.findIndex((line) => {
    characters += countCharacters(line)
    return characters >= PASSAGE_KEPT_CHARACTERS
  })
  return at + 1
}

function charactersOf(lines: readonly string[]): number {
  return countCharacters(lines.join(""))
}

/** Keeps Markdown from reading a mark of ours as one of its own. */
function escaped(line: string): string {
  return line
    .replace(/[\\<>*_`]/g, "\\$&")
    .replace(/^(\s*)([#+-])/, "$1\\$2")
    .replace(/^(\s*\d+)([.)])/, "$1\\$2")
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`
}
