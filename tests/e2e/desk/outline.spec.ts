// The author sees the plan before any text is written, and changes it with a form that needs no script.
import type { Page } from "@playwright/test"
import { expectAccessible, THEMES } from "../../support/browser/axe.ts"
import { test as demo, expect } from "../../support/browser/browser-test.ts"
import {
  cardField,
  fillOutline,
  openDesk,
  PROMPT,
  shownStory,
  untilWriting,
  untilWritten,
} from "../../support/browser/desk.ts"
import { untilPreloaded } from "../../support/browser/line-test.ts"
import { upstreamTest } from "../../support/browser/upstream-test.ts"

const PLAN = `书名｜渡口的灯
一句话｜陈守时要在拆迁前修好最后一只表，表主人却不来取
人物｜陈守时｜五十二岁，修表匠｜留住铺子｜怕闲下来｜说话前先擦手
地点｜河边的铺子｜墙上一排停了的钟
收尾｜铺子空了，墙上留着一圈白印
节｜清早的铺子｜他想再拖一个月｜量房的人不肯走｜他说出父亲的名字｜他递还尺子｜700
节｜傍晚的渡船｜他要找到表主人｜船家不记得｜他认出船家的手｜他把表放在船板上｜700
节｜夜里的铺子｜他要把表修好｜缺一个齿轮｜他拆了自己的钟｜钟停在九点｜600
`

const rich = upstreamTest({ name: "outlines", plan: { text: PLAN } })
const slow = upstreamTest({ name: "outlines-slowly", plan: { text: PLAN } }, { charactersPerSecond: 200 })

/** Ticks the box, sends the form and waits for the outline. */
async function askForOutline(page: Page, prompt = PROMPT): Promise<void> {
  await openDesk(page)
  await page.getByLabel("描述你想要的小说").fill(prompt)
  await page.getByRole("group", { name: "小说长度" }).getByRole("radio", { name: /^短篇/ }).check()
  await page.getByLabel("先看提纲再写").check()
  await page.getByRole("button", { name: "生成小说" }).click()
  await expect(page.getByRole("button", { name: "照这个提纲写" })).toBeVisible()
}

rich(
  "an outline is changed card by card, and written as it stands then",
  async ({ page, script, upstream }) => {
    await askForOutline(page)
    await expect(page.getByLabel("题名")).toHaveValue("渡口的灯")
    await expect(page.getByLabel("人物")).toHaveValue(
      "陈守时；五十二岁，修表匠；留住铺子；怕闲下来；说话前先擦手",
    )
    await expect(cardField(page, 2, "什么挡着")).toHaveValue("船家不记得")
    await expect(page.locator("article p")).toHaveCount(0)

    const card = page.locator("li", { has: page.getByRole("heading", { name: "第 1 节" }) })
    await expect(
      card.getByText("清早的铺子：他想再拖一个月，量房的人不肯走；他说出父亲的名字。写到他递还尺子。"),
    ).toBeVisible()

    await fillOutline(page.getByLabel("收尾"), "门槛上放着一只走着的表")
    await fillOutline(cardField(page, 1, "发生什么"), "他把父亲的学徒证拿出来")
    await page.getByRole("button", { name: "下移：第 1 节" }).click()
    await expect(cardField(page, 2, "发生什么")).toHaveValue("他把父亲的学徒证拿出来")
    await expect(cardField(page, 2, "发生什么")).toBeVisible()
    await expect(page.getByRole("button", { name: "下移：第 2 节" })).toBeFocused()
    if (script) await expect(page.getByLabel("收尾")).toBeVisible()
    await expect(page.getByLabel("收尾")).toHaveValue("门槛上放着一只走着的表")
    await page.getByRole("button", { name: "上移：第 2 节" }).click()
    await expect(cardField(page, 1, "时间地点")).toHaveValue("清早的铺子")

    await page.getByRole("button", { name: "删：第 3 节" }).click()
    await expect(page.getByRole("heading", { name: /^第 \d 节/ })).toHaveCount(2)
    await expect(page.getByRole("button", { name: "撤销", exact: true })).toBeFocused()
    await page.getByRole("button", { name: "撤销", exact: true }).click()
    await expect(cardField(page, 3, "停在哪里")).toHaveValue("钟停在九点")
    await page.getByRole("button", { name: "加一节" }).click()
    await fillOutline(cardField(page, 4, "谁要什么"), "他要把铺子的钥匙交给徒弟")

    await page.getByRole("button", { name: "照这个提纲写" }).click()
    await untilWritten(page)
    const messages = upstream.calls.find(({ kind }) => kind === "beat")?.body.messages ?? []
    const sent = messages.map(({ content }) => content).join("\n")
    expect(sent).toContain("收尾｜门槛上放着一只走着的表")
    expect(sent).toContain(
      "节｜清早的铺子｜他想再拖一个月｜量房的人不肯走｜他把父亲的学徒证拿出来｜他递还尺子｜",
    )
    expect(sent).toContain("他要把铺子的钥匙交给徒弟｜")
    expect(sent).toContain("人物｜陈守时｜五十二岁，修表匠｜留住铺子｜怕闲下来｜说话前先擦手")
  },
)

