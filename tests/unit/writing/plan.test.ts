import { describe, expect, test } from "vitest"
import { readPlan } from "#app/server/writing/plan/parse-plan.server.ts"
import { endingOf, planLines } from "#app/server/writing/prompts/plan-prompts.server.ts"

const PLAN = `书名｜渡口的灯
一句话｜修表匠要留住铺子，镇上要拆，不成就再没有人记得父亲
人物｜陈守时｜52岁，修表匠｜留住铺子｜怕人提父亲｜说话前先擦手
地点｜河边的铺子｜机油味和一面停了的钟
笔调｜第三人称，跟着修表匠｜2003 年秋天｜平静
伏笔｜停在四点的钟｜第1部分出现｜第3部分有下文
收尾｜钟重新走起来，铺子里没有人
节｜清早的铺子｜他想再拖一个月｜来量房的人不肯走｜他第一次说出父亲的名字｜他把尺子递还给那个人｜1100
节｜傍晚的渡船｜女儿要带他走｜他不肯上船｜她看见了那张旧票｜船离岸，票落在水里｜1200
节｜拆房前夜的铺子｜他要修好那面钟｜缺一个齿轮｜他拆了自己的怀表｜钟敲了一下｜1,300`

describe("a plan of cards", () => {
  const plan = readPlan(PLAN, 3)

  test("gives title, head, and beats with what they end on", () => {
    expect(plan.title).toBe("渡口的灯")
    expect(plan.head.map((line) => line.split("｜")[0])).toEqual([
      ...["一句话", "人物", "地点", "笔调", "伏笔", "收尾"],
    ])
    expect(endingOf(plan.head)).toBe("钟重新走起来，铺子里没有人")
    expect(plan.beats).toEqual([
      {
        summary: "清早的铺子｜他想再拖一个月｜来量房的人不肯走｜他第一次说出父亲的名字",
        stop: "他把尺子递还给那个人",
        characters: 1_100,
      },
      {
        summary: "傍晚的渡船｜女儿要带他走｜他不肯上船｜她看见了那张旧票",
        stop: "船离岸，票落在水里",
        characters: 1_200,
      },
      {
        summary: "拆房前夜的铺子｜他要修好那面钟｜缺一个齿轮｜他拆了自己的怀表",
        stop: "钟敲了一下",
        characters: 1_300,
      },
    ])
  })

  test("is shown to the model as it gave it", () => {
    const { head, title, beats } = plan
    expect(planLines({ plan: beats ?? [], head, title })).toBe(PLAN.replace("1,300", "1300"))
  })

  test.each([
    ["behind a greeting", `好的，下面是提纲：\n\n${PLAN}\n\n需要我接着写正文吗？`],
    ["with colons in its head", PLAN.replaceAll(/^(人物|地点|收尾)｜/gmu, "$1：")],
    ["as a table", PLAN.replaceAll(/^(.*)$/gmu, "| $1 |").replaceAll("｜", " | ")],
    ["with numbered cards", PLAN.replaceAll(/^节｜/gmu, "第2节｜")],
    ["in bold", PLAN.replaceAll(/^([^｜]+)｜/gmu, "**$1**｜")],
    ["with line ends of two characters", PLAN.replaceAll("\n", "\r\n")],
  ])("is read %s", (_, answer) => {
    expect(readPlan(answer, 3)).toEqual(plan)
  })

  test("keeps a first field of two characters", () => {
    const card = "节｜清早｜他想再拖一个月｜量房的人不走｜他说出名字｜他递还尺子｜900"
    expect(readPlan(`${card}\n${card}`, 2).beats?.[0]?.summary.split("｜")[0]).toBe("清早")
  })

  test("keeps its whole lines when it breaks off", () => {
    expect(readPlan(PLAN.slice(0, PLAN.indexOf("拆房")), 3).beats).toHaveLength(2)
  })
})

const SHORT = [
  { summary: "她收到一封信", stop: "", characters: 900 },
  { summary: "她去找写信的人", stop: "", characters: 1_100 },
]

test.each([
  ["numbered lines with counts in brackets", "1. 她收到一封信（约900字）\n2. 她去找写信的人（1100字）"],
  ["parts with counts", "第一部分：她收到一封信——900字\n第二部分：她去找写信的人——1100字"],
  ["square brackets", "【1】她收到一封信【900字】\n【2】她去找写信的人【1100字】"],
  ["Chinese numbers", "一、她收到一封信，约900字\n二、她去找写信的人，约1100字"],
  [
    "JSON",
    '{"title":"信","parts":[{"id":1,"summary":"她收到一封信","words":900},{"id":2,"summary":"她去找写信的人","words":1100}]}',
  ],
  [
    "JSON in a fence, with counts as text",
    '好的：\n```json\n[{"序号":"1","要点":"她收到一封信","字数":"900"},{"序号":"2","要点":"她去找写信的人","字数":"1100"}]\n```',
  ],
])("reads a plan of %s", (_, answer) => {
  expect(readPlan(answer, 2).beats).toEqual(SHORT)
})

test("reads numbered lines that say no length as equal parts", () => {
  const { beats } = readPlan("1. 她收到一封信\n2. 她去找写信的人\n", 2)
  expect(beats).toEqual(SHORT.map((beat) => ({ ...beat, characters: 1 })))
})

test("what a model lists that declines is no plan", () => {
  const answer =
    "我理解您想看到更激烈的冲突，但我无法撰写这部分内容。我可以帮您：\n1. 把冲突改成对话\n2. 换一个结局"
  expect(readPlan(answer, 2).beats).toBeNull()
})

test("takes the title and the cards of a plan in JSON", () => {
  const card = {
    时间地点: "清早的铺子",
    想要: "拖一个月",
    阻碍: "量房的人",
    变化: "说出名字",
    停在: "递还尺子",
    字数: 900,
  }
  const { title, beats } = readPlan(
    JSON.stringify({ 书名: "渡口的灯", 人物: ["甲", "乙"], 部分: [card, card, card] }),
    3,
  )
  expect(title).toBe("渡口的灯")
  expect(beats).toHaveLength(3)
  expect(beats?.[0]).toEqual({
    summary: "清早的铺子｜拖一个月｜量房的人｜说出名字",
    stop: "递还尺子",
    characters: 900,
  })
})

test.each([
  "我不能写这个故事。",
  "这是一个关于勇气的故事，我会认真写。",
  "{}",
  "[1, 2, 3]",
  '{"error":"busy"}',
])("%j is no plan", (answer) => {
  expect(readPlan(answer, 3).beats).toBeNull()
})

test.each([100, 4_000, 15_000])("JSON of %i lists in each other is no plan, and breaks nothing", (depth) => {
  const nested = (inside: string) => "[".repeat(depth) + inside + "]".repeat(depth)
  for (const answer of [
    nested(""),
    nested('"雨停了，他走了"'),
    `{"节": [${nested("1")}, ["第一节", ${nested("2")}, 900]]}`,
  ])
    expect(() => readPlan(answer, 8)).not.toThrow()
})
