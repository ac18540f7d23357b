/** What happens most in stories: each has scenes of its own. */
export type HappeningName =
  | "stranger"
  | "visitor"
  | "crowd"
  | "creature"
  | "met"
  | "danger"
  | "find"
  | "findPlace"
  | "findAnimal"
  | "findMark"
  | "letter"
  | "writing"
  | "journey"
  | "explore"
  | "homecoming"
  | "quarrel"
  | "peace"
  | "secret"
  | "love"
  | "closer"
  | "stay"
  | "death"
  | "heroIll"
  | "companionIll"
  | "somebodyIll"
  | "wound"
  | "rain"
  | "snow"
  | "dark"
  | "feast"
  | "meal"
  | "revealed"
  | "theft"
  | "letGo"
  | "fire"
  | "flood"
  | "collapse"
  | "escape"
  | "fight"
  | "signal"
  | "call"
  | "news"
  | "parcel"
  | "decision"
  | "talk"
  | "teaching"
  | "exam"
  | "contest"
  | "wager"
  | "metThere"
  | "metAgain"
  | "knows"
  | "wedding"
  | "birth"
  | "lie"

const MEASURE =
  "(?:个|位|名|只|条|头|匹|张|封|把|本|枚|件|块|幅|支|根|颗|卷|盏|副|串|份|座|口|间|栋|片|艘|棵|扇|处|群|队|伙|帮|批|行|家|对|双|包|箱|罐|瓶|页|叠|部|台|辆|朵|粒|顶|面|枝|尊|柄|样|道|层|圈|排|半)"
/** How a thing or a person is counted, in front of what they are. */
export const COUNTS = new RegExp(`^(?:[一两二三四五六七八九十几半那这某好多]+|许多|很多)?${MEASURE}`, "u")
/** Without a number, a measure word leads to one. */
export const ONE = "一"
export const BARE_MEASURE = /^[个位名只条头匹张封把本枚件块幅座口间](?=\p{Script=Han}{2})/u
export const MANY = /^(?:[两二三四五六七八九十几好多]+[个位名]|许多|很多|一[群队伙帮批行家对])|们$/u
export const CREATURE = /^(?:[一两三几那]?[只条头匹])|[龙兽怪鬼妖]$|怪物$|猛兽$/u

/** Nobody in particular. */
export const SOMEBODY = /^(?:有(?:一?个)?人|某个?人|不知是谁|谁)$/u
export const SOMEBODY_UNKNOWN = "一个面生的人"
export const WHO_CAME = "来人"
export const STRANGE = /^(?:一?[个位名]|有一?[个位名])|陌生/u
export const NO_PERSON =
  /[了着过吗呢]|不|没|在|把|被|让|说|想|看|给|从|时候|[天夜晨晚]$|车|船$|消息|春|夏|秋|冬|机会|信$|雨|雪|风|地震|灾|病|战/u
/** Who or what comes, in front of the coming or behind it. */
export const COMES_BEHIND =
  /^(?:又|突然|忽然|这时|门外|店里|家里|村里|镇上|站里|这里|半夜)*(?:来|到|走进来|闯进来|出现)了?(?<who>(?:[一两三四五几]?[个位名群队伙帮批只条头匹]|许多|很多)\p{Script=Han}{1,14})$/u
export const COMES_BEFORE =
  /^(?<who>\p{Script=Han}{1,14}?)(?:也|又|都|再次|再度|突然|忽然|终于|半夜|深夜|连夜|夜里|悄悄|不请自|亲自|专程|远道)*(?:来(?:了|到了?这里|找[^，]{1,6}|访|敲门|投奔[^，]{0,6})|找上门来?|找来|上门(?:来)?|到访|登门(?:拜访)?|拜访|敲门|敲响了?门|出现|现身|赶来|赶到|到来|抵达|回来)了?$/u

/** What is found. */
export const FINDS =
  /^(?<lead>.*?)(?:发现|找到|捡到|捡|拾到|挖到|挖出|翻出|翻到|搜到|寻到|寻得|意外得到|得到|拿到|撞见)了?(?<thing>[^，]{1,16})$/u
