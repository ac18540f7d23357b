import { describe, expect, test } from "vitest"
import { findBannedContent } from "#app/domain/ban/ban.ts"
import { joinStory, paragraphsOf } from "#app/domain/story.ts"
import { STORIES } from "#app/server/writing/demo/stories.server.ts"
import { tellingOf } from "#app/server/writing/demo/telling.server.ts"
import { ENGLISH_HAPPENINGS } from "#app/server/writing/demo/wish/happening.lexicon.server.ts"
import { happeningOf, happeningsInEnglish } from "#app/server/writing/demo/wish/happening.server.ts"
import { readWish } from "#app/server/writing/demo/wish/read-wish.server.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { collectNovel, requestFor } from "../../support/upstream/run.ts"

const writer = createDemoWriter({ charactersPerSecond: 10_000_000 })

const PEOPLE = {
  hero: "林晚",
  friend: "陈默",
  other: "陈默",
  otherIs: "剑客",
  names: ["林晚", "陈默", "郑掌柜"],
  genders: { hero: "female", friend: "male" },
  toldAs: "林晚",
} as const

describe("what happens is known by its words", () => {
  test.each([
    ["一个多年不见的师兄忽然找上门来", "stranger", { whom: "师兄" }],
    ["有人半夜敲门", "stranger", { whom: "来人" }],
    ["母亲来了", "visitor", { who: "母亲" }],
    ["一群逃难的人来了", "crowd", { who: "一群逃难的人" }],
    ["一条龙来了", "creature", { who: "一条龙" }],
    ["路上遇到一个卖艺的老人", "met", { whom: "老人" }],
    ["半夜有刺客来袭", "danger", {}],
    ["他们在破庙里发现一张地图", "find", { thing: "一张地图", it: "地图", at: "破庙里" }],
    ["找到一把生锈的钥匙", "find", { thing: "一把生锈的钥匙", it: "钥匙" }],
    ["林晚发现一条密道", "findPlace", { thing: "一条密道" }],
    ["捡到一只流浪猫", "findAnimal", { it: "流浪猫" }],
    ["墙上发现一道裂缝", "findMark", { thing: "一道裂缝" }],
    ["收到一封来自远方的信", "letter", { it: "信" }],
    ["给远方的儿子写信", "writing", { writing: "给远方的儿子写封信" }],
    ["两个人一起去北边的雪山", "journey", { where: "北边的雪山" }],
    ["去看海", "journey", { where: "海边" }],
    ["去废弃的三号舱看看", "explore", { where: "废弃的三号舱" }],
    ["林晚回到老家", "homecoming", { where: "老家" }],
    ["他们大吵一架", "quarrel", {}],
    ["林晚和陈默和好", "peace", {}],
    ["她把藏了很久的秘密告诉了同伴", "secret", { teller: "林晚", listener: "陈默" }],
    ["陈默向林晚表白", "love", { teller: "陈默", listener: "林晚" }],
    ["不要让他走", "stay", {}],
    ["林晚病倒了", "heroIll", {}],
    ["剑客发烧了", "companionIll", {}],
    ["老人生病住院", "somebodyIll", { who: "老人" }],
    ["陈默受了重伤", "wound", { teller: "陈默", listener: "林晚" }],
    ["老经理死了", "death", { who: "老经理" }],
    ["下了一场大雨", "rain", {}],
    ["突然停电", "dark", {}],
    ["真相大白", "revealed", {}],
    ["有人偷水", "theft", { it: "水" }],
    ["昨夜粮食被偷了", "theft", { it: "粮食" }],
    ["林晚决定放小偷走", "letGo", { whom: "小偷" }],
    ["林晚决定离开客栈", "decision", { what: "离开客栈" }],
    ["厨房突然着火了", "fire", { where: "厨房" }],
    ["半夜发大水", "flood", {}],
    ["矿井塌方", "collapse", {}],
    ["林晚收到一段三十年前的求救信号", "signal", { thing: "一段三十年前的求救信号" }],
    ["收到一个包裹", "parcel", { thing: "一个包裹" }],
    ["从京城传来噩耗", "news", { it: "噩耗" }],
    ["两个人趁夜逃走", "escape", {}],
    ["林晚和山贼打了一架", "fight", { whom: "山贼" }],
    ["林晚和陈默把当年的事说开了", "talk", {}],
    ["林晚教陈默写字", "teaching", { teacher: "林晚", learner: "陈默" }],
    ["参加邻居的婚礼", "wedding", {}],
    ["邻居生了一个女儿", "birth", {}],
    ["林晚去参加考试", "exam", {}],
    ["林晚参加比赛", "contest", {}],
    ["山洪冲断了桥", "flood", {}],
    ["仇人的女儿来找林晚", "visitor", { whom: "女儿" }],
    ["母亲打来电话", "call", { thing: "母亲的电话" }],
    ["在校门口遇见多年不见的父亲", "metAgain", { whom: "父亲" }],
    ["两个人下了一盘棋", "wager", {}],
    ["发现他在撒谎", "lie", { teller: "陈默", listener: "林晚" }],
    ["林晚在客栈后院遇到一个瞎眼的琴师", "metThere", { at: "客栈后院", whom: "琴师" }],
  ])("%s", (clause, name, slots) => {
    expect(happeningOf(clause, PEOPLE)).toMatchObject({ name, slots })
  })

  test.each([
    "林晚没有收到消息",
    "他偷偷看了一眼",
    "心里着火",
    "差点被偷了",
    "林晚偷了一匹布",
    "两个人的希望倒塌了",
    "教室里很安静",
    "放他走",
    "洪水退了",
    "母亲去考试",
    "找到真相以外的出路",
    "林晚失去信心",
    "父亲和母亲吵架",
    "春天来了",
    "消息来了",
    "过去的事",
    "想来想去",
    "林晚把真相告诉百姓",
    "郑掌柜死了",
    "不要让她知道真相",
    "不要离开主题太远，也不要写得太长太啰嗦",
    "陈默装病",
    "村里的孩子们发现一张地图",
    "看起来像下棋",
    "一艘船来了",
  ])("nothing is taken for it in: %s", (clause) => {
    expect(happeningOf(clause, PEOPLE)).toBeNull()
  })

  test.each([
    ["Let them find an old photograph", ["find"]],
    ["A stranger arrives with a letter", ["letter"]],
    ["They go to the sea and make up", ["journey", "peace"]],
    ["He tells her a secret", ["secret"]],
    ["The wind in the willows", []],
  ])("%s", (text, names) => {
    expect(happeningsInEnglish(text, PEOPLE).map(({ name }) => name)).toEqual(names)
  })
})

