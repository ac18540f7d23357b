/** What is announced in the notice region: a title, and a sentence where one helps. */
export interface NoticeText {
  title: string
  text?: string
  tone?: "info" | "error"
}

export const notices = {
  generated: { title: "生成成功", text: "新的小说已经写好。" },
  continued: { title: "生成成功", text: "续写的内容已经接在后面。" },
  stopped: { title: "已停止", text: "写好的部分都保留着。" },
  generationFailed: (text: string): NoticeText => ({ title: "生成失败", text, tone: "error" }),
  copied: { title: "复制成功", text: "小说内容已复制到剪贴板" },
  copyFailed: { title: "复制失败", text: "浏览器不允许写入剪贴板，请长按正文手动复制。", tone: "error" },
  deleted: { title: "已删除", text: "已从历史记录中移除" },
  referenceLoaded: { title: "参考文本已加载", text: "文本已完整加载" },
  referenceTruncated: { title: "参考文本已加载", text: "文本过长，仅保留前 10000 个字符" },
  unsupportedFile: { title: "不支持的文件类型", text: "请上传文本文件（.txt）", tone: "error" },
  loginToSave: { title: "需要登录", text: "请先登录，再保存小说。文字会留在这里。" },
  loginToList: { title: "需要登录", text: "请先登录，再查看你的小说。" },
} as const satisfies Record<string, NoticeText | ((text: string) => NoticeText)>
