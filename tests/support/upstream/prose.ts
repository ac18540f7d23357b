/**
 * What the scripted model writes: harmless, endless prose, always the same for the same seed. Every sentence
 * names people that no other sentence names, so the text alone shows lost and repeated sentences.
 */

/** How the prose looks. By default: paragraphs of two to four sentences, with one line break between them. */
export interface Manner {
  /** `lines`: one paragraph per line of dialogue. `one`: a single paragraph. */
  paragraphs?: "lines" | "one"
  /** Text before each paragraph, between paragraphs, and around some sentences. */
  indent?: string
  lineBreak?: string
  bold?: string
  /** A separate line before some paragraphs. */
  heading?: string
  /** Each sentence gets one of these signs. */
  signs?: readonly string[]
  /** Objects of the story in languages other than Chinese. */
  objects?: readonly string[]
  script?: "traditional"
  punctuation?: "half-width" | "corner-quotes" | "unclosed-quotes"
  /** Every second paragraph tells an earlier one again about other people: nearly half of its words are the same. */
  refrains?: boolean
}

/** `break`: whitespace and markup between sentences. `noise`: text that is not part of the story. */
export interface Piece {
  kind: "story" | "break" | "noise" | "repeated" | "copied"
  text: string
  /** The sentence with which the model ends the story. */
  isClosing?: boolean
}

export interface Teller {
  /** Whole sentences with about this many characters in all. */
  tell(characters: number, manner?: Manner): Piece[]
  sentence(manner?: Manner): string
  /** The last sentence of a story, in a paragraph of its own. */
  closing(manner?: Manner): Piece[]
}

/** The words of a narrated sentence without its names. */
type Frame = Record<"when" | "how" | "did" | "what" | "after", string>

/** Tellers of different families share no names. */
type Family = keyof typeof SURNAMES

export function createTeller(seed: number, family: Family = "story"): Teller {
  const random = seededRandom(seed)
  const name = createNames(seed, family)
  /** The words of the paragraphs so far, of which every second one returns. */
  const frames: Frame[][] = []
  let refrain: Frame[] | undefined
  return { tell, sentence, closing }

  function tell(characters: number, manner: Manner = {}): Piece[] {
    const pieces: Piece[] = []
    let count = 0
    for (let first = true; count < characters; first = false) {
      pieces.push(...beginParagraph(first, manner))
      refrain =
        manner.refrains && refrain === undefined ? frames.at(-1 - Math.floor(random() * 3)) : undefined
      if (refrain === undefined) frames.push([])
      const sentences =
        manner.paragraphs === "one"
          ? Number.POSITIVE_INFINITY
          : (refrain?.length ?? 2 + Math.floor(random() * 3))
      for (let written = 0; written < sentences && count < characters; written += 1) {
        if (manner.paragraphs === "lines" && written > 0) break
        const frame = refrain?.[written]
        const text = frame ? narrationOf(frame, manner) : sentence(manner)
        const isBold = manner.bold !== undefined && random() < 0.3
        pieces.push(...(isBold ? around(manner.bold ?? "", text) : [story(text)]))
        count += [...text].length
      }
    }
    return pieces
  }

  function beginParagraph(isFirst: boolean, { lineBreak = "\n", indent, heading }: Manner): Piece[] {
    return [
      ...(isFirst ? [] : [breakOf(lineBreak)]),
      ...(heading && random() < 0.2 ? [noise(heading), breakOf(lineBreak)] : []),
      ...(indent ? [breakOf(indent)] : []),
    ]
  }

  function sentence(manner: Manner = {}): string {
    const isSpeech = manner.paragraphs === "lines" || (!manner.refrains && random() < 0.25)
    return dressed(isSpeech ? speech(manner) : narration(manner), manner)
  }

  // Names are so dense that every run of 20 characters holds at least five characters of names.
  function narration(manner: Manner): string {
    const [when = "", how = "", did = "", what = "", after = ""] = [
      WHEN,
      HOW,
      DID,
      manner.objects ?? WHAT,
      AFTER,
    ].map((list) => pick(random, list))
    const frame = { when, how, did, what, after }
    if (manner.refrains) frames.at(-1)?.push(frame)
    return narrationOf(frame, manner)
  }

  function narrationOf({ when, how, did, what, after }: Frame, { signs }: Manner): string {
    const sign = signs ? pick(random, signs) : ""
    return `${when}，${name()}${sign}${how}${did}${what}，${name()}身边${after}。`
  }

  function closing(manner: Manner = {}): Piece[] {
    const text = dressed(`${pick(random, WHEN)}，${name()}吹灭了灯，${name()}${CLOSES}。`, manner)
    const before = manner.paragraphs === "one" ? [] : [breakOf(manner.lineBreak ?? "\n")]
    return [
      ...before,
      ...(manner.indent ? [breakOf(manner.indent)] : []),
      { ...story(text), isClosing: true },
    ]
  }

  function speech({ objects = WHAT, signs }: Manner): string {
    const [said, when, did, what, end] = [SAID, WHEN, DID, objects, SPEECH_ENDS].map((list) =>
      pick(random, list),
    )
    const sign = signs ? pick(random, signs) : ""
    return `${name()}${said}：“${when}${name()}${sign}${did}${what}${end}”`
  }
}