describe("a wish in English is told in a scene that has all of its words", () => {
  const wishes = [
    "They quarrel.",
    "They make up.",
    "They are in love.",
    "He tells a secret.",
    "The mystery is solved.",
    "She falls ill.",
    "He writes a letter.",
    "A letter arrives.",
    "They find a map.",
    "They go home.",
    "They travel to the sea.",
    "A stranger arrives.",
    "It snows, a blizzard comes up.",
    "A storm comes up.",
    "The lights go out.",
    "There is a birthday party.",
  ]

  test("whatever happens in it", () => {
    const told = wishes.flatMap((wish) => happeningsInEnglish(wish, PEOPLE).map(({ name }) => name))
    const unknown = ENGLISH_HAPPENINGS.map(([name]) => name).filter((name) => !told.includes(name))
    // It is told as a journey.
    expect(unknown).toEqual(["homecoming"])
  })

  test.each(wishes)("%s", (wish) => {
    for (const prompt of ["一个人独自守着灯塔", "雨夜，两个侦探在客栈里", wish])
      for (const existing of ["", "雨停了。他走了。"])
        expect(tellingOf(requestFor({ prompt, direction: wish, existing })).chapters.flat()).not.toEqual([])
  })
})

test("who is brought in, is one of the two from then on", () => {
  const [wish] = readWish("一个多年不见的师妹来了，两个人把当年的事说开了", PEOPLE)
  expect(wish?.told).toContain("林晚和师妹把当年的事说开了")
})

test("who is looked after by the two, is none of them", () => {
  const [wish] = readWish("一个多年不见的师妹来了，他们陪她去看灯", PEOPLE)
  expect(wish?.told).toContain("林晚和陈默陪她去看灯")
})

