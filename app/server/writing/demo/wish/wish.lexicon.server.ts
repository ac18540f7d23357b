import { runAtEnd } from "#app/domain/text.ts"

/** A sentence of a wish, and a clause of one. */
export const SENTENCE = /(?:“[^“”]*”|[^。！!；;\n])+/gu
export const CLAUSE = /(?:“[^“”]*”|[^，,])+/gu
/** Marks that a plan or a template reads, and the numbers of a list. */
export const MARKUP =
  /[*`#<>＜＞{}|｜【】[\]]|(?:^|(?<=\n))\s*(?:\d{1,2}[.、)）]|[-•·])\s*|\p{Extended_Pictographic}|\u{FE0F}|\u{200D}/gu
export const QUOTES = /[「『」』“”"]/gu
export const QUOTED = /“[^“”]*”/gu
export const ASKS = /[？?]$|(?:吗|呢)$/u
export const ENDS_CLAUSE = new RegExp(runAtEnd(String.raw`\s。，、：:,.!！？?…—～~`), "u")

/** How the first clause of a wish leads over to it. */
export const LEADS_OVER =
  /^(?:接下来|接着(?![说电住])|然后|随后|紧接着|后续|后面|下面|于是|最后|最终|同时|此外|另外|还有|并且|而且)(?=[\p{Script=Han}，：:]|$)/u
/** A wish that is only polite. */
export const IF_YOU_CAN = /^\s*(?:如果|要是)(?:可以|能|方便|有可能|行)的?话?[，,]?/u
/** How somebody leads over to what is to be told. It is no part of that. */
export const LEADS_IN = [
  /^[^，：:]{0,8}(?:反转|转折|结局|高潮|结尾|情节|剧情|内容|方向|要求|事件)(?:就?是|为)?[：:]/u,
  /^[\s，、：:]+/u,
  /^(?:比如|例如|譬如)说?/u,
  /^(?:请(?![客教假来进求示罪战缨])|麻烦你?|拜托|帮我|帮忙)/u,
  /^(?:在?(?:这|那|下|本|此|新的?)一?(?:章|节|回|段|幕|部分|集|处)(?:里|中|内)?|这里|此处|开头|结尾|末尾)(?:就?是|要|先|写(?![得作])|：|:)?/u,
  /^我?(?:希望|想要看?|想看(?:到|见|看)?|想让|要求|建议|觉得(?:应该|可以|要)?|认为(?:应该|可以)?)(?=[\p{Script=Han}“])/u,
  /^(?:最好(?:是|能)?|能不能|可不可以|可否|能否|可以(?=[让写加安有把])|应该(?=[让写加安有])|需要(?=[让写加安有])|必须(?=[让写加安有])|一定要|(?:就|再|先|也|还)?要(?=[让写加安有把])|不如|干脆(?=[让写]))/u,
  /^(?:就|再|先|也|还)?(?:让|令)(?![步座位路开出给人利])/u,
  /^(?:叫|使)(?=[他她它主男女那这]|大家|两人)/u,
  /^(?:再?写|讲讲|讲一讲|写写|写一下|写一写|写到|交代)(?=[他她它主男女那这]|一[个段场幕次只]|两|大家)/u,
  /^(?:着重|重点|仔细|详细|多)?(?:描写|描述|刻画|渲染|写写|写一下|写一写|讲讲|讲一讲|讲一下)(?:一下|一段|一些)?(?=[\p{Script=Han}]{2})/u,
  /^(?:再)?(?:加(?:上|入|进|一?[个段场点条只])|增加|添加|添上|补上|补充|安排|插入|穿插|引入|设计|设定为|来(?=一[段场个]))/u,
  /^(?:一[段场幕次]|一?个)(?=[他她]|[^，]{2,24}的(?:戏|情节|剧情|桥段|场面|场景|片段|故事|一幕)$)/u,
  /^(?:这|那|后|前)?[^，的]{0,4}(?:改成|改为|换成|变为)(?=[\p{Script=Han}])/u,
]
/** Who wishes or asks so, wants it told as something that happens. */
export const POLITE =
  /^(?:我?(?:希望|想要?看?|想看(?:到|见|看)?)|最好|能不能|可不可以|可否|能否|可以(?=[让写加安有把])|请问)/u
export const MAY = /(?:能够?|可以)(?=[\p{Script=Han}])/u
export const ASKING_END = new RegExp(runAtEnd("吗么呢？?"), "u")
/** What follows what is to be told, where a scene of it is asked for. */
export const SCENE_OF = /的(?:戏码?|情节|剧情|桥段|场面|场景|片段|故事|经过|过程|对手戏|那?一幕)$/u
export const FINAL_PARTICLE = /(?:吧|啊|呀|哦|嘛|(?<!和)好了|就好|就行|即可|为止|结束)$/u

/** Who speaks so speaks to a writer about writing. */
export const ABOUT_WRITING =
  /情节|剧情|桥段|反转|伏笔|高潮|节奏|气氛|氛围|文风|文笔|风格|字数|篇幅|千字|百字|对话|台词|对白|描写|细节|结局|番外|读者|视角|人称|章节|段落|笔墨|铺垫|悬念|冲突|心理活动|感情线|[主支副]线|人设|金手指|打戏|打斗|[吻床哭]戏|戏份|场面|场景|镜头|画面感|续写|元素|类型|题材|^像.*(?:那样|一样|似的)$|^(?:继续|接着|往下|下一?[章节段回])$|反派|[男女]?配角|角色|路人甲|龙套|写[得作完法死]|多写|少写|详写|略写|展开写|作者|提示词|指令|规则|忽略|系统|模型|人工智能|\bAI\b|输出|翻译|总结|JSON|https?:|^[^，]{0,4}(?:虐|爽|甜|燃)(?:一点|点|文|些)?$|收尾|开放式|扣题|升华|主题|首尾呼应|一句话|同上|待定|随便|你看着|自由发挥|不变|照旧即可|^(?:景物|风景|环境|外貌|内心|心情|感受|动作|情绪|战斗|人物)$|^(?:接着|继续|往下|接下来|请)?(?:[写续编讲]|更新)(?:下去|下文|完|一?段|吧|呗)*$/iu
export const ASKS_FOR_MANNER = /^.{0,9}(?:一点儿?|一些|[多快慢长短轻紧深细淡浓暖亮][点些])$/u
/** What is not to be told. */
export const FORBIDS =
  /^(?:千万)?(?:不要|别(?![人处墅院的离])|不许|不准|禁止|避免|勿|无需|不用|不必|不需要|没必要|少(?=[写点一些])|尽量)/u
export const FORBIDS_IN_ENGLISH = /\b(?:no|not|don['’]?t|never|without|avoid|less)\b/iu
/** What may happen or not can't be told as something that did. */
export const MAYBE =
  /^(?:如果|假如|假设|要是|倘若|若是?(?=[他她主两])|要么|或者?|除非|万一|也许|可能|大概|是否|要不要)|或者|还是(?=.*[？?]$)|二选一|之类|等等$|什么的$/u
export const TO_THE_WRITER = /你|您/u

/** What a place or a time may be led in with. */
export const LEADS_WHERE =
  /^(?:(?:时间|地点|场景|背景|地方)(?:和(?:时间|地点))?(?:就|都)?(?:是|为|：|:)?)?(?:(?:改|换|放|搬|挪|设|定|转)(?:到|成|在|为)|发生在|就?在(?=[\p{Script=Han}]{2}))?/u
export const LEADS_STOP = /^(?:就?(?:停在|停到|停于|写到|断在|结束在|收在|定格在|止于))/u
export const ENDS_STOP = /(?:这里|这儿|的时候|的那一刻|那一刻|为止|处|时|的画面|的瞬间|的背影里?)$/u

/** Words for the people of a story. */
export const HERO_WORDS = /(?:男女|女|男)?(?:主人公|主角)/gu
export const BOTH_HEROES =
  /男女主(?:角|人公)?|(?:两|二)位?主角|男主(?:角|人公)?[和与跟]女主(?:角|人公)?|女主(?:角|人公)?[和与跟]男主(?:角|人公)?/gu
export const MALE_LEAD = /男主(?:角|人公)?/gu
export const FEMALE_LEAD = /女主(?:角|人公)?/gu
/** Words for the leads, which are no part of a name behind them. */
export const LEAD_WORDS = /男女主(?:角|人公)?|[男女]主(?:角|人公)?|主人公|主角/gu
export const NOBODY = "，"
export const SELF = /(?<!自)我(?![们国军方])/gu
export const OURSELVES = /我们|咱们/gu
export const THEM = "他们"
/** Who means the two of the story, where no others stand before. */
export const OF_BOTH =
  /[他她]们(?:俩|两个人?|两人)?|(?<![这那前后头几三四五六七八九十])两个?人(?!一起来|来)/gu
/** What happens to somebody's grief, and to their joy. */
export const SAD =
  /死|坏|偷|抢|丢|失|断|塌|着火|火灾|起火|输|败|骂|批评|欠|骗|抓|饿|倒闭|迷路|用完|吃完|不够|危险|裂|沉|毁|淹|困|辞|裁|开除|逼|背叛|出卖|拆|挖走|被|泄|故障|转学|放弃|毒|下了?药/u
export const GLAD =
  /道歉|救了|赢|成功|考上|回来了|笑|抱|毕业|找回|同意|答应|治好|痊愈|通过|团聚|重逢|开花|发芽|生了|原谅|解开|好了/u
/** What takes two. */
export const OF_TWO =
  /[他她我咱]们|两个?人|二人|同伴|一起|和好|吵|架|道歉|原谅|表白|告白|坦白|秘密|走$|离开|分[开手]|男主|女主|together|quarrel|argue|reconcil/iu
export const SEVERAL = /们|[几三四五六七八九十两][个位名]|[群帮伙队]|许多|众|[对双]/u
/** Who does it, is said before. */
export const TOGETHER = /^(?:一起|一同|一块|各自|同时)/u
/** Somebody beside the two. */
export const ONE_MORE = /[他她](?!们)|这个?人|那个?人|来人|对方/u
export const TWO_OF_THEM = "两个人"
export const AND = "和"

const set = (words: string) => new Set(words.split(" "))
/** What somebody does. Where a clause begins with one, the hero does it. */
export const DOES = set(
  "找到 发现 遇见 遇到 碰到 碰见 看见 看到 望见 听见 听到 听说 收到 拿到 得到 打开 回到 回家 回去 回 来到 去 到 走进 走到 走出 走 登上 爬上 离开 逃出 逃离 救 救出 救下 救了 带 带着 带上 带走 送 送给 送走 写信 写下 写 烧 烧掉 烧了 偷 偷走 买 买下 买了 卖 卖掉 学 学会 学习 想 想要 想起 想办法 要 要回 决定 打算 准备 希望 必须 开始 继续 拒绝 答应 同意 承认 告诉 说出 说服 说 问 质问 追 追上 追查 跟踪 跟着 躲 躲进 藏 藏起 藏起来 等 等到 等待 寻找 找 找回 找出 查 查出 调查 保护 揭穿 拆穿 揭开 解开 明白 意识到 知道 得知 认出 忘 忘记 忘了 失去 弄丢 丢 丢了 摔 摔倒 受伤 生病 哭 笑 坐 坐上 站 睡 醒来 醒 梦见 回忆 参加 考 考上 打败 打赢 打听 打 输 输掉 输了 赢 赢得 面对 阻止 证明 完成 修 修好 做 做出 种 种下 养 喂 抱 抱住 牵 拉 拉住 推 推开 敲 敲开 敲门 进 进入 出发 上路 骑 开车 拜访 探望 看望 看 见 见到 还 还给 归还 还清 交 交出 交给 埋 埋下 挖 挖出 闯进 闯入 混进 冒充 假装 伪装 穿 穿上 穿过 戴 戴上 脱下 喝 喝下 吃 尝 煮 做饭 搬 搬到 搬家 搬走 辞职 辞掉 毕业 道歉 坦白 请求 求 帮 帮助 陪 陪着 守 守住 守着 保住 护送 赶 赶到 赶上 赶回 错过 撞见 撞上 跳 跳进 跑 跑到 逃 逃走 飞 游 爬 踏上 翻 翻出 翻过 捡 捡到 拾到 接 接到 接住 接过 放 放下 放走 放弃 留 留下 留在 向 对 把 被 从 替 为 用 在 给 和 跟 跟着 误会 怀疑 相信 原谅 爱上 喜欢 讨厌 害怕 担心 后悔 想念 治 治好 画 画下 唱 弹 读 读到 教 教会 拆 拆开 关 关上 锁 锁上 点 点亮 点燃 熄灭 摘 摘下 砍 射 杀出 抓 抓住 抓到 捉 捉住 困 困在 迷路 落水 中毒 失忆 变成 成为 当上 当 继承 卷入 陷入 接受 加入 退出 通过 进城 下山 上山 出海 过河 渡河 回乡 返乡 返回 重返 抵达 到达 前往 赴约 挑战 交出 骗 骗过 瞒 瞒着 隐瞒 撒谎 保守 公开 宣布 签 签下 签字 赔 存 攒 攒钱 借 借来 借到",
)
/** How somebody does something, before what is done. */
export const MANNERS = set(
  "突然 忽然 终于 重新 独自 亲手 连夜 悄悄 偷偷 暗中 一个人 独自一人 又 再 也 已经 立刻 马上 匆匆 慢慢 最终 最后 主动 被迫 不得不 只好 决心",
)
/** What two do with each other. */
export const DO_TOGETHER = set(
  "分开 分头 和好 吵架 大吵 结婚 成亲 分手 重逢 见面 相遇 相认 和解 争吵 打架 拥抱 结伴 同行 失散 走散 联手 结盟 决裂 私奔 订婚",
)
/** Words without which hardly a sentence tells that something happens or is. */
export const TELLS = set(
  "讲起 说起 提起 谈起 回忆起 欠 是 有 没有 没 不 不是 不会 不能 不肯 不敢 不想 会 能 能够 可以 应该 要 想 肯 敢 得 需要 打算 了 着 过 把 被 让 叫 使 给 将 很 太 都 也 却 就 才 又 还 已经 已 正在 正 一直 总是 从来 不再 快要 即将 终于 突然 忽然 出现 消失 发生 变 变成 死 死去 病 病倒 断 断裂 塌 倒 倒塌 停 停下 停电 响 响起 亮 亮起 灭 熄灭 落 落下 下雨 下雪 下起 下 刮 刮起 起 开 开始 结束 关 跑 逃 逃跑 飞 飞走 来 来到 来临 去 到 到来 走 回来 回 出来 进来 上来 下来 起来 掉 掉下来 坏 坏了 丢 丢失 失踪 失火 着火 爆炸 燃烧 涨 涨水 结冰 融化 长出 开花 变小 变大 说 叫 哭 笑 喊 唱 讲 承认 知道 认出 认得 记得 忘 忘记 等 等着 站 坐 躺 睡 醒 看 看见 看着 听 听见 属于 原来 其实 竟 竟然 居然 失败 成功 受伤 生病 迟到 离开 抵达 带 带着 领 领着 送 追 拦 拦住 挡 挡住 锁 锁着 写 写着 刻 刻着 藏 藏着 住 住着 卖 买 偷 换 埋 挖 救 帮 骗 打 打开 烧 缺 缺少 少 多 像 成了 成 当 做 找 找到 发现 遇见 遇到 收到 拿 拿走 拿出 搬 撞 摔 碎 裂 漏 淹 沉 沉没 漂 漂来 漂走 拆 拆迁 倒闭 关门 开门 停业 返航 起飞 失控 失灵 停摆 停运 反对 同意 拒绝 答应 认识 相信 不信 怀疑 害怕 喜欢 爱 恨 误会 原谅 吵 吵架 争 抢 打架 和好 结婚 分手 重逢 见面 相遇 相认 和解 道歉 告诉 问 答 说谎 撒谎 道别 告别 送别 回家 回乡 出发 上路 比 赢 输 赶 赶到 赶来 闯 闯进 闯入 包围 围住 攻 守 抓 抓住 困 困住 迷路 失忆 中毒 落水 溺水 发烧 昏迷 昏倒 醒来 吃 喝 煮 交 交给 还 留 留下 只剩 剩 剩下 用 教 学 学会 画 指 指向 藏起 挂 挂着 摆 放 放下 堆 盖 盖住 照 照亮 升 升起 冒 冒出 钻 钻出 跳 跳进 滚 爬 爬上 登上 走进 走到 穿过 推 推开 敲 敲门 拉 牵 抱 背 扛 提 举 举起 挥 摘 捡 捡到 翻 翻出 倒下 倒塌 喊叫 叫住 拆穿 揭穿 揭开 暴露 泄露 公布 宣布 决定 选择 放弃 坚持 继续 开口 沉默 走丢 走失 走散 失散 寻找 欠 怕 误 错 错过 弄 弄丢 弄坏 对 替 陪 靠 靠近 跟 跟着",
)
/** What is done to something of which more is said: behind somebody, such a word tells, whatever follows. */
export const TELLS_OF_MORE = set(
  "承认 是 就是 竟是 发现 觉得 以为 知道 告诉 认出 看见 遇见 遇到 碰见 找到 救 救出 救下 交给 还给 送给 递给 变成 成为 成了 爱上 嫁给 娶 想起 梦见 收到 拿出 打开 揭开 揭穿 回到 来到 走进 去 把 偷走 偷 埋 卖掉 答应 拒绝 怀疑 听说 听见 抱着 带着 想 决定 有 没有",
)
/** Behind one of these, what happened is told as done. */
export const DONE_BY =
  /(?:找到|发现|遇见|遇到|碰见|收到|拿到|得到|打开|离开|登上|爬上|来到|走进|救出|救下|找回|认出|弄丢|丢失|打碎|烧掉|交给|送给|卖掉|买下|捡到|挖出|解开|揭开|推开|拆开|穿过|抵达|赶到|逃出|闯进|踏上|回到|带走|偷走|答应|拒绝)(?=(?!自己|有|是|所有)[\p{Script=Han}]{2})/u
export const GOES_AT_END = /(去|回)(?![来去])(?=[\p{Script=Han}]{1,6}$)/u
export const DONE_AT_END =
  /(?:受伤|生病|病倒|失踪|迷路|失忆|毕业|分手|和好|结婚|出发|失火|着火|停电|塌方|醒来|落水|中毒|昏倒|晕倒|辞职|出走|消失|倒塌|塌|断|碎|裂|沉|逃走|逃跑|走失|走散|私奔|搬走|把[^，]{1,12}(?:好|掉|坏|开|碎|断|走|完|满|光|出来|起来|下来|回来))$/u
export const NOT_DONE =
  /[了着过是]|想|要|会|能|可以|必须|打算|准备|决定|不|没|别|希望|如果|正|一直|每天|总|将|之前|以前|时|后|的$|里$|[去回](?=[^，]{0,6}[找看见救接拿取问做追查买学打参寻喝吃玩送修捡摘抓偷种卖旅采借还敲听跑钓爬上下赶])/u

/** What says when, and no more. */
export const ONLY_TIME =
  /^(?:[^，是了着]{2,6}(?:前一?[天晚夜]|当[天晚夜]|后一?[天晚]|之夜|那[天晚夜]|的(?:早上|晚上|夜里|清晨|傍晚))|第[一二三四五六七八九十两0-9]+[天日夜年]|当[天晚夜]|次日|那[天晚夜]|[0-9一二三四五六七八九十两几多数]+(?:个)?(?:天|日|年|月|小时|星期|周)(?:以?后|之后)|第二天(?:早上|清晨|傍晚|晚上)?|[清凌]晨|早上|早晨|上午|中午|下午|午后|傍晚|黄昏|晚上|夜里|半夜|深夜|雨夜|雪夜|后来|最后|终于|突然|忽然|这时|此时|就在这时|不久|不久之后|很快)$/u
/** Ends what one can be in. */
export const ALREADY_WISHES =
  /^(?:很|最|只|一直|一心)?(?:想|要|希望|打算|决定|必须|得(?!到|知)|盼|需要|渴望|准备)/u
export const WISHES = /想|要|希望|打算|盼|决定|必须|渴望|为了/u

export const ANIMAL =
  /[猫狗犬狐狼熊虎狮豹象鹿猴牛驴骡羊马兔鼠鸦鸽燕雀鹰鹤鹭雁鹅鸡鸭鹦鹉龟]$|猫头鹰|骆驼|刺猬|熊猫|鹦鹉/u
/** A demonstrative or a measure word leads to a thing or an animal, never to a name. */
export const NO_SOMEBODY =
  /^(?:[那这某每各一两几][只条头匹座间艘把封本棵朵块张盏枚件辆位个些群]|[只条头匹座间艘把封本棵])|[只条头匹座艘棵]$/u
export const LEADS_AGAINST = /^(?:但是?|可是?(?!以|能)|不过|然而|却|偏偏|只是|因为)/u

export const COMMA = "，"
export const STOP = "。"
export const OF = "的"
/** Behind what is done. */
export const DONE = "了"
/** What a clause says of somebody whom the clause before it brings in. */
export const SAYS_WHO = /^是(?=[一那]?(?:个|只|位|名|条))/u
export const ENDS_NAMED = /[了的]$/u
/** What a quotation is, and what ends a sentence twice. */
export const ONLY_QUOTED = /^“[^“”]*”$/u
export const ENDS_TWICE = /(?<=[。？！]”?)。/gu
/** Between the parts of a card. */
export const BAR = "｜"
/** Nouns of one character that may be all of a wish. */
export const SHORT_NOUN = /^[雪雨火梦病雾风海山河船信狗猫井桥酒茶花月]$/u
/** Behind that: how long it has been. */
export const HOW_LONG = /^(?:[一二三四五六七八九十两几半多好数0-9]|很久|许久|整整|大半)/u
/** Of what is named, not told: so long, and without one of these. */
export const NAMES_ONLY = /^[^了着过不没在是很]{1,3}$/u
/** What is not so. */
export const IS_NOT = /^[不没]./u
/** What a message asks for, behind it. */
export const DEMANDS = /^(?:要求|命令|建议)/u
export const MAKES = /^(?:让|令|叫|使)(?=[他她它])/u
/** Nobody is said to do it. */
export const BY_NOBODY = /^\p{Script=Han}了$/u
/** Something is over at the end. */
export const IS_OVER = /^[^的]{2,}了$|^[^的]{1,8}(?:讲|说|提|谈|回忆|想)起/u
/** What the segmenter joins with the word before it. */
export const GOES_TO = /^\p{Script=Han}{2}[去来到回]$/u
export const INSIDE = /[里中上内]$/u
