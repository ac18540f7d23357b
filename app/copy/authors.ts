import type { AuthorFailure } from "#app/domain/novel.ts"
import { ABOUT_MAX_CHARS, type AuthorPageFailure } from "#app/domain/profile.ts"
import { profileFailureText } from "./account.ts"
import { bannedText } from "./ban.ts"

export const author = {
  nameless: "未知用户",
  novels: "公开的小说",
  link: "作者主页",
  previous: "上一篇",
  next: "下一篇",
  around: "作者的其他小说",
  newer: "上一页",
  older: "下一页",
  pages: "翻页",
  hidesAdult: "还有成人内容的小说没有列出。",
  confirmAge: "我已年满 18 岁，全部列出",
} as const

const AUTHOR_UNREAD = "作者页暂时读不出来"

/** Why an author's page shows no author. */
export const authorFailureText: Record<AuthorFailure, { title: string; text: string }> = {
  "not-found": { title: "没有这个作者页", text: "作者没有公开作者页，或者地址写错了。" },
  "backend-missing": { title: AUTHOR_UNREAD, text: "Supabase未初始化，请检查环境变量设置" },
  "backend-down": {
    title: AUTHOR_UNREAD,
    text: "服务暂时连接不上，请稍后再试。",
  },
}

export const authorPage = {
  title: "作者页",
  isOpen: "公开我的作者页",
  isOpenHint:
    "打开后，任何人都能在一页上看到你的昵称、头像、简介和公开的小说。至少公开了一篇，这一页才打得开。",
  about: "简介",
  aboutHint: `可以不填，最多 ${ABOUT_MAX_CHARS} 个字符。`,
  save: "更新作者页",
  show: "看看我的作者页",
  failed: "作者页没有更新",
} as const

export const authorPageFailureText: Record<AuthorPageFailure, string> = {
  ...profileFailureText,
  ...bannedText((content) => `简介的内容${content}，不能公开。你填写的内容都还在。`),
  "about-too-long": `简介太长了，最多 ${ABOUT_MAX_CHARS} 个字符。`,
  "beyond-level": "简介会给所有人看，这样的内容不能公开。你填写的内容都还在。",
  "moderation-away": "内容审核服务暂时连接不上，现在不能保存简介。你填写的内容都还在，请稍后再试。",
  "scan-busy": "现在提交的人太多，暂时来不及检查简介。你填写的内容都还在，请过一会儿再试。",
  "saved-too-often": "保存得太频繁了，请稍后再试。你填写的内容都还在。",
}
