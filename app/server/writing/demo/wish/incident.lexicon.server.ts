/** Nothing of it has happened. */
export const NOT_SO =
  /没|不(?!翼而飞|速|久|知|见的|相识的)|未(?!婚)|别(?=[^人处])|假装|装作|差点|以为|梦见|如果|小心/u
/** How somebody is who has stolen. */
export const THAT_ONE = "那人"
export const THEY_LEAD = "领头的那个"

export const STEALS =
  /^(?<who>[^，]*?)(?:偷|盗)(?![偷袭听看笑懒渡情生摸拍窃])(?:走|取|拿)?了?(?<what>[^，了走着]{1,8})$/u
export const STOLEN =
  /^(?:昨夜|昨晚|夜里|半夜|当晚)?(?<what>[^，]{1,10}?)(?:又|都|全|竟然?|突然|忽然|昨夜|夜里|半夜)*(?:被(?:人|贼|小偷|谁)?(?:偷|盗)(?:走|光)?|失窃|不翼而飞)了?$/u
/** Of how much there is. */
export const AMOUNT = /^[一两二三四五六七八九十几半]+\p{Script=Han}(?=\p{Script=Han})/u
export const LETS_GO =
  /^(?<who>[^，]*?)(?:(?:放走|放过|放了)了?(?<one>[^，]{1,8}?)|放(?<two>[^，]{1,6}?)(?:走|离开|一马|一条生路|回[家去])|把(?<three>[^，]{1,6}?)放(?:走|了))了?$/u
export const PRONOUN = /^(?:[他她]|对方|[那这]个?人)$/u

export const BURNS =
  /^(?<where>[^，]{0,10}?)(?:里|中|上)?(?:又|突然|忽然|竟然?|半夜|深夜|夜里|意外)*(?:着(?:起)?(?:了)?大?火|失火|起了?大?火(?![车锅])|(?:发生|起)了?(?:一场)?火灾|(?<!发)烧了?起来|走水)了?$/u
export const FLOODS =
  /山洪|发(?:了|起)?(?:大|洪)+水|洪水(?!退)|水灾|涨(?:了|起)?大?水|大水(?:来|冲)|被?水?淹了|决堤|溃坝|漏水|(?:屋|店|船|舱|家)里?进了?水/u
export const FALLS_DOWN = /塌方|塌了|塌下来?|倒塌|坍塌|地震|山崩|雪崩|滑坡|崩塌/u
export const OF_THE_HEART = /心|情|梦|眼|脸|信任|希望|世界|精神|[他她]/u
export const RESCUES = /(?:抢救|抢出|抢回|搬出|救出|救下|救)(?<what>[^，了]{1,6})$/u
export const WHAT_CAN_BE_SAVED = "要紧的"
export const OVER_THERE = "后面"

export const COMES_IN =
  /^(?<who>[^，]*?)(?:收到|接到|接收到|截获|截听到|捕捉到|听到|听见|传来|打来|发来|寄来|送来|捎来|等来)了?(?<thing>[^，]{1,20})$/u
export const BY_NATURE = [
  ["signal", /(?:信号|电波|讯号|呼叫|通讯|广播|录音|求救声?)$/u, "一段"],
  ["call", /(?:电话|来电)$/u, "一个"],
  [
    "news",
    /(?:消息|口信|噩耗|喜讯|情报|命令|任务|短信|邮件|通知|音信|警告|捷报|军令|圣旨|留言|传闻)$/u,
    "一个",
  ],
  ["parcel", /(?:包裹|礼物|箱子|盒子|快递|遗物|匣子|礼盒)$/u, "一个"],
] as const
/** How something that comes in is counted. */
export const COUNTED = /^[一两二三四五六七八九十几半]+[段通则条个份件次声道只口]/u
/** Who sends it, is named. */
export const SENT = /(?:打|发|传|寄|送|捎)来了?$/u
export const SAYS = /^(?:说|要求|告诉[^，]{1,4}?|让|通知[^，]{1,4}?)(?!话)/u
export const SAYS_THIS = "里说的是："
export const FROM_WHERE = /从[^，]{1,10}$/u

