import { REPORT_NOTE_MAX_CHARS, type ReportFailure, type ReportReason } from "#app/domain/report.ts"

export const reportReasonText: Record<ReportReason, string> = {
  minors: "涉及未成年人的性或情色内容",
  "real-person": "对现实人物的情色或侮辱性描写",
  unrated: "成人内容没有标明级别",
  unlawful: "违法、煽动仇恨或极端暴力",
  privacy: "泄露他人隐私",
  copyright: "抄袭或侵犯著作权",
  other: "其他问题",
}

export const report = {
  title: "举报这篇小说",
  about: (title: string) => `《${title}》`,
  text: "举报只有本站运营者看得到，作者不会知道是谁举报的。",
  reason: "举报原因",
  note: "补充说明（可选）",
  noteHint: `哪一段、什么问题，写得越具体越好。最多 ${REPORT_NOTE_MAX_CHARS} 个字符。`,
  email: "联系邮箱（可选）",
  emailHint: "只在需要向你核实时使用。",
  failed: "举报没有提交",
  refused: "举报没有提交，请看这里：",
  submit: "提交举报",
  back: "返回小说",
  done: {
    title: "举报已收到",
    text: "运营者会人工核对。如果确实违反规则，这篇小说会被下架，链接随即失效；涉及未成年人的举报最先处理。",
    contacted: "留下的邮箱只在需要核实时使用，处理结果不会逐一回复。",
  },
} as const

export const reportFailureText: Record<ReportFailure, string> = {
  "reason-missing": "请选择一个举报原因。",
  "note-too-long": `补充说明太长了，最多 ${REPORT_NOTE_MAX_CHARS} 个字符。`,
  "email-invalid": "邮箱地址格式不对，可以留空。",
  "id-invalid": "无效的小说ID",
  "not-found": "获取小说失败或内容不存在",
  "taken-down": "这篇小说已经下架，不需要再举报。",
  "too-many-attempts": "举报得太频繁了，请稍后再试。你填写的内容都还在。",
  "backend-missing": "Supabase未初始化，请检查环境变量设置",
  "backend-down": "举报没有提交成功，服务暂时连接不上。你填写的内容都还在，请稍后再试。",
}