export const FOUND_AT = /在(?<at>[^，]{1,8}?(?:里|中|上|下|边|旁|底|内|处|角|前|后))$/u
export const FOUND_ON = /^(?<at>[^，在他她]{1,8}?(?:里|中|上|下|边|旁|底|内|处|角))$/u
/** What is no thing that lies somewhere. */
export const NO_THING =
  /[了着过]|(?:是|在|有|被|把|会|要|不|没|也|都|就|能|给|对|说|想)(?!的)|自己|真相|秘密|线索|答案|办法|方法|凶手|证据|问题|原因|机会|工作|爱情|幸福|希望|勇气|对方|彼此|出路|规律|身份|关系|消息/u
export const BIG_THING =
  /^[一两几那]?(?:座|间|栋|口|扇|处|艘|片)|[碑像棺柜缸山城镇村洞道井塔楼屋桥湖岛河林墓穴室房船庙]$|灯塔|墓碑|遗址|废墟/u
/** What can only be seen where it is. */
export const MARK = /^[一两几]?(?:道|层|圈|排|行)|[缝痕迹印字影]$/u
export const DEMONSTRATIVE = /^[那这某]|^(?:他|她|它|林|自)/u
export const OF_ITS_KIND = /^.*的/u

/** Letters come or go. */
export const LETTER_WORDS = /信|电报|纸条|字条|明信片|家书|请柬|请帖|邀请|通知书|传票|战书|聘书|密函/u
export const LETTER_COMING =
  /^(?:.*?)(?:收到|接到|寄来|送来|来)了?(?<thing>(?:[一两几]?封|[一两几]?张|[一个]*)[^，了]{0,12}(?:信件?|电报|纸条|字条|明信片|家书|请柬|请帖|邀请函|邀请信?|通知书|传票|战书|聘书|情书|来信|密函))$|(?:一封|有封)?[^，了]{0,6}信(?:寄)?来了?$|寄来一封信/u
export const LETTER_WRITING = /写(?:了|下)?(?:一封|封|几封)?[^，]{0,4}信|回信|寄(?:出|了)?(?:一封|封)信/u
export const A_LETTER = "一封信"

/** Where somebody goes. */
export const GOES =
  /(?<verb>(?:动身|出发|一起|一同|结伴|连夜|启程|独自|决定)*(?:躲进|躲到|钻进|逃进|前往|去往|赶往|逃往|走进|走到|登上|爬上|来到|赶到|搬到|搬去|逃到|潜入|返回|回到|重返|去|到|上|回))了?(?<where>[^，了着过]{1,12}?)(?<aim>(?:寻找|寻|找|看|取|见|拜|打|买|采|救|求|查|调查|探|走走|旅行|旅游|散步|玩|躲|住|过|散散|避|送|还|问|祭|参加|挖|接|逛|听).*)?$/u
export const PLACE_TAIL =
  /[山城镇村庄岛湖海河江川谷洞林寺庙观庵塔楼馆店铺坊园站港湾岸京府国岭峰崖滩原漠宫殿堡寨舱室屋房家桥市区乡埠底边星院校厂街巷墓坟井城塞漠]$|老家|故乡|家乡|地窖|阁楼|码头|远方|外面|球$|[山城村海林][里上中下外]$|森林里|塞外|江南|北方|南方|西域|沙漠/u
/** A place where one looks round. */
export const DARK_PLACE = /室|窖|仓|舱|庙|洞|塔|墟|墓|井|阁楼|老屋|老宅|鬼屋|影院|教堂|矿|厂/u
export const NO_PLACE_TO_GO = /^(?:底|时|处|来|年|一|了|哪|这里|那里|下面|上面|后来)|死|世|不|没|的人$/u
export const BACK_TO = /回/u
export const WITHIN = /(?<=\p{Script=Han}{2})[里中上内]$/u

/** Who is no one of the two. */
export const SOMEBODY_ELSE =
  /父|母|爸|妈|爹|娘(?!子)|爷|奶|公公|婆|哥|弟|姐|妹|儿|女[儿孩]|舅|姨|叔|伯|婶|姑|师[父傅兄姐弟妹]|老师|老板|邻居|经理|医生|大夫|老[人者汉头]|孩子|丈夫|妻|夫人|掌柜|村民|镇长|长老|同学|同事|学生|客人|敌|警|反派|[一那这][个位名群只]/u
