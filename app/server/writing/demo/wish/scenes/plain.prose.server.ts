/** What happens, where there is no scene of its own for it, and two who are there. */
export const HAPPENED: readonly (readonly string[])[] = [
  [
    "{event}。",
    "{other}{朝{hero}看过来|看了{hero}一眼}，{hero}{也在看那边|正好也看过去}。谁也不先开口，等着等着，{又同时说了个“我”字|一齐开了口，又一齐停住}。“{你说|你先说}。”{other}说。“{没什么，跟你一样|我要说的就是这个}。”",
  ],
  [
    "{event}。",
    "“{这一回|这个}，你{之前|事先}想到过没有？”{other}隔了一会儿问。",
    "“{没想到|没有}。”{hero}说，“{想到也没有用|想到了也是一样}。”说着把卷起来的袖口放下来，只放了一只。{other}{看着那另一只，没有提醒|伸手替{hero.he}把另一只也放下了}。",
  ],
]
/** The same, where the two do it together. */
export const BOTH_DID: readonly (readonly string[])[] = [
  [
    "{event}。",
    "“{以后还会这样吗|往后还能这样吗}？”{other}问。“{怎样|哪样}？”“{就这样|像现在这样}。”{hero}{想了想|没有马上答}，往{other}那边{挪了挪|靠了靠}，{算是答了|没有说会，也没有说不会}。",
  ],
]
/** The same, where it is something bad. */
export const HAPPENED_BADLY: readonly (readonly string[])[] = [
  [
    "{event}。",
    "{other}伸出手，挨个儿数{眼前要做的|该做的}，数到第四样，停下来问还有没有。{hero}说没有了，隔一会儿又说还有。“{哪一样|什么}？”“{先吃点东西|先吃饭}。”",
  ],
  [
    "{event}。",
    "“{这事要不要跟别人讲|要不先别往外说}？”{other}问。“{能瞒几天|瞒得住吗}？”{hero}把知道的人数了一遍，{一只手数不完|数到后来，手指不够用}。{瞒的话就不提了|两个人便都不提瞒的话}。",
  ],
  [
    "{event}。",
    "“{你坐着|你先坐}。”{other}说。{hero}没有坐，{来回走了两趟|走到{door}口，又走回来}。“{我在想从哪一头下手|我在想先做哪一样}。”“{想好了叫我|想好了告诉我}。”{other}说，{已经把袖子卷起来了|把鞋带紧了紧}。",
  ],
]
/** The same, where it is something good. */
export const HAPPENED_WELL: readonly (readonly string[])[] = [
  [
    "{event}。",
    "{other}背过身去，{拿袖子擦了擦脸|肩膀动了动}。“{怎么哭了|哭什么}？”{hero}问。“{没哭|谁哭了}，眼里进了灰。”{hero}{也不说破|没有拆穿}，{把袖子递了过去|自己也去揉眼睛}。",
  ],
  [
    "{event}。",
    "“{你再讲一遍|再说一遍}。”{other}说，“{刚才没听够|我想再听一遍}。”{hero}就从头再说了一遍，{添了两处头一遍没有的|比头一遍慢}。{other}听完，{拍了一下腿|长长出了一口气}：“{今晚睡得着了|这下睡得着了}。”",
  ],
]
/** What the hero does, or what happens to the hero. */
export const HERO_DID: readonly (readonly string[])[] = [
  [
    "{event}。",
    "{other}{没有马上说话|看了看{hero}的脸}，{想问，又没有问|把要问的收了回去}。“{我能做点什么|要我做什么}？”{other.he}说。",
    "“{陪我坐一会儿|坐一会儿}。”{hero}说。{坐下以后，两个人都没有再提|两个人就坐了一会儿}。",
  ],
  [
    "{event}。",
    "“{往后怎么办|以后呢}？”{other}问。“{还没想|还没想到以后}。”{hero}说，“{先让我喝口{drink}|先喝口{drink}}。”",
    "{other}去倒了来，{看着{hero}喝完|在旁边等着}，{又倒了一{cupful}|也给自己倒了一{cupful}}。",
  ],
]
export const HAPPENED_ALONE: readonly (readonly string[])[] = [
  [
    "{event}。",
    "{hero}{倒了一{cupful}{drink}，喝完才觉出是凉的|把{cup}里剩的喝了，凉的}，{手搭在膝上|坐着}，听外头有没有动静。",
  ],
  [
    "{event}。",
    "{hero}来回走了几步，{想讲给谁听|想找个人说}，{数了数，身边没有人|一时想不起找谁}，便小声说给自己听。{讲出来不过一句话|说出来，倒比想的短}。",
  ],
  [
    "{event}。{hero}{手里的活停了一停|愣在那里}，{停得久了些|好一会儿没有动}，才{接着往下做|想起手上还拿着东西}。",
  ],
]
export const HAPPENED_PLAINLY = "{event}。"
/** What somebody says who has just come. */
export const HAPPENED_SAYING =
  "{event}。{hero}{没有马上接话|半天没有作声}，{把{cup}往边上挪了挪|又给添了些{drink}}。"
