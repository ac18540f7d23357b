/** Where and when a scene takes place. */
export const AT_A_PLACE = [
  "{where}。{hero}{到的时候|来的时候}，{鞋面上全是灰|衣领里还兜着风|身上还带着路上的凉气}，{先站了一站|站了一站}，{没有马上说话|没有急着开口}。",
  "{where}。{hero}{早到了一步|先到了一会儿}，{把要说的话|把前前后后的事}在心里{过了一遍|理了一遍}，{理到一半|过到一半}又{乱了|忘了头}。",
  "{where}。{过了很久|很久以后}，{hero}还{说得出|记得}自己{当时|那会儿}站在哪里，脸朝着哪一边。",
  "{where}。{一路上|路上}{hero}没怎么说话，到了地方，先把{气喘匀|袖口理平}，才{四下里看了看|抬头看了看}。",
]
export const AT_A_PLACE_SHORT = ["{where}。"]

/** What the hero wants, and what somebody else does. */
export const WANTED_BY_HERO = [
  "{want}。{这个念头|这件事}{hero}{没有对谁提过|谁也没告诉}，{一个人走路的时候|手上一闲下来}，却总要{绕回到它上头|碰着它}。",
  "{want}。{说出口|说起来}不过一句话，{真要做|真去做}，得先把{怕丢人的|怕麻烦的}那一半心思{搁到一边|放下}。",
  "{want}。{旁人|别人}{知道了|听了}也许要笑，{hero}自己{不觉得好笑|没有笑}。",
]
export const WANTED_BY_SOMEBODY = [
  "{want}。{话没有明说|嘴上没有讲}，可{谁都看得出来|看是看得出来的}，{hero}也没有去{点破|说穿}。",
  "{want}。{hero}{看在眼里|听在耳朵里}，{一时|当下}{没有接话|没作声}，{心里|暗地里}把轻重掂了掂。",
]
export const WANTED_AT_ALL = [
  "{hero}{这一趟|这一回}为的{就是|只是}一件事：{want}。",
  "{hero}{翻来覆去|来来回回}{只有|就是}一个念头：{want}。{别的|其余的}都可以{往后放|再等等}。",
]

export const WANTED_THING = [
  "{hero}要的，{说到底|说穿了}就是{want}。{这话|这个}{讲给别人听|说给旁人}，{别人|旁人}{未必懂|不一定明白}。",
  "{hero}{一心想着|放不下的是}{want}，{旁的|别的}{都看得轻|都可以不论}。",
]
export const WANTED_SHORT = ["{want}。"]
export const WANTED_AT_ALL_SHORT = ["{hero}{这一趟|这一回}为的就是一件事：{want}。"]
export const WANTED_THING_SHORT = ["{hero}要的，{说到底|说穿了}就是{want}。"]

/** What is in the way. */
export const HINDERED = [
  "偏偏{against}。{hero}{想了个法子|试了一回}，不成；{歇口气|换个法子}再来，{还是不成|仍旧是老样子}。",
  "可是{against}。{这一层|这个}{hero}{事先|原先}也想到过，{只是|不过}{没想到|没料着}{真碰上了这样难办|来得这样早}。",
  "偏巧{against}。{hero}{停下来|站住了}，把{袖子往上挽了挽|手里的东西换到另一边}，{没有往回走|倒也没有回头}。",
  "无奈{against}。{着急也没有用|急也没用}，{hero}{索性|干脆}{坐下来等|靠着墙等}，等心里{静一些|稳一些}再说。",
]

export const HINDERED_SHORT = ["{偏偏|可是}{against}。"]
/** Before what is in the way, where only its name is said. */
export const COMES_ACROSS = "碰上"

/** That something happens, with words of time before it where it has none. */
export const HAPPENED = [
  "{lead}{event}。{谁也没有料到会走到这一步|没有人料到会是这样}，{hero}{也没有|更没有}。",
  "{lead}{event}。{hero}{一开始|起初}{没有回过神来|只当自己弄错了}，{等了一等|过了一会儿}，才{知道|明白}这是真的。",
  "{lead}{event}。这件事{后来|往后}被人{说来说去|讲过许多遍}，{一遍一个样子|每个人讲得都不同}，{hero}{亲身经过的|自己记得的}就是这样。",
  "{lead}{event}。事情既然成了这样，{先前那些打算|别的}就都得{另作计较|往后放}了。",
  "{lead}{event}。{要是有人|若有人}{早一天|前一天}这么讲，{hero}是{不会信的|一个字也不信的}。",
  "{lead}{event}。{hero}把{这一幕|这光景}{看得清清楚楚|从头看到尾}，{连|就连}{风从哪边来|旁边有谁咳嗽了一声}都{没有漏|记住了}。",
]
/** That the hero does something, or that it happens to the hero. */
export const HERO_DID = [
  "{lead}{event}。{这件事|事情}{说来简单|前后没有费多少周折}，真要{讲给别人听|讲起来}，{hero}却{不知道从哪里讲起|得想一想从哪里开头}。",
  "{lead}{event}。后来{有人问|说起来}，{hero}总说{记不清当时想了什么|当时什么也没有想}，只记得{手是凉的|天色亮得很}。",
  "{lead}{event}。{日子|后面的日子}{从这里拐了个弯|就此分成前后两截}，{当时|那时候}{hero}还{看不出来|不觉得}。",
  "{lead}{event}。{先前那些打算|原来想好的步子}，{到这里|从这一刻起}都得重新{排过|算过}。",
]
export const HAPPENED_NEXT = [
  "{接着|随后}，{event}。",
  "{再往后|这之后}，{event}。{一件挨着一件|一桩接着一桩}，{容不得人细想|来不及多想}。",
  "{没过多久|不多时}，{event}。",
]
export const HAPPENED_PLAINLY = ["{lead}{event}。"]
export const LEADS_TO_EVENT = ["没过两天，", "就在那几天里，", "有一天，", "没隔多久，"]