export const QUARRELS =
  /吵架|吵了|争吵|大吵|吵起来|闹翻|闹矛盾|起(?:了)?争执|争执|翻脸|决裂|闹别扭|冷战|反目/u
export const RECONCILES = /和好|和解|道歉|赔不是|原谅|冰释前嫌|言归于好|化解误会|误会解开|解开误会|消除误会/u
export const TELLS_SECRET =
  /坦白|(?:说出|说了|讲出|吐露|透露|道出|告诉)[^，]{0,12}(?:秘密|真相|身世|实话|往事|心事|隐情)|把[^，]{0,12}(?:秘密|真相|身世|往事|心事|实话)[^，]{0,4}(?:说|告诉|讲)[^，]{0,8}|说(?:出了?)?实话/u
export const COMES_OUT =
  /真相(?:大白|浮出水面|揭晓|终于)|(?:揭开|揭露|揭穿|查出|查清|发现|找到|弄清|查明|解开)了?[^，]{0,8}(?:真相|凶手|身份|谜团|谜底|秘密|真凶|幕后)(?![以之]外|的)|谜底/u
export const DECLARES_LOVE = /表白|告白|求婚|表明心意|吐露心意|说出了?(?:喜欢|心意)|说喜欢/u
export const GETS_CLOSER =
  /感情.{0,6}升温|暧昧|心动|动心|(?:关系|感情).{0,6}(?:更|越来越|变得)?.{0,2}(?:近|好|深)|走得更近|擦出火花/u
export const TOUCHES = /牵(?:起|住|着|上|了)?(?:彼此的?)?手|相拥|拥抱|抱在一起/u
/** To whom somebody tells. */
export const TELLS_TO = /告诉了?(?<whom>[^，]*)$/u
export const WHAT_IS_TOLD = /(?:所有|全部|一个|这个|那个|自己的?)*(?:秘密|真相|身世|实话|往事|心事|隐情)/u
export const FALLS_ILL =
  /病倒|生(?:了)?(?:一场)?(?:大|重)?病|病了|发(?:起|高|了)?烧|高烧|大病|染病|晕倒|昏倒|昏迷|住院|病重/u
export const IS_WOUNDED = /受(?:了)?(?:重|轻)?伤|负伤|挂彩|中(?:了)?箭/u
export const STAYS_ILL = /装病|治好|病好|痊愈|康复|退烧/u
export const RAINS =
  /下(?:起)?(?:了)?(?:一场|一整[天夜])?(?:大|暴|小|细|春|秋|夜|雷)?雨|暴雨|大雨|雷雨|雨季|下雨/u
export const SNOWS = /下(?:起)?(?:了)?(?:一场)?(?:大|小|初)?雪|大雪|下雪|初雪|暴雪|飘雪/u
export const GOES_DARK = /停电|断电|熄灯|(?:灯|火)(?:全|都|突然|忽然)*(?:灭|熄)/u
export const FEASTS = /庆典|宴|生日(?!礼|快乐)|过年|年夜饭|团圆饭|聚餐|庆祝|满月酒|酒席/u
export const EATS =
  /去?吃(?:了|完|过)?(?:一?顿|个)?(?:饭|夜宵|宵夜|火锅|烧烤|[早午晚]饭|面|馄饨|饺子)|去?喝(?:了)?(?:一?[顿杯场]|点)?[酒茶]|做(?:了)?(?:一?[顿桌])?饭/u
export const GOES_AWAY = /(?:走|离开|离去|分开|分手|离别|散)/u

export const MEETS = /^(?<lead>.*?)(?:遇到|遇见|碰到|碰见|偶遇|邂逅)了?(?<who>[^，了着]{2,14})$/u
export const IS_DANGER =
  /追来|追上来|仇[家人](?!的)|来袭|袭击|偷袭|追杀|刺客|埋伏|围攻|闯了?进来|[抓捉杀]走?[他她]|追兵|被[^，]{0,6}(?:追|跟踪|盯上|围住|抓)|强盗|土匪|劫匪|山贼|海盗|有人跟踪/u