/** A story to continue a novel from, with names that the scripted model does not use. */
export function storyText(seed: number, characters: number): string {
  return textOfPieces(createTeller(seed, "earlier").tell(characters))
}

export function textOfPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("")
}

/** A plan of numbered summaries, or of a head and cards. */
export function planText(seed: number, beatCount: number, characters: number, hasCards = false): string {
  const random = seededRandom(seed)
  const name = createNames(seed, "story")
  const budget = Math.round(characters / beatCount)
  const doing = () => `${name()}${pick(random, DID)}${pick(random, WHAT)}`
  if (hasCards) {
    const card = () => [pick(random, WHEN), doing(), doing(), doing(), doing(), budget].join("｜")
    return [
      `一句话｜${doing()}`,
      `人物｜${name()}｜四十岁，修表匠｜${doing()}｜怕人提起从前｜说话慢`,
      `地点｜河边的铺子｜${pick(random, WHAT)}`,
      "笔调｜第三人称｜一个秋天｜平静",
      `收尾｜${doing()}`,
      ...Array.from({ length: beatCount }, () => `节｜${card()}`),
    ].join("\n")
  }
  return Array.from(
    { length: beatCount },
    (_, index) =>
      `${index + 1}. ${pick(random, WHEN)}${name()}${pick(random, DID)}${pick(random, WHAT)}｜${budget}`,
  ).join("\n")
}

export function seededRandom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Deals every name of the family once, in an order that depends on the seed, before any name returns. */
function createNames(seed: number, family: Family): () => string {
  const surnames = [...SURNAMES[family]]
  const all = surnames.length * GIVEN.length ** 2
  let at = Math.abs(seed) % all
  return () => {
    at = (at + STEP_OVER_NAMES) % all
    const given = Math.floor(at / surnames.length)
    return `${surnames[at % surnames.length]}${GIVEN[given % GIVEN.length]}${GIVEN[Math.floor(given / GIVEN.length)]}`
  }
}

function dressed(sentence: string, { script, punctuation }: Manner): string {
  let text = sentence
  if (script === "traditional")
    text = text.replace(/./gu, (character) => TRADITIONAL.get(character) ?? character)
  if (punctuation === "half-width")
    text = text.replace(/[，。：？！“”]|……/gu, (mark) => HALF_WIDTH[mark] ?? mark)
  if (punctuation === "corner-quotes") text = text.replace("“", "「").replace("”", "」")
  if (punctuation === "unclosed-quotes") text = text.replace("”", "")
  return text
}

