/** What the wish is about stands in these, where no scene fits: an object or a person that it names. */
export const TOLD_OF_THING: readonly (readonly string[])[] = [
  [
    "{event}。",
    "“{it}？”{other}{没听清似的，又问了一遍|放下手里的活}，“{你再说一遍|你说的是{it}}？”",
    "“{it}。”{hero}{比划了一下|点点头}，“{我亲眼看着的|一点不假}。”{other}{想了一阵|在嘴里念了一遍}：“{难怪|怪不得}……{这几天我总觉得缺了点什么|昨天夜里我就睡不踏实}。”",
  ],
  [
    "{event}。这事{hero}{憋了半天|走了一路}，到底讲给{other}听了。",
    "“{等等，从{it}那儿再讲|先说{it}，后来呢}？”{other}{坐直了|凑近来}。“{后来就这样了|后来的，你也看见了}。”“{那往后呢|就这样}？”“{往后得看{it}|往后我也说不准}。”{hero}说。",
  ],
]
export const TOLD_OF_THING_ALONE: readonly (readonly string[])[] = [
  [
    "{event}。",
    "{hero}{又看了一眼|隔一会儿，又想到}{it}，{没有走近|心里慢慢有了数}。“{偏偏是今天|怎么偏是{it}}，”{hero}{小声说|自言自语}，{说完自己答不上来|四下里没有人接话}。",
  ],
  [
    "{event}。{hero}{先是不信|愣了愣}，{把{it}从头到尾想了一遍|揉了揉眼睛}，{这才|才}信了。",
    "{要是有人问起|日后跟人讲起来}，{多半要从{it}讲起|也只好这么讲：先是{it}，后来的，就都不由人了}。",
  ],
]
export const TOLD_OF_SOMEBODY: readonly (readonly string[])[] = [
  [
    "{event}。",
    "“{whom}{还说了什么|后来怎么样}？”{other}{悄悄|过后}问。“{没说什么|就这些}。”{hero}{摇摇头|想了想}，“{可是手一直没停过|临走又回头看了看}，{像有话|我看是有话}。”",
    "“{有话总要说的|那就等等}。”{other}说，“{别催|下回见了，你先开口}。”",
  ],
  [
    "{event}。{other}{在旁边看得清楚|一句没有插嘴}，等{whom}{走开了|不在跟前了}，才{碰了碰{hero}|说}：“{你看呢|你信不信这个人}？”",
    "“{看不透|说不好}。”{hero}说，“{可是不讨厌|倒不像坏人}。”“{我也这么想|你看谁都不像坏人}。”{other}{笑了|嘀咕了一句}。",
  ],
]
export const TOLD_OF_SOMEBODY_ALONE: readonly (readonly string[])[] = [
  [
    "{event}。{hero}{看着{whom}|没有作声}，{一时不知该说什么|想着该怎么接}。{话没有想好，人先点了点头|到底还是先笑了笑}。",
    "{后来|过后}{hero}{想起{whom}那时的脸色|又想起{whom}来}，{才咂出一点味道|觉得有一句该问的，没有问}。",
  ],
]