const DIRECTIONS = [
  "半夜厨房着火了，两个人一起抢救粮食",
  "有人偷水，主角决定放他走",
  "在后院遇到一个瞎眼的琴师，琴师认得她父亲的刀",
  "主角决定离开这里",
  "两个人把当年的事说开了",
  "接下来，一个陌生人找上门来",
  "他们在仓库里发现一张地图",
  "两个人去海边走走",
  "他们大吵一架",
  "把秘密告诉同伴",
  "主角病倒了",
  "收到一封旧信",
  "突然停电",
  "两人和好",
  "不要让她走",
  "A stranger arrives",
]
/** Of no time of its own, nobody in the plural, and nothing of the writer's. */
const PASTED = /他们|她们|没过两天|有一天|第二天|就在那几天|既然成了这样|[{}|]|undefined|null/u
const MODERN = /手机|电话|背包|信纸|大夫|电灯|汽车/u
const ANCIENT = new Set(["武侠", "仙侠", "历史", "童话"])

test.each(STORIES.map(({ kind }) => kind))(
  "a direction becomes a scene of %s, in its own words and with its own people",
  async (kind) => {
    const existing = (await collectNovel({ prompt: kind }, { writer })).text
    for (const direction of DIRECTIONS) {
      const request = requestFor({ prompt: kind, existing, direction })
      const told = scenesOf(request).flatMap(({ paragraphs }) => paragraphs)
      const { end, share } = await collectNovel(request, { writer })
      expect(end).toBe("done")
      expect(share).toBeGreaterThanOrEqual(0.92)
      expect(share).toBeLessThanOrEqual(1.08)
      expect(told.join("\n"), direction).not.toMatch(PASTED)
      expect(told.join("\n"), direction).not.toContain(direction)
      if (ANCIENT.has(kind)) expect(told.join("\n"), direction).not.toMatch(MODERN)
      expect(findBannedContent(told.join("\n"), { level: 5 })).toBeNull()
    }
  },
)

test("who asks for the same again gets another scene", async () => {
  const prompt = "悬疑，守夜人林晚"
  let existing = (await collectNovel({ prompt }, { writer })).text
  for (let time = 0; time < 2; time += 1) {
    const { text } = await collectNovel({ prompt, existing, direction: "他们大吵一架" }, { writer })
    existing = joinStory(existing, text)
  }
  const long = paragraphsOf(existing).filter(({ length }) => length > 12)
  expect(new Set(long).size).toBe(long.length)
})

test.each([
  "“开门！”外面有人喊，“不开就砸了！”",
  "🐉🔥来了",
  "😀",
  "偷偷偷，逃逃逃，火火火着火了着火了",
  "他在和她在和他在一起的地方遇到和他在一起的她",
  "收到收到收到收到，有人偷了偷来的偷来的东西",
  "来了一个师妹，两个人打了一架，两个人和好，他们结婚了，他们生了孩子",
  `${"他们走了很远的路，又走回来，".repeat(14)}最后下雨了`,
  "张三、李四、王五和赵六一起来了，张三骂李四，李四打王五",
  "不要哭，不要死，不要分手，别下雨",
  "他们吵架。他们又吵架。他们还吵架。他们再吵架。",
  "Dragon!!! 龙 dragon 🐲 comes, they fight; {hero} dies | undefined",
  "去去去去去",
  "发现发现发现",
  "来了来了，又来了一个，再来了一个",
  "她发现了一封她写给他的关于他们的信的信封上的字",
])("whatever is asked for, the story is whole: %s", async (direction) => {
  const prompt = "武侠，镖师林晚"
  const existing = (await collectNovel({ prompt }, { writer })).text
  const request = requestFor({ prompt, existing, direction })
  const { text, end, share } = await collectNovel(request, { writer })
  const told = scenesOf(request).flatMap(({ paragraphs }) => paragraphs)

  expect(end).toBe("done")
  expect(share).toBeGreaterThanOrEqual(0.92)
  expect(share).toBeLessThanOrEqual(1.08)
  expect(text).not.toMatch(/[{}|]|undefined|\p{Extended_Pictographic}|[a-z]{3}/u)
  expect(told.filter((one) => one.trim() === "" || /^[。，]/u.test(one))).toEqual([])
  expect(new Set(paragraphsOf(text)).size).toBe(paragraphsOf(text).length)
})

function scenesOf(request: Parameters<typeof tellingOf>[0]) {
  return tellingOf(request)
    .chapters.flat()
    .filter(({ scene }) => scene.text.length === 0)
}