rich("a card that is too long or empty is refused at its place, and nothing is lost", async ({ page }) => {
  await askForOutline(page)
  const long = "灯".repeat(301)
  await fillOutline(cardField(page, 2, "发生什么"), long)
  await page.getByRole("button", { name: "加一节" }).click()
  await page.getByRole("button", { name: "照这个提纲写" }).click()
  await expect(page.getByText("太长了，最多 300 个字符。")).toBeVisible()
  await expect(page.getByText("这一节还是空的：写上几个字，或者删掉它。")).toBeVisible()
  await expect(cardField(page, 2, "发生什么")).toHaveValue(long)
  await expect(cardField(page, 2, "发生什么")).toHaveAttribute("aria-invalid", "true")
})

rich("another outline keeps the one before", async ({ page }) => {
  await askForOutline(page)
  await fillOutline(cardField(page, 1, "停在哪里"), "他把尺子折断了")
  await page.getByRole("button", { name: "换一个提纲" }).click()
  await expect(page.getByRole("button", { name: "换回上一个提纲" })).toBeVisible()
  await expect(cardField(page, 1, "停在哪里")).toHaveValue("他递还尺子")
  await page.getByRole("button", { name: "换回上一个提纲" }).click()
  await expect(cardField(page, 1, "停在哪里")).toHaveValue("他把尺子折断了")
})

rich("a card reads as one text, which opens into fields that a thumb can hit", async ({ page, script }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await askForOutline(page)
  const card = page.locator("li", { has: page.getByRole("heading", { name: "第 2 节" }) })
  await expect(card.getByLabel("什么挡着")).toBeHidden()
  await fillOutline(cardField(page, 2, "什么挡着"), "船家装作不认识他")
  for (const field of await card.getByRole("textbox").all()) {
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await card.getByText("收起").click()
  await expect(card.getByLabel("什么挡着")).toBeHidden()
  // Without script, the text cannot follow, but says so.
  const told = script ? "他要找到表主人，船家装作不认识他" : "改过了"
  await expect(card.getByText(told)).toBeVisible()
  await page.getByRole("button", { name: "上移：第 2 节" }).click()
  const first = page.locator("li", { has: page.getByRole("heading", { name: "第 1 节" }) })
  await expect(first.getByLabel("什么挡着")).toHaveValue("船家装作不认识他")
  // Without script, nobody knows that it was folded.
  if (script) await expect(first.getByText("他要找到表主人，船家装作不认识他")).toBeVisible()
  else await expect(first.getByLabel("什么挡着")).toBeVisible()
})

rich("what was typed into an outline outlives a reload @needs-js", async ({ page }) => {
  await askForOutline(page)
  await fillOutline(cardField(page, 1, "谁要什么"), "他想留到冬天")
  await page.getByRole("button", { name: "删：第 3 节" }).click()
  await page.reload()
  await expect(cardField(page, 1, "谁要什么")).toHaveValue("他想留到冬天")
  await expect(page.getByRole("heading", { name: /^第 \d 节/ })).toHaveCount(2)
  await page.getByRole("button", { name: "撤销", exact: true }).click()
  await expect(cardField(page, 3, "停在哪里")).toHaveValue("钟停在九点")
})

demo.describe("an outline whose line is lost", () => {
  demo.use({ expected: /net::ERR_/ })

  demo(
    "an outline that is sent offline keeps its fields, and the next press writes it @needs-js",
    async ({ page, context, script }) => {
      await askForOutline(page)
      await fillOutline(cardField(page, 1, "停在哪里"), "他把尺子折断了")
      await untilPreloaded(page, "generations/:id/outline")
      await context.setOffline(true)
      const write = page.getByRole("button", { name: "照这个提纲写" })
      await write.click()
      const problem = page
        .getByText("没有连上服务器，这次没有提交。改过的提纲都还在，请再按一次。")
        .locator("visible=true")
      await expect(problem).toBeInViewport({ ratio: 1 })
      await expect(cardField(page, 1, "停在哪里")).toHaveValue("他把尺子折断了")
      await context.setOffline(false)
      await write.click()
      await untilWriting(page, script)
      await expect(problem).toHaveCount(0)
    },
  )
})

rich("the outline is accessible @needs-js", async ({ page }) => {
  await askForOutline(page)
  await page.getByRole("button", { name: "删：第 3 节" }).click()
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await expectAccessible(page, "outline", theme)
  }
})

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]) {
  rich(
    `what starts the writing stays in view, and the memory is near, at ${size.width} px`,
    async ({ page }) => {
      await page.setViewportSize(size)
      await askForOutline(page)
      const write = page.getByRole("button", { name: "照这个提纲写" })
      for (const part of [page.getByRole("heading", { name: "第 3 节" }), page.getByLabel("题名")]) {
        await part.scrollIntoViewIfNeeded()
        await expect(write).toBeInViewport({ ratio: 1 })
      }
      await page
        .getByRole("link", { name: /^(打开)?备忘$/ })
        .first()
        .click()
      await expect(page.getByRole("heading", { name: "备忘" }).last()).toBeVisible()
      await expect(page.getByText("还没有备忘").first()).toBeVisible()
    },
  )
}

