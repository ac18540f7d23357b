import { seededRandom } from "../../tests/support/upstream/prose.ts"
import type { Ask } from "./ask.ts"
import { type Fact, type FactDealer, FactStory } from "./facts.ts"
import { tells } from "./recall.ts"

const CHARACTERS_PER_FACT = 250
const STYLE_NOTES = "用词：口语多，少用成语\n节奏：短句相接，停顿在动作上\n语气：克制"
/** A model writes a little less or more than it is asked for. */
const DELIVERY = { from: 0.96, to: 1.04 }
const KEYS_PER_CARD = 2
const MEETINGS = [
  "渡口",
  "祠堂",
  "集市",
  "学堂",
  "药铺",
  "城门",
  "码头",
  "戏台",
  "磨坊",
  "驿站",
  "桥头",
  "钟楼",
]

/** What a plan tells of the whole novel: without a fact of the story, so that it shows the model none. */
const PLAN_HEAD = [
  "书名｜河开之前",
  "一句话｜回来的人要在河开以前问清一件旧事，知道的人都不肯说，问不出他就只能空手走",
  "人物｜来的人｜四十来岁，走船的｜要一句准话｜怕听见的是另一句｜说话先看门口",
  "人物｜看渡口的｜六十多岁，不识字｜想把账了结｜怕对不起死去的人｜答话只答一半",
  "人物｜开铺子的｜三十出头，手巧｜想离开这里｜舍不得一间屋子｜一紧张就擦桌子",
  "地点｜渡口｜湿木板，柴烟味",
  "地点｜集市｜秤杆声，鱼腥气",
  "笔调｜第三人称，贴着来的人｜开春以前的十来天｜平实，话少",
  "伏笔｜一只没有还的碗｜第一部分出现｜最后一部分有下文",
  "收尾｜河开了，船上多出一只碗",
]

/** What the scripted model knows of the story, which is what it told itself and what it is shown. */
export class ScriptedModel {
  /** The token of what each card of its last plan comes to, in the order of the cards. */
  turns: string[] = []
  readonly #existing: readonly Fact[]
  readonly #dealer: FactDealer
  readonly #story: FactStory
  readonly #random: () => number
  readonly #isHostile: boolean

  /** `existing`: the facts of the text to continue. `isHostile`: every answer is one that filters alter. */
  constructor({ seed, existing, dealer, isHostile }: ModelSetting) {
    this.#existing = existing
    this.#dealer = dealer
    this.#isHostile = isHostile
    this.#random = seededRandom(seed)
    this.#story = new FactStory({ seed, family: "story", dealer, every: CHARACTERS_PER_FACT })
  }

  /** The facts that it has told so far. */
  get told(): readonly Fact[] {
    return this.#story.facts
  }

  /** Its whole answer to an ask; `shown` is the text of the messages that reach it. */
  answer(ask: Ask, shown: string): string {
    if (ask.kind === "plan") return this.#plan(ask, shown)
    if (ask.kind === "notes") return this.#notes(ask.lines, shown)
    if (ask.kind === "style") return STYLE_NOTES
    const { from, to } = DELIVERY
    const story = this.#story.tell(ask.characters * (from + this.#random() * (to - from)))
    return this.#isHostile ? disturbed(story) : story
  }

  /** Cards about what the prompt names, be it in a direction or in the text, each with a turn of its own. */
  #plan({ parts, characters }: { parts: number; characters: number }, shown: string): string {
    const keys = this.#existing.map(({ key }) => key).filter((key) => shown.includes(key))
    this.turns = Array.from({ length: parts }, () => this.#dealer.token())
    const cards = this.turns.map((turn, at) => {
      const about = Array.from(
        { length: KEYS_PER_CARD },
        (_, which) => keys[(at * KEYS_PER_CARD + which) % keys.length],
      )
      const named = keys.length === 0 ? "众人" : [...new Set(about)].join("与")
      const place = MEETINGS[at % MEETINGS.length]
      const fields = [
        `第${at + 1}天的${place}`,
        `来的人要当面问清${named}的事`,
        "在场的人都说早就忘了，谁也不肯先开口",
        `最后有人当众说出${turn}`,
        `门被推开，${place}里一下没有了声音`,
      ]
      return `节｜${fields.join("｜")}｜${Math.round(characters / parts)}`
    })
    return [...PLAN_HEAD, ...cards].join("\n")
  }

  /** Notes on what the prompt tells and does not have notes on yet. */
  #notes(lines: number, shown: string): string {
    return [...this.#existing, ...this.told]
      .filter((fact) => tells(shown, fact) && !shown.includes(fact.note.slice(0, -1)))
      .slice(0, lines)
      .map(({ note }) => note)
      .join("\n")
  }
}

interface ModelSetting {
  seed: number
  existing: readonly Fact[]
  dealer: FactDealer
  isHostile: boolean
}

/** Dressed as careless models dress their answers: remarks around it, indents, blank lines, bold type. */
function disturbed(story: string): string {
  const paragraphs = story
    .split("\n")
    .map((paragraph) => `　　${paragraph.replace(/^[^，。：]+/u, "**$&**")}`)
  return `好的，以下是这一部分的正文：\n\n${paragraphs.join("\n\n")}\n\n（本节完）`
}
