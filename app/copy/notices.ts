import { BIN_DAYS } from "#app/domain/novel.ts"

/** A notice's texts: a title, and a sentence if one helps. */
export interface NoticeText {
  title: string
  text?: string
  tone?: "info" | "error"
  /** Offers to log in; the path to return to afterwards. */
  loginFor?: string
}

export const notices = {
  generated: (written: string): NoticeText => ({ title: "生成成功", text: `新的小说已经写好，${written}。` }),
  continued: (written: string): NoticeText => ({
    title: "生成成功",
    text: `续写的内容已经接在后面，${written}。`,
  }),
  rewriteRefused: {
    title: "没有重写",
    text: "这一篇的级别或内容现在不能写，原来的一版还在。请改一改描述，再从表单生成。",
    tone: "error",
  },
  rewriteTooMany: {
    title: "没有重写",
    text: "同时在写的太多了，请等其中一篇写完，或先停下一篇。原来的一版还在。",
    tone: "error",
  },
  rewriteTooOften: { title: "没有重写", text: "生成得太频繁了，请稍后再试。原来的一版还在。", tone: "error" },
  stopFailed: { title: "还没有停下", text: "请再点一次「停止」。", tone: "error" },
  unfinishedHere: {
    title: "服务器上暂时取不到这次生成",
    text: "下面是这台设备上留下的一份，可以接着写、复制或保存。",
    tone: "error",
  },
  stopped: { title: "已停止", text: "写好的部分都保留着。" },
  generationFailed: (text: string): NoticeText => ({ title: "生成失败", text, tone: "error" }),
  copied: { title: "复制成功", text: "小说内容已复制到剪贴板" },
  copyFailed: { title: "复制失败", text: "浏览器不允许写入剪贴板，请长按正文手动复制。", tone: "error" },
  readingNotKept: { title: "阅读设置没有改成", text: "没有连上服务器，请再试一次。", tone: "error" },
  shareFailed: { title: "没有分享出去", text: "请复制链接，再发给别人。", tone: "error" },
  deleted: { title: "已删除", text: "已从历史记录中移除" },
  referenceLoaded: { title: "参考文本已加载", text: "文本已完整加载" },
  referenceTruncated: { title: "参考文本已加载", text: "文本过长，仅保留前 10000 个字符" },
  ownTextLoaded: (name: string): NoticeText => ({ title: "文章已读入", text: name }),
  unsupportedFile: { title: "不支持的文件类型", text: "请上传文本文件（.txt）", tone: "error" },
  loginToSave: { title: "需要登录", text: "请先登录，再保存小说。文字会留在这里。" },
  loggedIn: { title: "登录成功", text: "欢迎回来" },
  loggedOut: {
    title: "已退出登录",
    text: "登录期间写的内容已从这台设备上移除，保存过的在「我的小说」里。",
  },
  loggedOutEverywhere: { title: "已退出登录", text: "所有设备上的登录都已结束" },
  logoutFailed: {
    title: "退出登录失败",
    text: "账号服务没有回应。这台设备已经退出，其他设备上的登录可能还在，请稍后再试一次。",
    tone: "error",
  },
  accountDeleted: { title: "账号已删除", text: "名下的内容都已彻底删除，这台设备上的也移除了。谢谢你来过。" },
  registered: { title: "注册成功", text: "请查收邮件中的确认链接" },
  welcome: { title: "注册成功", text: "欢迎来到落笔" },
  confirmed: { title: "邮箱已确认", text: "欢迎来到落笔" },
  passwordChanged: { title: "密码已更新", text: "下次请用新密码登录，其他设备上的登录已经结束" },
  saved: { title: "保存成功", text: "小说已保存到你的账号" },
  updated: { title: "保存成功", text: "小说已更新，从前的正文留着，可以恢复" },
  savedAnew: { title: "保存成功", text: "原来的那一篇已经删除，这次保存成了新的一篇" },
  loginToContinue: { title: "需要登录", text: "登录后就能接着写这篇小说" },
  savedPublic: { title: "保存成功", text: "小说已保存，可以公开分享" },
  linkCopied: { title: "链接已复制", text: "分享链接已复制到剪贴板" },
  authorPageUpdated: { title: "作者页已更新" },
  profileUpdated: { title: "个人资料已更新" },
  avatarUploaded: { title: "头像已上传", text: "请点击保存以更新资料" },
  novelPublished: { title: "已公开", text: "现在可以用链接分享了" },
  novelUnpublished: { title: "已取消公开", text: "分享链接已经失效" },
  novelRenamed: { title: "标题已更新" },
  textEdited: { title: "修改已保存", text: "原来的一版还在，随时可以用回。" },
  novelEdited: { title: "正文已更新" },
  editDiscarded: { title: "已放弃修改", text: "改到一半的还留着，可以在「版本」里找回" },
  textDiscarded: { title: "已放弃修改", text: "改到一半的还留着，再点「修改正文」可以找回" },
  paragraphUndone: { title: "已用回原来的一段", text: "换下来的正文留作一个版本" },
  versionRestored: { title: "已换回这一版", text: "换下来的正文留作一个版本" },
  sectionRenamed: { title: "节名已更新" },
  sectionRemoved: { title: "这一节已去掉，正文没有变" },
  sectionAdded: { title: "已分出新的一节" },
  novelBinned: { title: "已移到回收站", text: `${BIN_DAYS} 天内可以在回收站里恢复` },
  novelRestored: { title: "已恢复", text: "恢复的小说仅自己可见" },
  novelDeleted: { title: "已彻底删除" },
  novelsPrivate: { title: "已设为仅自己可见", text: "分享链接已经失效" },
  loginToList: { title: "需要登录", text: "需要登录才能查看小说", loginFor: "/my-novels" },
  referenceNotKept: {
    title: "上传失败",
    text: "需要登录才能上传文件。这次生成仍会参考它，只是没有存到你的账号。",
    tone: "error",
  },
  referenceTooOften: {
    title: "上传失败",
    text: "你存参考文本太频繁了，这一份没有存到你的账号。这次生成仍会参考它。",
    tone: "error",
  },
  referenceUploadFailed: {
    title: "上传失败",
    text: "参考文本没有存到你的账号，服务暂时连接不上。这次生成仍会参考它。",
    tone: "error",
  },
} as const satisfies Record<string, NoticeText | ((text: string) => NoticeText)>

/** The notice of this name, which a redirect left for the next page; null for an unknown name. */
export function flashedNotice(name: string): NoticeText | null {
  const notice = Object.hasOwn(notices, name) ? notices[name as keyof typeof notices] : null
  return notice && typeof notice !== "function" ? notice : null
}
