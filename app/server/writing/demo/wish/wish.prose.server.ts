/** Where and when a scene takes place. */
export const AT_A_PLACE = [
  "{where}。{hero}{到的时候|来的时候}，{鞋面上全是灰|衣领里还兜着风|身上还带着路上的凉气}，{先站了一站|站了一站}，{没有马上说话|没有急着开口}。",
  "{where}。{hero}{早到了一步|先到了一会儿}，{把要说的话|把前前后后的事}在心里{过了一遍|理了一遍}，{理到一半|过到一半}又{乱了|忘了头}。",
  "{where}。{hero}{先看了看四面|把四面看了一遍}，{认清从哪儿来、往哪儿去|记住了来的是哪一边}，{才接着往前走|才松了一口气}。",
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

/** What somebody asks. */
export const ASKED = [
  "{hero}{一遍遍|反复}问自己：{event}？{问到后来|问得多了}，{夜里醒来|走在路上}也还是这一句，{答案|回答}却{没有来|还没有}。",
  "有一句话{hero}{一直没问出口|憋了很久}：{event}？",
]

/** What a scene stops at. */
export const STOPPED = ["{stop}。"]
export const STOPPED_SAYING = ["{stop}"]
export const STOPPED_AT_SIGHT = ["{最后|末了}留在眼里的，是{stop}。"]