export const DIES =
  /^(?<who>[^，]{1,10}?)(?:突然|忽然|竟|已经|也|终于|病重|不幸)*(?:去世|死了|死去|病故|过世|离世|牺牲|断气|咽气|走完了一生)了?/u
/** An aim that the scene of a journey tells by itself. */
export const ONLY_TO_BE_THERE = /^(?:看看|看一看|走走|走一走|旅行|旅游|散步|散散步?|散散心|玩|逛逛?|过)/u
/** Behind a happening, what its scene tells by itself. */
export const ABSORBED: Partial<Record<HappeningName, RegExp>> = {
  rain: /檐|避雨|躲雨|困|淋|雨/u,
  snow: /雪|冷|冻/u,
  somebodyIll: /轮流|照顾|照料|看护|守着|陪/u,
  heroIll: /照顾|照料|守着|烧|陪/u,
  companionIll: /照顾|照料|守着|烧|陪/u,
  wound: /包扎|照顾|血/u,
  creature: /怕|惊|吓|恐慌/u,
  feast: /热闹|高兴|开心|喝酒|吃饭|团聚/u,
  quarrel: /吵|闹|误会|生气|不理|不说话|伤心/u,
  peace: /和好|原谅|道歉|哭|抱|笑|误会/u,
  love: /接受|答应|害羞|脸红/u,
  dark: /黑/u,
  secret: /秘密|真相/u,
  revealed: /秘密|真相|凶手/u,
  fire: /火|烟|救|抢/u,
  flood: /水|救|淹|困/u,
  collapse: /埋|塌|救|困/u,
  fight: /打|赢|输|受伤/u,
  contest: /赢|输|夺冠|冠军/u,
  wager: /赢|输/u,
  escape: /逃|追|跑/u,
  exam: /考|通过|录取/u,
  lie: /谎|骗/u,
  birth: /接生|生/u,
  talk: /说|谈|聊|心结|释怀/u,
  meal: /吃|喝/u,
}
/** Of whom a newcomer speaks. */
export const KIN_OF = /[他她]的?(?=父|母|爹|娘|爸|妈|哥|姐|弟|妹|师|家|爷|奶)/gu
/** Where somebody writes to. */
export const WRITES_TO = /信(?:给|寄给)(?<behind>[^，了]{1,10})|给(?<before>[^，了]{1,10}?)(?:写|寄|回)/u
export const ANY_LETTER = "写封信"
export const LETTER_FOR = ["给", "写封信"] as const

