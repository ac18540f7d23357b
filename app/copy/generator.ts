import type { ContentLevel } from "#app/domain/content-level.ts"
import type { NovelLength } from "#app/domain/novel-length.ts"

export const contentLevelText: Record<ContentLevel, { label: string; description: string }> = {
  1: { label: "无", description: "没有情色内容，专注情节" },
  2: { label: "轻微", description: "含蓄的恋爱，如牵手、拥抱" },
  3: { label: "适度", description: "明显的暧昧与调情" },
  4: { label: "较高", description: "更细致的亲密场面，限成年人" },
  5: { label: "极高", description: "多样的情色内容，仅限成年人" },
}

export const novelLengthText: Record<NovelLength, { label: string; description: string }> = {
  1: { label: "短篇", description: "约 2000 字" },
  2: { label: "中篇", description: "约 4000 字" },
  3: { label: "长篇", description: "约 6000 字" },
  4: { label: "加长", description: "约 8000 字" },
  5: { label: "超长", description: "约 10000 字" },
}

const grouped = new Intl.NumberFormat("zh-CN")

export const generator = {
  heading: "写一部小说",
  prompt: "描述你想要的小说",
  direction: "接下来…",
  directionHint: "不写就顺着往下写",
  directionPlaceholder: "例如：信的主人忽然出现在店门口，说的却是另一件事",
  promptHint: "描述越详细，生成质量越高：人物、时代、冲突、语气。",
  promptPlaceholder: "例如：民国年间，一位修表匠在旧怀表里发现了一封没有寄出的信……",
  promptCount: (count: number, max: number) => `${count} / ${max}`,
  nextLength: "下一部分的长度",
  level: "内容限制级别",
  length: "小说长度",
  examples: {
    label: "没有头绪？",
    prompts: [
      {
        name: "末班地铁",
        prompt: "深夜末班地铁上，一位退休的法官认出了对面座位的人，那是三十年前被他判过的被告",
      },
      { name: "茶馆最后一夜", prompt: "江南小镇的老茶馆要拆了，四位常客决定在最后一夜讲完一个故事" },
      { name: "火星邮局", prompt: "火星农场的第一位气象员，收到了一封来自地球旧邮局的纸信" },
    ],
  },
  outlineFirst: "先看提纲再写",
  /** In the line of the folded form. */
  outlineFirstShort: "先看提纲",
  outlineFirstHint: "写之前可以改",
  submit: { generate: "生成小说", continue: "继续生成" },
  loading: "正在生成，请稍候…",
  /** Names the folded form for screen readers, before what the visitor asked for. */
  request: "这次的设想：",
  refused: "还没有开始生成，请看这里：",
  atButton: "按钮上方的说明",
  lost: {
    unsent: "没有连上服务器，这次没有提交。填写的内容都还在，请再点一次。",
    unanswered: "没有收到服务器的回答，不知道提交成功没有。填写的内容都还在，请再点一次，不会生成两篇。",
  },
  continuing: "接着这篇正文续写；想写新的一篇，请先点「取消」。",
  reference: {
    label: "参考文本（可选）",
    hint: "模仿文风",
    choose: "选择 .txt 文件",
    remove: "移除",
    removed: "参考文本已移除，其余内容都还在。",
    size: (inK: string) => `${inK} 字符`,
    preview: "预览",
  },
  own: {
    label: "接着自己的文章写",
    brief: "粘贴或选文件",
    field: "自己的文章",
    hint: "把写好的部分贴在下面，或选一个 .txt 文件，最多 100 万字。新写的内容接在它后面；想怎么接，写在上面的描述里。",
    placeholder: "在这里粘贴正文",
    choose: "选择 .txt 文件来续写",
    loaded: "文件已读入，请看看开头是不是对的。",
    count: (characters: number) => `${grouped.format(characters)} 个字符`,
    notKept: "这么长的正文不会留作草稿：离开这一页之前，请留好原来的文件。",
  },
  file: {
    read: "读取文件",
    reading: "正在读取…",
    encoding: "文件编码",
    encodingHint: "出现乱码时，请换一个编码再读取一次。",
  },
  encodings: {
    auto: "自动识别",
    "utf-8": "UTF-8",
    gb18030: "GB18030 / GBK（简体）",
    big5: "Big5（繁体）",
    "utf-16le": "UTF-16 LE",
    "utf-16be": "UTF-16 BE",
    shift_jis: "Shift_JIS（日文）",
    "euc-jp": "EUC-JP（日文）",
    "euc-kr": "EUC-KR（韩文）",
  },
  adult: {
    title: "仅限成年人",
    text: "这个级别可能包含成人内容。请确认你已年满 18 岁，并且在你所在的地方可以合法阅读。",
    confirm: "我已年满 18 岁，继续生成",
    kept: "你填写的内容都还在；也可以改选较低的级别。",
  },
} as const
