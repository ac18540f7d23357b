import { PARAGRAPH_MAX_CHARS, WISH_MAX_CHARS } from "#app/domain/edits/paragraph.ts"
import type { GenerationFailure } from "#app/domain/generation.ts"
import { NOVEL_MAX_CHARS, type NovelFailure } from "#app/domain/novel.ts"
import { bannedText } from "./ban.ts"
import { generationLimitText, withWait } from "./limits.ts"
import { novelFailureText } from "./novels.ts"
import { badRequestText } from "./problems.ts"

export const editing = {
  link: "修改正文",
  undo: "用回原来的",
} as const

export const editor = {
  title: "修改正文",
  titleField: "标题",
  contentField: "正文",
  save: "保存修改",
  saving: "正在保存…",
  failed: "没有保存",
  discard: "放弃修改",
  back: "返回",
  undo: "撤销",
  /** Of a text that is not in the library: saving it makes another text. */
  anotherText: "保存后，原来的一版还在，随时可以用回。",
  restored: "上次没存完的修改在这里，可以接着改。",
  behind: "上次改到一半以后，这篇小说在别处变过。保存前会先给你看两边有什么不同。",
  otherHere: (letters: number) => `这台设备上还有另一份没存上的修改（${counts.format(letters)} 字）。`,
  takeOther: "换成那一份",
  dropOther: "不要了",
  discarded: (time: string) => `放弃过的修改还留着（${time}）。`,
  takeBack: "找回",
  unreadable: "这台设备上暂存的内容读不出来。如果上次有没存完的修改，可能找不回了。",
  differs: "两边有什么不同",
  differsHint: "划掉的是那边现在的，标出来的是你写的。",
  /** Where what is typed is kept. */
  state: {
    same: "没有改动",
    typing: "正在修改",
    keeping: "正在自动保存…",
    kept: "已自动保存",
    here: "已存在这台设备上",
    nowhere: "还没存上，请按「保存修改」",
  },
  /** Of a refused form: what still has the edit. */
  unsaved: (kept: string) => `没有保存，${kept}`,
  keptStill: {
    account: "修改已自动存到账号",
    here: "修改还在这台设备上",
    nowhere: "修改还在这一页上",
  },
  refusedHere: (reason: string) => `没有自动存到账号：${reason}`,
  loggedOut: "登录已经过期。这里写的都还在：请在新窗口登录，再回来按「保存修改」。",
  loggedOutBefore: "需要登录才能修改小说。登录以后会回到这里，没存完的修改也还在。",
} as const

const counts = new Intl.NumberFormat("zh-CN")

const KEPT = "你改的都还在。"

