import { NOVEL_MAX_CHARS } from "#app/domain/novel.ts"
import { bannedText } from "./ban.ts"
import { badRequestText } from "./problems.ts"

export const editing = {
  title: "修改正文",
  field: "正文",
  save: "保存修改",
  saving: "正在保存…",
  discard: "放弃修改",
  back: "返回",
  takeBack: "撤销",
  failed: "没有保存",
  link: "修改正文",
  /** What the page says of what is typed. */
  state: {
    same: "没有改动",
    typing: "正在输入…",
    kept: "已暂存在本机",
    unkept: "本机存不下，请及时保存",
    discarded: "已放弃修改",
  },
  hint: "保存后，原来的一版还在，随时可以用回。",
  undo: "用回原来的",
} as const

export type EditingState = keyof typeof editing.state

const KEPT = "你改的都还在。"

/** Why an edited text of a generation was not kept. */
export const editFailureText = {
  ...badRequestText,
  "store-away": `暂时连不上数据库，没有保存。${KEPT}请稍后再试。`,
  "backend-down": `连接中断，没有保存。${KEPT}请稍后再试。`,
  "still-writing": `这一篇还在写，写完或停下以后才能修改。${KEPT}`,
  "content-missing": "正文是空的，没有保存。要用回原来的，请点「放弃修改」。",
  "content-too-long": `正文太长了，最多 ${NOVEL_MAX_CHARS} 个字符。${KEPT}`,
  "too-many-attempts": `改得太频繁了，请稍后再试。${KEPT}`,
  ...bannedText((content) => `正文${content}，任何级别都不能保存。${KEPT}`),
  "beyond-level": `正文超出了这一篇的内容级别，没有保存。${KEPT}`,
  "level-above-ceiling": `正文的内容超出了本站开放的级别，没有保存。${KEPT}`,
  "adult-unconfirmed": `改过的正文属于 4 级或 5 级，仅限成年人。请先在首页确认已年满 18 岁，再回来保存。${KEPT}`,
  "moderation-away": `内容审核服务暂时连接不上，没有保存。${KEPT}请稍后再试。`,
  "scan-busy": `现在提交的人太多，暂时来不及检查。${KEPT}请过一会儿再试。`,
} as const