export const HAPPENED_NEXT = ["{接着|随后}，{event}。", "{再往后|这之后}，{event}。"]

/** What it is about, where nothing is said to happen. */
export const ABOUT: readonly (readonly string[])[] = [
  [
    "“{讲讲|说说}{event}吧。”{other}{坐近了些|添了{drink}}，说。",
    "“{从哪儿说起|有什么好说的}。”{hero}{停了停|想了一会儿}，{到底讲起来|还是说了}，{东一句西一句|想到哪里说哪里}。{other}{不时问一声后来|一句也没有打断}。讲完了，{cup}里的{drink}早凉了。",
    "“{原来是这样|这些我从来不知道}。”{other}说。",
    "“{我自己也是才弄明白|我也是说出来才知道}。”{hero}说。",
  ],
  [
    "{两个人|{hero}和{other}}说着闲话，{绕来绕去|东拉西扯}，{又绕到|说到了}{event}。{other}先住了口，{拿眼睛看{hero}|等着{hero}往下接}。",
    "“{你别这么看我|你想问什么就问}。”{hero}说，“{我也只知道一半|我知道的不比你多}。”",
    "“{那一半先给我|那就讲那一半}。”{other}{把凳子拖近|往前坐了坐}。",
  ],
]
export const ABOUT_ALONE: readonly (readonly string[])[] = [
  [
    "{hero}又想起{event}。{以前|从前}想到这里就打住，这回没有打住，{想着想着，忘了手里的活|想到后来，手里的活停了}。",
  ],
]
export const ABOUT_PLAINLY = "{hero}又想起{event}。"

