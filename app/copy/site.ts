import type { DemoShare } from "#app/domain/demo-share.ts"

export const site = {
  name: "落笔",
  title: "落笔 · AI 小说创作",
  description: "写下你的设想，看着一部中文小说一字一字写出来。",
  skipToContent: "跳到正文",
  nav: { label: "主导航", menu: "菜单", home: "首页", novels: "生成小说", library: "我的书库" },
  login: "登录",
  loginElsewhere: "在新窗口登录",
  demo: {
    badge: "演示模式",
    title: "演示模式：尚未配置写作模型",
    text: "现在的文字由内置的演示写手拼成，只为试用。要接入真正的模型，请设置 OPENAI_API_KEY（或任何兼容接口的 OPENAI_BASE_URL）和 OPENAI_MODEL，然后重新启动。",
    label: {
      whole: "演示：内置写手所写，不是大模型的作品",
      part: "演示：其中有内置写手写的部分",
    } satisfies Record<DemoShare, string>,
  },
  backendMissing: {
    title: "Supabase未初始化，请检查环境变量设置",
    text: "登录、保存和分享暂时不能用；生成、复制和下载不受影响。",
  },
  aiLabel: "本文由 AI 生成",
  footer: "落笔的文字由人工智能生成，请勿当作事实。",
  backHome: "返回首页",
  notFound: {
    title: "Oops! Page not found",
    text: "这个页面不存在，可能是地址写错了，或者内容已经移走。",
  },
  error: {
    title: "出错了",
    text: "这一页没能打开。已经写好的文字不会因此丢失，请稍后重试。",
    byStatus: {
      400: "浏览器发来的请求不完整，或者格式不对。请返回首页再试一次。",
      403: "这次提交不是从本站的页面发出的。为了保护你的账号，它已被拒绝，什么都没有改变。请打开本站首页，从页面上重新提交。",
      404: "这个地址上没有内容，可能是地址写错了，或者内容已经移走。",
      405: "这个地址不接受这种请求方法。",
      413: "提交的内容太大了。",
    } as Record<number, string>,
    code: (status: number) => `错误代码 ${status}`,
    id: (id: string) => `错误编号：${id}`,
  },
  lost: {
    page: "没有连上服务器，新的一页没有打开。这一页和填写的内容都还在。",
    unsent: "没有连上服务器，这次没有提交。这一页和填写的内容都还在。",
    unanswered: "没有收到服务器的回答，不知道提交成功没有。这一页和填写的内容都还在，再试一次不会重复。",
    again: "再试一次",
  },
  offline: {
    title: "没有连上网络",
    text: "这一页要连上网络才能打开。连上网络时打开过的公开小说，会在这台设备上留一份，现在也能读。",
    kept: "现在能读的小说",
    none: "这台设备上还没有留下小说。",
    again: "再试一次",
    keptCopy: "没有连上网络，这是上次打开时留下的一份。",
  },
  loginRequired: {
    title: "需要登录",
    text: "请先登录，再查看这一页。",
  },
} as const

/** The label that a story carries, which tells a demo's from a model's. */
export function storyLabel(demo: DemoShare | undefined): string {
  return demo ? `${site.aiLabel} · ${site.demo.label[demo]}` : site.aiLabel
}
