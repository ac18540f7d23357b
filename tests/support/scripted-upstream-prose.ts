/** What the scripted model writes: tame, endless, the same for the same seed, hardly ever twice the same. */

function seededRandom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Whole paragraphs with about so many characters in all; the last sentence is finished. */
export function storyText(seed: number, characters: number): string {
  const random = seededRandom(seed)
  const paragraphs: string[] = []
  let count = 0
  while (count < characters) {
    const sentences = 2 + Math.floor(random() * 3)
    let paragraph = ""
    for (let written = 0; written < sentences && count < characters; written += 1) {
      const sentence = random() < 0.25 ? speech(random) : narration(random)
      paragraph += sentence
      count += [...sentence].length
    }
    paragraphs.push(paragraph)
  }
  return paragraphs.join("\n")
}

export function planText(seed: number, beatCount: number, characters: number): string {
  const random = seededRandom(seed)
  const budget = Math.round(characters / beatCount)
  return Array.from(
    { length: beatCount },
    (_, index) =>
      `${index + 1}. ${pick(random, WHEN)}${pick(random, WHO)}${pick(random, DID)}${pick(random, WHAT)}｜${budget}`,
  ).join("\n")
}

function narration(random: () => number): string {
  const [when, where, who, how, did, what] = [WHEN, WHERE, WHO, HOW, DID, WHAT].map((list) =>
    pick(random, list),
  )
  return `${when}在${where}，${who}${how}${did}${what}，${pick(random, WHERE)}${pick(random, AFTER)}。`
}

function speech(random: () => number): string {
  return `${pick(random, WHO)}${pick(random, SAID)}：“${pick(random, WHEN)}${pick(random, CALL)}${pick(random, DID)}${pick(random, WHAT)}${pick(random, ["。", "？", "！", "……"])}”`
}

function pick<Value>(random: () => number, list: readonly Value[]): Value {
  const value = list[Math.floor(random() * list.length)]
  if (value === undefined) throw new Error("an empty list")
  return value
}

const words = (list: string) => list.split(" ")
const WHEN = words(
  "天亮以前 雨停之后 入夜时分 第二天清早 立秋那天 收摊的时候 渡船靠岸时 钟敲过七下 灯全亮起来 雪化的那周 集市散去后 午后起风时 黄昏将尽 门关上之前 电话响过三遍 火车进站那刻",
)
const WHO = words(
  "林晚 周叙 老馆长 摆渡人 邮差 陈医生 修钟的师傅 隔壁的阿婆 船上的水手 新来的先生 茶馆掌柜 卖花的妇人 守塔的人 木匠 会计 画匠",
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
const WHERE = words(
  "屋里 街口 河对岸 楼上 院子里 柜台后面 廊下 码头边 石阶上 窗台前 桥头 后巷 山脚下 站台上 灯塔里 老树旁",
)
const AFTER = words(
  "忽然安静下来 有人轻轻应了一声 飘来新茶的气味 传来很远的汽笛 亮起第一盏灯 落下几片叶子 响起一阵脚步 又开始下雨 只剩风声 谁也没有说破 多了一把空椅子 停着一辆旧车 晾满了衣裳 站满了等信的人 留着昨夜的水迹 响着断续的琴声",
)
const SAID = words("说 问 小声说 接着说 想了想说 忍不住问 回头说 摇着头说")
const CALL = words("你也 我就 他们 大家 谁又 我们 师傅 邻居")