/** Why an edited text of a generation was not kept. */
export const editFailureText = {
  ...badRequestText,
  "store-away": `暂时连不上数据库，没有保存。${KEPT}请稍后再试。`,
  "unknown-generation": `这一篇找不到了：可能已超过保存时间，或者不属于你。${KEPT}可以先复制下来。`,
  "login-required": editor.loggedOut,
  "backend-down": `连接中断，没有收到回答，不知道保存了没有。${KEPT}请再按一次，重复也没关系。`,
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

/** Why what is typed over the text of a generation is not kept with the account. */
export const draftFailureText: Record<string, string> = {
  ...novelFailureText,
  ...editFailureText,
  "login-required": "登录已经过期。",
}

export const paragraphs = {
  title: "重写一个自然段",
  link: "改一段",
  hint: "点选一段，写下想怎么改。只重写这一段，别处一个字都不动。",
  choose: "选一段",
  wish: "想怎么改",
  wishHint: `可以不写，最多 ${WISH_MAX_CHARS} 字`,
  submit: "重写选中的一段",
  pages: {
    // On this page 段 is a paragraph.
    parts: "分页",
    part: (part: number, parts: number) => `第 ${part} 页，共 ${parts} 页`,
    previous: "上一页",
    next: "下一页",
  },
  writing: "正在重写这一段…",
  written: "写好了，正在换上…",
  toNew: "看换上的一段",
  ended: "没有换上。",
  stopped: "已停止，原来的一段还在。",
  failed: "没有重写",
  notUndone: "没有换回",
  unanswered: "没有收到回答",
  changed: "这一段是新写的。",
  undo: "用回原来的",
  done: "完成",
  // Beside 「重写这一段」, which writes the whole last part anew.
  here: "改写这一段",
  begins: (beginning: string) => `改写这一段：${beginning}…`,
  move: "按上下方向键换一段。",
  close: "关闭",
  typed: "你写的「想怎么改」",
  toText: "回到正文",
} as const

const UNTOUCHED = "原来的一段还在。"

/** Why a paragraph was not written anew. */
export const rewriteFailureText = {
  ...badRequestText,
  "backend-down": "连接中断，不知道做到了没有。请再按一次，重复也没关系。",
  "still-writing": "这一篇还在写，写完或停下以后才能重写某一段。",
  "paragraph-missing": "请先点选一段。",
  "paragraph-changed": "这一段后来又改过，不能直接换回。从前的正文在小说页的「版本」里。",
  "paragraph-fixed": `这一段不能重写：分隔线，或超过 ${PARAGRAPH_MAX_CHARS} 字的一段，请用「修改正文」。`,
  "wish-too-long": `写得太长了，「想怎么改」最多 ${WISH_MAX_CHARS} 字。`,
  "too-many-attempts": generationLimitText["too-many-attempts"],
  "too-many-running": generationLimitText["too-many-running"],
  ...bannedText((content) => `「想怎么改」或这一段${content}，任何级别都不会写。${UNTOUCHED}`),
  "beyond-level": `「想怎么改」超出了这一篇的内容级别。${UNTOUCHED}`,
  "level-above-ceiling": `这一篇的级别超出了本站开放的级别，不能重写。${UNTOUCHED}`,
  "adult-unconfirmed": "这一篇属于 4 级或 5 级，仅限成年人。请先在首页确认已年满 18 岁，再回来重写。",
  "moderation-away": `内容审核服务暂时连接不上。${UNTOUCHED}请稍后再试。`,
  "scan-busy": `现在提交的人太多，暂时来不及检查。${UNTOUCHED}请过一会儿再试。`,
} as const

/** Why a paragraph was not written anew, or was not put back, in a generation or in a saved novel. */
export function paragraphProblem(
  failure: keyof typeof rewriteFailureText | NovelFailure,
  waitSeconds: number | undefined,
): string {
  if (failure in rewriteFailureText) {
    return withWait(rewriteFailureText[failure as keyof typeof rewriteFailureText], waitSeconds)
  }
  return novelFailureText[failure as NovelFailure]
}

/** Why the engine's answer does not stand in place of the paragraph. */
export const unplacedText: Record<GenerationFailure, string> = {
  refused: `模型拒绝写这一段，没有说明原因。${UNTOUCHED}可以换个说法再试。`,
  unauthorized: `写作模型的密钥无效或没有权限，请联系网站管理员。${UNTOUCHED}`,
  busy: `写作模型正忙，多次重试后仍未成功。${UNTOUCHED}请稍后再试。`,
  unreachable: `与写作模型的连接中断，多次重试后仍未恢复。${UNTOUCHED}请稍后再试。`,
  empty: `写作模型没有给出新的一段。${UNTOUCHED}请再试一次。`,
  banned: `写出来的一段触及任何级别都不写的内容，已撤回。${UNTOUCHED}`,
  "beyond-level": `写出来的一段超出了这一篇的内容级别，已撤回。${UNTOUCHED}`,
  unchecked: `内容审核服务暂时连接不上，写出来的一段已撤回。${UNTOUCHED}请稍后再试。`,
  short: `写出来的一段太短了。${UNTOUCHED}请再试一次。`,
  unchanged: `模型写回了原来的一段，没有改动。可以写明想怎么改，再试一次。`,
  unfit: `模型写回的不像这里的一段：太长、太短、换了语言，或不是小说。${UNTOUCHED}可以再试一次。`,
  displaced: "正文刚在别处改过，找不到要换下的那一段了，所以没有换上。写好的一段在下面。",
  internal: `没能重写。${UNTOUCHED}请稍后再试。`,
}