/** The same in English. */
export const ENGLISH_HAPPENINGS: readonly (readonly [HappeningName, RegExp])[] = [
  ["quarrel", /\b(?:quarrel|argue|arguing|argument|fall out|row|fight with each other)\w*/iu],
  ["peace", /\b(?:reconcil|make up|makes? peace|apologi[sz]|forgiv)\w*/iu],
  ["love", /\b(?:confess(?:es)? (?:his|her|their|my) love|in love|propos(?:e|es)|marry)\b/iu],
  ["secret", /\b(?:secrets?|confess|truth)\w*/iu],
  ["revealed", /\b(?:culprit|murderer|mystery is solved|solve|reveal)\w*/iu],
  ["heroIll", /\b(?:ill|sick|fever|wounded|injured|poisoned)\b/iu],
  ["writing", /\b(?:writes?|write) (?:a|the|her|his|another) letter/iu],
  ["letter", /\b(?:letter|telegram|postcard)\b/iu],
  [
    "find",
    /\b(?:finds?|found|discovers?|discover|uncovers?|digs? up|picks? up|stumbles? (?:on|upon|over))\b/iu,
  ],
  ["homecoming", /\b(?:go|goes|going|come|comes|return|returns) (?:back )?home\b/iu],
  [
    "journey",
    /\b(?:go(?:es)?|travels?|journey|set out|sets out|sail|sails|walk|walks|climb|climbs|leave|leaves) (?:to|for|up|into|through|across)?\b/iu,
  ],
  ["stranger", /\b(?:arriv|visit|stranger|comes|knock|appear|shows? up|returns?)\w*/iu],
  ["snow", /\b(?:snow|blizzard)\w*/iu],
  ["rain", /\b(?:rain|storm|thunder)\w*/iu],
  ["dark", /\b(?:lights? go(?:es)? out|power (?:cut|outage|fails)|blackout|darkness)\b/iu],
  ["feast", /\b(?:feast|festival|birthday|party|celebrat)\w*/iu],
]
export const ENGLISH_PLACES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:harbou?r|port|dock|pier)\b/iu, "码头"],
  [/\bgarden\b/iu, "花园"],
  [/\bstation\b/iu, "车站"],
  [/\b(?:church|chapel)\b/iu, "教堂"],
  [/\b(?:school|classroom)\b/iu, "学校"],
  [/\b(?:cellar|basement)\b/iu, "地窖"],
  [/\b(?:sea|seaside|coast|shore|beach|ocean)\b/iu, "海边"],
  [/\bmountains?\b/iu, "山里"],
  [/\b(?:forest|woods?)\b/iu, "林子里"],
  [/\blighthouse\b/iu, "灯塔"],
  [/\bisland\b/iu, "岛上"],
  [/\briver\b/iu, "河边"],
  [/\blake\b/iu, "湖边"],
  [/\bvillage\b/iu, "村子"],
  [/\b(?:city|town)\b/iu, "城里"],
  [/\bdesert\b/iu, "沙漠"],
  [/\btemple\b/iu, "古庙"],
  [/\bcastle\b/iu, "城堡"],
  [/\b(?:north|south)\b/iu, "远方"],
]
export const ENGLISH_VISITORS: readonly (readonly [RegExp, string])[] = [
  [/\bold friend\b/iu, "一个老朋友"],
  [/\bmother\b/iu, "母亲"],
  [/\bfather\b/iu, "父亲"],
  [/\bbrother\b/iu, "一个兄弟"],
  [/\bsister\b/iu, "一个姐妹"],
  [/\b(?:child|boy|girl)\b/iu, "一个孩子"],
  [/\bold (?:man|woman)\b/iu, "一个老人"],
  [/\b(?:teacher|master)\b/iu, "一位老师"],
  [/\btravell?er\b/iu, "一个赶路的人"],
]
export const FAR_AWAY = "远方"
export const A_STRANGER = "一个陌生人"
export const UNKNOWN_THING = "一样东西"
/** How one of a thing is counted; what is not here, by the last. */
export const MEASURES: readonly (readonly [RegExp, string])[] = [
  [/信$|电报$|手稿$/u, "一封"],
  [/照片|地图|车票|报纸|明信片|唱片|弓|图$/u, "一张"],
  [/钥匙|伞|剑|刀|吉他|琴|椅|扇/u, "一把"],
  [/日记|笔记本|古籍|书$|账|册/u, "一本"],
  [/灯塔|桥|钟楼|山|岛/u, "一座"],
  [/船|鱼|围巾|项链/u, "一条"],
  [/火车|列车/u, "一列"],
  [/灯|灯笼/u, "一盏"],
  [/戒指|徽章|邮票/u, "一枚"],
  [/狗|犬|狐|鲸/u, "一只"],
  [/玫瑰|花/u, "一朵"],
  [/电脑|收音机|相机|打字机|望远镜/u, "一台"],
  [/自行车|马车/u, "一辆"],
]
export const ANY_MEASURE = "一只"
/** There is only one of it. */
export const ONLY_ONE = /月亮|太阳|海$|雪$/u

/** The two of a story. */
export const THE_TWO =
  /^(?:他们(?:俩|两个|两人)?|她们(?:俩|两个|两人)?|(?:我|咱)们(?:俩|两个)?|两个?人|两位?主角|二人|俩人|大家)/u
