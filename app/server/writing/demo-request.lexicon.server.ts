/** Words of a request that are about the request and not about the story. */
export const NOT_STORY_WORDS = new Set(
  "一个 一种 一篇 一部 一段 一位 一本 小说 故事 文章 短篇 中篇 长篇 内容 情节 描写 描述 关于 讲述 讲讲 帮我 帮忙 给我 我要 我想 希望 需要 可以 要求 请写 写个 写一 生成 创作 续写 开头 结尾 主角 男主 女主 人物 角色 风格 题材 主题 背景 发生 之间 以及 因为 所以 但是 然后 最后 开始 结束 他们 她们 我们 你们 自己 这个 那个 什么 怎么 如何 一些 非常 比较 必须 应该 不要 左右 字数 大约 约为 两个 三个 几个 没有 就是 还是 或者 并且 其中 如果 虽然 不是 成为 变成 进行 通过 对于 根据 时候 之后 之前 以后 以前 里面 外面 突然 终于 已经 正在 不断 逐渐 充满 带有 具有 属于 包含".split(
    " ",
  ),
)

/** How a request begins before it says what the story is. */
export const REQUEST_OPENING =
  /^(?:请|麻烦)?(?:你)?(?:帮我|给我|为我|替我)?(?:写|创作|生成|续写|讲|来)(?:一)?(?:个|篇|部|段|本)?(?:关于|有关)?|^(?:一个|一篇)?关于/u