function around(mark: string, text: string): Piece[] {
  return [breakOf(mark), story(text), breakOf(mark)]
}

const story = (text: string): Piece => ({ kind: "story", text })
const noise = (text: string): Piece => ({ kind: "noise", text })
const breakOf = (text: string): Piece => ({ kind: "break", text })

function pick<Value>(random: () => number, list: readonly Value[]): Value {
  const value = list[Math.floor(random() * list.length)]
  if (value === undefined) throw new Error("an empty list")
  return value
}

const SURNAMES = { story: "林周白江石唐方田", earlier: "何孟秋水常文安古", reference: "向左米甘易牧元山" }
const GIVEN = [..."青竹雨晴山舟禾朗川月星岩柏清波音洛霜明冬春心木秀安平定南北西"]
/** A prime, so that the steps reach every name. */
const STEP_OVER_NAMES = 3_571

const words = (list: string) => list.split(" ")
const WHEN = words(
  "天亮以前 雨停之后 入夜时分 第二天清早 立秋那天 收摊的时候 渡船靠岸时 钟敲过七下 灯全亮起来 雪化的那周 集市散去后 午后起风时 黄昏将尽 门关上之前 电话响过后 火车进站时",
)
const HOW = words(
  "慢慢地 小心地 一言不发地 不紧不慢地 犹豫着 笑着 转过身 低下头 推开窗 搬来椅子 点上灯 放下伞 擦干手 捧着茶 踩着水 隔着柜台",
)
const DID = words(
  "收起了 打开了 翻出了 拼好了 找到了 抄下了 藏起了 修好了 送走了 数清了 认出了 包好了 带回了 念完了 换下了 举起了",
)
const WHAT = words(
  "一封旧信 半张船票 那只铜壶 整箱底片 蓝布书包 掉漆的钟 一册账本 两枚纽扣 断弦的琴 褪色地图 一盒火柴 成串钥匙 没寄的包裹 缺角的碗 手抄曲谱 一把木梳",
)
const AFTER = words(
  "忽然安静下来 有人应了一声 飘来新茶气味 传来远处汽笛 亮起第一盏灯 落下几片叶子 响起一阵脚步 又开始下雨 只剩风声 谁也没有说破 多了一把椅子 停着一辆旧车 晾满了衣裳 站着等信的人 留着昨夜水迹 响着断续琴声",
)
const SAID = words("说 问 小声说 接着说 想了想说 忍不住问 回头说 摇着头说")
const CLOSES = "从此没有再离开过这里"
const SPEECH_ENDS = ["。", "？", "！", "……"]
const HALF_WIDTH: Record<string, string> = {
  "，": ", ",
  "。": ". ",
  "：": ": ",
  "？": "? ",
  "！": "! ",
  "“": '"',
  "”": '"',
  "……": "...",
}
const TRADITIONAL = new Map(
  words(
    "灯燈 亮亮 来來 渡渡 岸岸 钟鐘 过過 电電 话話 响響 车車 进進 门門 关關 旧舊 张張 张張 铜銅 壶壺 书書 账賬 纽紐 扣扣 断斷 弦弦 图圖 钥鑰 匙匙 没沒 里裡 对對 楼樓 后後 阶階 台臺 码碼 头頭 窗窗 桥橋 脚腳 树樹 轻輕 应應 声聲 飘飄 气氣 传傳 远遠 汽汽 几幾 叶葉 阵陣 开開 剩剩 风風 谁誰 说說 着著 多多 椅椅 停停 辆輛 满滿 衣衣 续續 问問 边邊 时時 虽雖 岩巖 发發 紧緊 犹猶 转轉 预預 点點 随隨 干乾 隔隔 柜櫃 面面 收收 打打 拼拼 数數 认認 带帶 换換 举舉 从從",
  ).map(([simplified = "", traditional = ""]) => [simplified, traditional] as const),
)
