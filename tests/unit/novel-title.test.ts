import { expect, test } from "vitest"
import { suggestTitle } from "#app/domain/novel-title.ts"
import { readPlan } from "#app/server/writing/plan/parse-plan.server.ts"

test.each([
  ["纸边的灯", "随便", "纸边的灯"],
  ["《纸边的灯》。", "随便", "纸边的灯"],
  [null, "请写一篇关于江南小镇两位老友重逢的短篇小说", "江南小镇两位老友重逢"],
  ["", "雨夜，旧书店的店主收到一封没有署名的信", "雨夜"],
  ["这是一个长得不像书名的句子，它把整个故事都说了一遍", "雨夜，旧书店", "雨夜"],
  [null, "一".repeat(60), "一".repeat(20)],
  [null, "😀", "😀"],
])("from the model's %j and the request %j, suggests %j", (modelTitle, prompt, title) => {
  expect(suggestTitle(modelTitle, prompt)).toBe(title)
})

test.each([
  ["书名｜纸边的灯\n开端｜900\n结局｜900", "纸边的灯"],
  ["**标题：《1984 年的夏天》**\n开端｜900\n结局｜900", "1984 年的夏天"],
  ["<think>书名｜草稿</think>\n书名｜定稿\n开端｜900\n结局｜900", "定稿"],
  ["开端｜900\n结局｜900", null],
])("the title of the plan %j is %j, never one of its beats", (answer, title) => {
  const plan = readPlan(answer, 2)
  expect(plan.title).toBe(title)
  expect(plan.beats?.map(({ summary }) => summary)).toEqual(["开端", "结局"])
})