/** What it is about, where nothing is said to happen. */
export const ABOUT = [
  "{事情|这一段事}是从{event}{开始的|起的头}。{hero}{起先|一开始}{没放在心上|不以为意}，{可是|然而}{一连几天|接下来几天}，{走到哪里都绕不开它|到处都听人提起它}。",
  "{那阵子|那些日子}，{hero}{心里|脑子里}装的全是{event}。{吃饭|端起碗}的时候想，{躺下|熄了灯}也想，{想得多了|想久了}，{倒|反而}有了{主意|一点主意}。",
  "{说到底|说来说去}，{总归|还是}离不开{event}{这件事|这一桩}。{hero}{这回|这一次}没有{躲|岔开}，{把它|将它}{从头到尾理了一遍|前前后后问了个清楚}。",
]
export const ABOUT_PLAINLY = ["{事情|一切}都是从{event}起的头。"]
/** What somebody asks. */
export const ASKED = [
  "{hero}{一遍遍|反复}问自己：{event}？{问到后来|问得多了}，{夜里醒来|走在路上}也还是这一句，{答案|回答}却{没有来|还没有}。",
  "有一句话{hero}{一直没问出口|憋了很久}：{event}？",
]

/** What two say of it, and what one alone makes of it. */
export const TOGETHER = [
  [
    "“{这下|现在}怎么办？”{friend}问。",
    "“先{坐下|歇一歇}。”{hero}说，“{碰上这种事|这样的事}，{急不得|站着想不明白}。”",
  ],
  [
    "“{真是这样|你看清了}？”{friend}{凑过来|压低了声音}问。",
    "“{清清楚楚|看清了}。”{hero}说，“头一个不信的{就是|是}我。”",
  ],
  [
    "{friend}{听说以后|知道以后}{半天没言语|好一会儿没作声}，{末了|最后}只说：“{也好|那就这样吧}。{往后的事|后头的路}，一样一样来。”",
  ],
  [
    "“{往后|以后}{要是|倘若}有人问起来，”{friend}说，“{就照实讲|你怎么讲}？”",
    "“{照实讲|有什么讲什么}。”{hero}{想也没想|答得很快}，“编的话{记不住|要记两遍}。”",
  ],
]
export const ALONE = [
  ["{hero}把{这件事|前后经过}{从头想了一遍|一样一样想过来}，想到{末了|后来}，倒有些{饿了|想笑}。"],
  ["{那天|那一天}剩下的时候，{hero}{手上没有停|照旧做该做的事}，{只是|不过}做着做着会{走了神|停一停}。"],
  [
    "{hero}{没有跟人多说|不大跟人提起}，{只|单单}找了{张纸|片干净的纸}，{把日子写下来|写下日子}，{折了两折|叠好}，{收在贴身的地方|压在枕头底下}。",
  ],
]

/** How a thing stays in somebody's mind, and how an animal does. */
export const SEEN_THING =
  "{hero}{后来|往后}{闭上眼睛|一合眼}，还能看见{thing}{那天的样子|当时的样子}，{连光从哪一边照过来都记得|一点也没有走样}。"
export const SEEN_ANIMAL =
  "{thing}的眼睛，{hero}{后来|过了很久}还记得：{看人的时候不躲|盯着人看}，{看够了|看完了}，才不慌不忙地{转开|移开}。"

/** What a scene stops at. */
export const STOPPED = ["{stop}。"]
export const STOPPED_SAYING = ["{stop}"]
export const STOPPED_AT_SIGHT = ["{最后|末了}留在眼里的，是{stop}。"]

/** How a later scene comes back to what has happened. */
export const REMEMBERED_TOGETHER = [
  [
    "“{还记得|你还记得}{said}的那一天{吗|么}？”{friend}{没头没尾地|收拾着东西，忽然}问。",
    "{hero}说{怎么会不记得|那怎么忘得了}。两个人{都停了停|对看了一眼}，又{各忙各的去了|接着做手上的事}，{屋里屋外|四下里}{比先前静了一点|半天没有人再开口}。",
  ],
  [
    "{friend}{忽然|冷不防}提起{named}的事，{说自己|讲自己}{夜里还会想起来|到现在还常想起}。“{那一回|那天}要是{差一步|慢一步}，”{friend.he}{比划了一下|比了比手}，“{就没有后来了|后头的事就全不一样了}。”",
    "“{可我们没有差那一步|可是没有慢}。”{hero}说。",
  ],
]
export const REMEMBERED_ALONE = [
  [
    "{hero}又想起{named}的那一天。{当时|那时候}{只顾着眼前|一心只看着脚下}，没{顾上|来得及}{细想|多想}；{如今回头看|现在想来}，{后来的许多事|许多事}，{都是从那儿开了头|竟都是那天种下的}。",
  ],
  [
    "有人问起{named}的事，{hero}{只拣要紧的说|答得很短}，{说完了|答完}自己倒{愣了一会儿|半天没动}：{竟已经|原来已经}过去{这些日子|这么久}了。",
  ],
]