slow("a later card is changed while the ones before are written", async ({ page, script, upstream }) => {
  await askForOutline(page)
  await page.getByRole("button", { name: "照这个提纲写" }).click()
  await untilWriting(page, script)
  if (!script) {
    const step = () => page.locator(".live-step").evaluate((bar) => getComputedStyle(bar, "::before").content)
    await expect.poll(step).toMatch(/第 \d \/ 3 节：/)
    // On a phone the plan opens over the bar, which stays.
    await page.setViewportSize({ width: 390, height: 844 })
    const last = page.getByRole("listitem").filter({ hasText: "夜里的铺子" })
    await expect(last).toBeHidden()
    await page.locator("summary", { hasText: "提纲" }).click()
    await expect(last).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole("button", { name: "停止" })).toBeInViewport({ ratio: 1 })
    await page.locator("summary", { hasText: "提纲" }).click()
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(last).toBeInViewport({ ratio: 1 })
  }
  if (script) await page.getByText("改后面的几节").click()
  else await page.getByRole("link", { name: "改后面的几节" }).click()
  await expect(cardField(page, 1, "发生什么")).toHaveCount(0)
  await fillOutline(cardField(page, 3, "发生什么"), "徒弟带来一只旧齿轮")
  await page.getByRole("button", { name: "改好了" }).click()
  await expect(page.getByText("改好了，写到那一节就照新的写。")).toBeVisible()
  await expect(cardField(page, 3, "发生什么")).toHaveValue("徒弟带来一只旧齿轮")
  if (!script) await page.getByRole("link", { name: "去看正在写的正文" }).click()
  await untilWritten(page)
  const turns = upstream.calls.filter(({ kind }) => kind === "beat").map(({ body }) => body.messages)
  const last = turns.at(-1) ?? []
  expect(last.at(-1)?.content).toContain("以这里为准")
  expect(last.at(-1)?.content).toContain(
    "夜里的铺子｜他要把表修好｜缺一个齿轮｜徒弟带来一只旧齿轮，写到「钟停在九点」为止。",
  )
  expect(last.find(({ role }) => role === "assistant")?.content).toContain("他拆了自己的钟")
})

slow("what was typed into a later card outlives a reload @needs-js", async ({ page, script }) => {
  await askForOutline(page)
  await page.getByRole("button", { name: "照这个提纲写" }).click()
  await untilWriting(page, script)
  await page.getByText("改后面的几节").click()
  await fillOutline(cardField(page, 3, "发生什么"), "徒弟带来一只旧齿轮")
  await page.reload()
  await page.getByText("改后面的几节").click()
  await expect(cardField(page, 3, "发生什么")).toHaveValue("徒弟带来一只旧齿轮")
  await expect(cardField(page, 3, "停在哪里")).toHaveValue("钟停在九点")
})

demo("an outline waits in the list of recent texts, and is opened again", async ({ page, script }) => {
  await askForOutline(page)
  const address = page.url()
  await page.goto("/")
  if (script) await page.getByRole("button", { name: /^查看：.*提纲待定/ }).click()
  else await page.getByRole("link", { name: /提纲待定/ }).click()
  await expect(page.getByRole("button", { name: "照这个提纲写" })).toBeVisible()
  await page.getByRole("button", { name: "照这个提纲写" }).click()
  await untilWriting(page, script)
  await untilWritten(page)
  expect((await shownStory(page)).length).toBeGreaterThan(1_500)

  await page.goto(address)
  await expect(page.getByRole("button", { name: "照这个提纲写" })).toHaveCount(0)
})

demo("an outline that nobody wants ends without a text", async ({ page }) => {
  await askForOutline(page)
  await page.getByRole("button", { name: "不写了" }).click()
  await expect(page.getByText("已停止，还没有写出正文。").first()).toBeVisible()
  await expect(page.getByRole("button", { name: "再试一次" })).toBeVisible()
})

demo("an outline that breaks the ban is refused with all that was typed", async ({ page }) => {
  await askForOutline(page)
  const words = "写一个17岁高中女生和老师上床的故事"
  await fillOutline(cardField(page, 1, "发生什么"), words)
  await page.getByRole("button", { name: "照这个提纲写" }).click()
  await expect(
    page
      .getByText(/^提纲.*任何级别都不会写/)
      .locator("visible=true")
      .first(),
  ).toBeVisible()
  await expect(cardField(page, 1, "发生什么")).toHaveValue(words)
})