export const PRONOUN_OF_ONE = /^[他她]/u
/** What may stand between somebody and what they do. */
export const HOW =
  /^(?:(?:第一次|头一回|下班后|放学后|饭后|晚上|夜里|当晚|突然|忽然|终于|也|又|再|都|却|竟然?|居然|因为[^，]{1,6}?|为了?[^，]{1,6}?|一起|一同|结伴|独自|一个人|慢慢|悄悄|偷偷|连夜|决定|打算|准备|要|想|必须|只好|最终|最后|后来|然后|接着|于是|无意中|意外地?|不小心|在[^，]{1,9}(?:里|中|上|下|边|旁|底|内|处|角|前|后)|大|狠狠地?|不幸|很|彻底|重新|主动|亲自|当场|互相|彼此|再次|把|正式|当众|深夜|半夜|从[^，]{1,8}?里?))+/u
const WITH = /^(?:和|跟|与|同|对|向)/u
export const COMPANION_WORDS = /^(?:同伴|伙伴|搭档|朋友|好友|对方|彼此|爱人|恋人|男友|女友)/u
export const LEADS_SOMEBODY =
  /^(?<guide>[^，]{1,10}?)(?:带着?|领着?|陪着?)(?=(?:他们|她们|两个?人|二人|大家))/u
/** The end of who somebody is. */
export const IS_A_PERSON =
  /(?:[人者客友民兵官长员手家匠师生子侠女男士商婆爷叔伯娘哥弟姐妹父母爸妈爹奶徒敌贼盗僧道尼]|[父母]亲|女儿|小偷|土匪|俘虏|囚犯|店小二|小二|老大|掌柜|老板|旧识|故交|亲戚|前男友|前女友|未婚妻|同门|宗主|国王|皇帝|王后|公主|骑士|精灵|仙人|邻居|医生|大夫|郎中|警察|侦探|记者|律师|经理|上司|领导|同事|同学|老师|教授|校长|船长)$/u
export const SPEAKS_FIRST = /^(?:说|问|带来|带着|要|想|声称|自称|求|请|告诉|送来)/u
/** What a feast is called where it is held. */
export const FEAST_CALLED: readonly (readonly [RegExp, string])[] = [
  [/庆典|庆祝|节日|celebrat|festival/iu, "庆典"],
  [/生日|birthday/iu, "生日饭"],
  [/过年|年夜饭|团圆饭/u, "团圆饭"],
  [/满月酒/u, "满月酒"],
  [/宴|酒席|feast/iu, "酒席"],
  [/聚餐|party/iu, "这顿饭"],
]
export const FEMALE_PRONOUN = "她"
export const CAME_FOR =
  /^(?<who>\p{Script=Han}{1,14}?)(?:独自|一个人|突然|忽然|连夜|半夜|深夜|悄悄|慢慢)*(?:走|跑|赶|前|过|找上门)?来(?<aim>[讨求借要送问报买换投认寻接看帮救][^，了]{1,8}|[^，了]{0,5}[吃喝][^，了]{1,4})了?$/u
export const HOW_BEHIND = /(?:突然|忽然|也|又|都|却|竟然?|终于|不幸|因为.*|在.*)+$/u
export const NOBODY_ELSE = [HOW, WITH, THE_TWO, COMPANION_WORDS, PRONOUN_OF_ONE, /^[，、]/u]
export const CAME_TO = ["是来", "的"] as const
/** What one goes to see, and where that is. */
export const LOOKS_AT = /^看看?(?=\p{Script=Han}+$)/u
export const SEEN_AT: readonly (readonly [RegExp, string])[] = [
  [/^(?:大海|海|日出|日落)$/u, "海边"],
  [/^雪山?$/u, "雪山脚下"],
]
export const THERE_IS = /^有(?=[一几两三个位])/u
export const AGE = /岁$/u
export const BY = /^被/u
export const ON_THE_WAY = /(?:在)?(?:半?路上?|途中|街上|门口|山上|河边|[^，他她]{1,6}[里上边旁中])$/u
/** With whom somebody does something. */
export const PARTNER = /^(?<before>[^，和跟与同]{0,8}?)[和跟与同](?<behind>[^，]{3,})$/u
export const IS_FEMALE =
  /[女妇婆妈娘姐妹姑姨嫂婶奶母](?:[儿子友亲生士])?$|女[^，]{1,2}$|未婚妻|妻子|公主|王后|闺蜜/u