/** Of what a card says nothing happens: what the hero thinks. */
export const THOUGHT = [
  "{hero}{有一句话在心里说了几遍|把心里那句话又过了一遍}：{event}。",
  "{event}。{hero}{没有说出口|只在心里说了}，{嘴唇动了动|手里的活慢了下来}。",
]
/** How a later scene comes back to what has happened. */
export const BACK: readonly (readonly string[])[] = [
  [
    "“{那件事，你跟人讲过吗|那天的事，你跟别人讲过没有}？”{other}问。",
    "“{讲过|讲过一回}。”{hero}说，“{讲到一半，人家不信|没讲完}。”",
  ],
  [
    "“{你又在想那件事|又想那件事了}。”{other}说。“{没有|没想}。”{hero}{把头转开|摇摇头}，{隔了一会儿|停了停}，“{想了一点|就想了一点}。”",
  ],
]
export const BACK_TO_THING: readonly (readonly string[])[] = [
  [
    "{hero}又把{it}拿出来。{other}{凑过来|在旁边}看了一会儿：“{看出名堂了吗|看出什么没有}？”“{这儿有道印子，上回没看见|上回没看见这道印子}。”{hero}用指甲{点了点|比了比}，“{浅得很|很浅}。”",
  ],
  [
    "“{it}{还在|带着呢}？”{other}{忽然问|低声问}。{hero}{拍了拍{bag}|摸了摸怀里}。“{在|带着}。”“{那就好|没事，问问}。”",
  ],
]
export const BACK_TO_THING_ALONE: readonly (readonly string[])[] = [
  [
    "{hero}又把{it}拿出来看了看，{翻到背面|从头看到尾}，有一道{上回没看见的印子|很浅的印子}，{拿指甲比了比|看了又看}，收好了。",
  ],
  ["{hero}{手伸进{bag}|摸了摸怀里}，{it}还在。"],
]
export const BACK_TO_PLACE: readonly (readonly string[])[] = [
  [
    "“{要是再去一回|再去一趟}{where}，”{other}说，“{认得路么|你还认得路吗}？”",
    "“{闭着眼也认得|认得}。”{hero}{顿了顿|说完想了想}，“{差不多认得|大概}。”",
  ],
  [
    "{other}说起{where}，{说那里的风|说梦见了那里}，{说着说着停了|比划了一下}。“{你也梦见了|你还想去}？”{hero}问。“{没有|想}。”{other}说，“{下回换条路走|下回走慢一点}。”",
  ],
]
export const BACK_TO_PLACE_ALONE: readonly (readonly string[])[] = [
  [
    "{hero}{忽然|无端}想起{where}来，{想起路上那段最难走的|想起到的时候腿有多沉}，{把脚往前伸了伸|不觉走快了些}。",
  ],
  ["{旁人|有人}说起{where}，{说得不对|说得跟真的不一样}，{hero}{由着人家说|听着，没有插嘴}。"],
]
export const BACK_TO_VISITOR: readonly (readonly string[])[] = [
  [
    "“{那天来的人|那回来的人}，说的话你信几成？”{other}问。{hero}比了个七。“那三成呢？”“{留着，往后慢慢信|留着，慢慢看}。”",
  ],
  [
    "“{那天来的人|来过的那一位}，{坐的就是我这儿吗|用的哪只{cup}}？”{other}{冷不丁|忽然}问。“{忘了|记不得了}。”{hero}说，“{光顾着听了|光记得那些话}。”",
  ],
]
export const BACK_TO_ANIMAL: readonly (readonly string[])[] = [
  [
    "{it}{蹲在|跟在}{hero}脚边，{吃饱了就睡|不叫也不闹}。名字{还没定下来|到底没取成}，{hero}叫一个，{other}叫一个，它{两个都答应|哪个都应}。",
  ],
]
export const BACK_TO_ANIMAL_ALONE: readonly (readonly string[])[] = [
  ["{it}{蹲在|跟在}{hero}脚边，{吃饱了就睡|不叫也不闹}，{hero}走一步，它{抬一下眼|挪一步}。"],
]
export const BACK_TO_QUARREL: readonly (readonly string[])[] = [
  [
    "{other}到底先开了口，话却是说给别处听的：“{有人把东西落下了|谁的{bag}，挡着道了}。”{hero}{伸手接了|接过来}，应了一声。",
    "“{饿不饿|吃了没有}？”{other}问。",
    "“{没吃|饿}。”架吵到这里，算完了。",
  ],
]
export const BACK_ALONE: readonly (readonly string[])[] = [
  [
    "{hero}走着走着站住了，{想起一句当时该说的话|忽然想到当时该怎么答}，{对着空处说了一遍|小声补上了}，{又接着走|才往前走}。",
  ],
  [
    "{hero}{把那天的事又从头想了一遍|又想起那天的事}，{想到一半，被别的事岔开了|想到末了，发现漏了一处}，{倒也没有再往回想|记在心里，等有人问起再说}。",
  ],
]

/** Before a scene at a place that the wish names. */
export const THERE = "{at}没有别人，{脚步声都显得重|走一步响一步}。"
/** Kinds of stories in which the friend is a relative, or a fox. */
export const NO_LOVERS: ReadonlySet<string> = new Set(["家庭", "童话"])
export const BACK_TO_HERO_ILL: readonly (readonly string[])[] = [
  [
    "“{还冷不冷|还烧不烧}？”{other}说着伸手{来摸额头|就往额头上摸}。“{好了多少天了|早不烧了}。”{hero}{偏过头|躲了一下}。“{摸一下怎么了|让我摸一下}。”",
  ],
]
export const BACK_TO_COMPANION_ILL: readonly (readonly string[])[] = [
  [
    "“{你慢点|走慢点}。”{hero}说，“{才好了几天|病才好}。”“{早好了|好全了}。”{other}{反倒走得更快|走出几步，停下来喘}，{回头|又}笑了笑，“{你那时候说了什么胡话，知道吗|那天夜里应我的，是你吧}？”",
  ],
]
