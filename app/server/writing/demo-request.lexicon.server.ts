/** Words of a request that are about the request and not about the story. */
export const NOT_STORY_WORDS = new Set(
  "一个 一种 一篇 一部 一段 一位 一本 小说 故事 文章 短篇 中篇 长篇 内容 情节 描写 描述 关于 讲述 讲讲 帮我 帮忙 给我 我要 我想 希望 需要 可以 要求 请写 写个 写一 生成 创作 续写 开头 结尾 主角 男主 女主 人物 角色 风格 题材 主题 背景 发生 之间 以及 因为 所以 但是 然后 最后 开始 结束 他们 她们 我们 你们 自己 这个 那个 什么 怎么 如何 一些 非常 比较 必须 应该 不要 左右 字数 大约 约为 两个 三个 几个 没有 就是 还是 或者 并且 其中 如果 虽然 不是 成为 变成 进行 通过 对于 根据 时候 之后 之前 以后 以前 里面 外面 突然 终于 已经 正在 不断 逐渐 充满 带有 具有 属于 包含 来自 收到 遇到 遇见 回到 来到 发现 决定 得知 看见 看到 听到 想起 离开 前往 带着 拥有 面对 努力 帮助 寻找 打算 想要 能够 可能 之中 一起 一直 曾经 原来 于是 直到 当时 此时 其他 所有 许多 很多 那些 这些 某个 每个 有人 那里 这里 哪里 温暖 感人 有趣 精彩 细腻 搞笑 现代 古代 悬疑 言情 科幻 武侠 玄幻 都市".split(
    " ",
  ),
)

/** How a request begins before it says what the story is. */
export const REQUEST_OPENING =
  /^(?:请|麻烦)?(?:你)?(?:帮我|给我|为我|替我)?(?:写|创作|生成|续写|讲|来)(?:一)?(?:个|篇|部|段|本)?(?:关于|有关)?|^(?:一个|一篇)?关于/u

/** How a request's first line ends when it names what it wants. */
export const REQUEST_ENDING = /的?(?:短篇|中篇|长篇)?(?:小说|故事)(?=$|[，。！？；\n])/u

export const ABOUT_THE_TEXT = /小说|故事|文章/u