export const ESCAPES = /逃(?:出|离|走|跑|脱|命|掉|了出)|越狱|脱身|脱险|甩[掉开]/u
export const FIGHTS =
  /^(?<who>[^，和跟与]*?)(?:和|跟|与)(?<whom>[^，]{1,8}?)(?:大)?(?:打了?(?:一架|起来|斗|架)|动起?了?手|交手|决斗|搏斗|过招|厮打|拼杀|激战)了?(?:起来|一场)?$/u
export const COMPETES = /比赛|擂台|决赛|运动会|赛马|龙舟|比武大会|棋赛|大赛/u
export const PLAYS = /下了?(?:一)?[盘局]?棋|打了?(?:一?个)?赌|较量|切磋|比试|对弈|打牌|猜拳|赛跑|比武/u
export const TALKS_OVER =
  /说开|(?:说|讲|谈)(?:个)?(?:清楚|明白|透)|叙旧|解开心结|敞开心扉|(?:谈|聊|说|讲|提|回忆)(?:了|起|到)*(?:当年|往事|旧事|(?:过去|从前)(?!的(?!事)))/u
export const OBJECT = /把[^，]*$|的?(?:误会|心结)$/u
export const TEACHES = /^(?<teacher>[^，]*?)(?:教会?)(?![室堂授师练训育主书])了?(?<behind>[^，]{2,12})$/u
export const LEARNS =
  /^(?<learner>[^，跟向]*?)(?:跟着?|向)(?<teacher>[^，]{1,8}?)学(?:习|会|着)?(?![生校者])[^，]{1,8}$/u
export const SITS_EXAM =
  /(?<!(?:收到|接到).*)(?:考试|面试|考核|测验|答辩|赶考|应考|会试|大考|复试|试镜|高考|中考|殿试|科举)(?!邀请|通知)/u
export const MARRIES = /婚礼|成亲|结婚|拜堂|出嫁|娶亲|办喜事|喜宴|成婚|大婚/u
export const TAKES_PART = /参加|吃喜酒|喝喜酒|去.*婚礼/u
export const IS_BORN =
  /生(?:下|了)[^，病气火]{0,4}(?:孩子|女儿|儿子|娃|婴儿?|双胞胎|龙凤胎|宝宝)|(?:孩子|婴儿|女儿|儿子|宝宝|娃)[^，]{0,3}(?:出生|降生)|分娩|临盆|[要快]生了|生孩子|接生/u
export const LIE_FOUND = [
  /^(?<liar>[^，]{0,8}?)(?:撒|说)?的?(?:谎言|谎话|谎|骗局|假话)[^，]{0,3}(?:被[^，]{0,6}(?:拆穿|揭穿|识破|发现|戳穿)|败露|穿帮)/u,
  /^[^，]{0,8}?(?:拆穿|揭穿|识破|戳穿|发现|知道)了?(?<liar>[^，]{1,8}?)(?:一直)?(?:在|的|对[他她]|说|撒)*(?:谎言|谎话|谎|骗局|假话|骗(?:了)?(?:自己|[他她]))了?$/u,
]
export const DECIDES =
  /^(?<who>[^，]*?)(?:终于|最终|最后|还是)*(?:决定|下定决心|打定主意|决心)要?(?<what>[^，]{2,12})$/u
export const TOLD_BY_OTHERS = /[他她]们|两|自己|了$|的$|谁|如何|怎|什么/u
export const MEETS_AT =
  /^(?<who>[^，]*?)在(?<at>[^，在]{2,10}?)(?:遇到|遇见|碰到|碰见|偶遇|邂逅|撞见)了?(?<whom>[^，了着]{2,14})$/u
export const ON_A_ROAD = /路|途中|街/u
export const RECOGNIZES = /^(?<who>[^，]*?)(?:认得|认出|见过)了?(?<thing>[^，]{2,12})$/u
export const SOMEBODYS = /(?:[他她父母爹娘爸妈师兄弟姐妹爷奶]|亲)的/u
export const AT = /^在/u
export const GOES_THERE = /参加.*$|去$/u
export const ONE_OF_THEM = ["他", "她"] as const
