/** What the demo can do with a paragraph at its author's wish, in the order in which it does several. */
export const WISHES = ["shorter", "dialogue", "scenery", "mind", "view", "gentle", "tense", "longer"] as const
export type Wish = (typeof WISHES)[number]

/** The words that ask for it. */
export const WISH_WORDS: Record<Wish, RegExp> = {
  shorter:
    /更短|短一?[点些]|太长|别太长|不要太长|(?:太|有点|别)啰嗦|缩短|缩写|精简|简短|简洁|简练|干净利落|压缩|删减|shorter|concise|\btrim\b/iu,
  dialogue: /对话|对白|(?:多|让[^，。]{0,6})(?:说|聊)几句|dialogue|\btalk/iu,
  scenery: /风景|景色|景物|环境|天气|写景|加[点些]?景|场景|画面感|scenery|landscape|setting/iu,
  mind: /心理|内心|心情|想法|心里|情绪|感受|thoughts|feelings|inner/iu,
  view: /视角|角度|旁观|perspective|point of view/iu,
  gentle: /温柔|温暖|温情|柔和|柔一?[点些]|轻柔|暖一?[点些]|柔情|治愈|缓和|gentle|tender|warm|soft/iu,
  tense: /紧张|悬念|惊险|压迫|急促|危险|紧迫|刺激|节奏快|快一?[点些]|tense|suspense|thrill/iu,
  longer:
    /更长|长一?[点些]|加长|太短|别太短|不要太短|扩写|扩充|展开|细一?[点些]|更细|详细|具体|细节|丰富|longer|expand|detail/iu,
}

/** In front of a word, or behind it, this asks for less of it. */
export const LESS_BEFORE =
  /(?:不要|别|不用|不必|无需|少|减少?|去掉|删掉?|没有|less|no|without)[^，。；、,.;]{0,3}$/iu
export const LESS_BEHIND = /^[^，。；、,.;]{0,2}(?:少一?[点些]|太多|减少|删掉?|去掉)/u

/**
 * What a paragraph gets that none of its story's own fits. It tells no new fact. `{other}` is somebody who is there;
 * without them, or without a known `{hero}`, a line that names them is left.
 */
export const LINES: Record<Exclude<Wish, "shorter" | "longer" | "scenery">, readonly string[]> = {
  dialogue: [
    "“{你听|等一下}。”{other}说。“{怎么|什么}？”{hero}问。“{没什么|没事}，”{other}说，“{接着来|你接着说}。”",
    "“{你当真这么想|你真这么想}？”{other}问。“{嗯|当真}。”{hero}说，“{想了有一阵了|不然还能怎么想}。”",
    "“{后来呢|然后呢}？”{other}问。“{还能怎么样|就这样}。”{hero}说，“{你不都看见了|你也在这儿}。”",
    "“{慢着|等等}。”{hero}对自己说，“{再想想|别急}。”",
    "“{再来一遍|从头来}，”{hero}{小声说|低声说}，“{一样一样来|不要乱}。”",
    "“{真的|当真}？”“{真的|嗯}。”“{那就好|知道了}。”",
    "“{听见没有|听见了吗}？”“{听见了|在听}。”“……{那就这样吧|行吧}。”",
  ],
  mind: [
    "{想说的不止这些|还有别的话想说}，到了嘴边，{又咽回去了|只剩这几个字}。",
    "心里{明白|清楚}得很，{只是不愿先承认|手脚却慢了半拍}。",
    "{从前没往这上头想过|以前没有这样想过}，这一想，{就放不下了|再也绕不开}。",
    "{也说不清是什么滋味|说不上是怕还是别的}，胸口{堵着|闷闷的}，{过了一阵才松开|要慢慢喘才行}。",
    "{刚才那一下|刚才的事}在心里{又过了一遍|转了一圈}，{还是原来的样子|没有转出什么来}。",
  ],
  view: [
    "{other}{都看在眼里|在一旁看着}，{没有作声|一句话也没插}。换了{other}来说，这件事{大概要从另一头讲起|多半是另一个讲法}。",
    "要是有人从旁边看，{只看得见一个侧影|看见的不过是个背影}，{站得很稳|没有什么特别}，{看不出在想什么|看不出一点要紧的样子}。",
    "隔几步看过来，{动作都很小，声音也听不清|听不见说的什么}，{倒像两边在演一出默戏|只看得见手在动}。",
    "在{旁人|不相干的人}眼里，{不过是平常的一会儿|这也就是一眨眼的工夫}，{看一眼就过去了|谁也不会多看}。",
  ],
  gentle: [
    "声音{放得很轻|压得很低}，{像怕惊着什么|一个字一个字，都搁得很稳}。",
    "{不用急，谁也没有催|谁也没有催，不用急}。{肩膀慢慢松下来|身上的劲一点一点松了}，{手也暖了|手心有了点热气}。",
    "{过了一会儿，脸上的神气软了|脸色慢慢缓过来}，{眼睛里有了点笑|嘴边有了点笑意}。",
    "{这一点好，说不出口|这样的好，不大说得出口}，{也不必说|两下里都知道}。",
  ],
  tense: [
    "手心{出了汗|湿了}，{来不及擦|不敢去擦}。",
    "{四下没有一点声音|一时静得很}。{喉咙发干|嘴里发干}，咽了一下，{没有咽下去|像咽着沙子}。",
    "心口{跳得生疼|一下撞着一下}。{先别动|别出声}。{再听一听|听}。",
    "{背上凉了一截|后背一阵凉}，{脚底下却像生了根|人却没有退}。",
  ],
}

/** In a text of somebody else: what can be seen almost anywhere. */
export const SCENERY_ANYWHERE: readonly string[] = [
  "光{从一边斜过来|斜着照进来}，{照出半空里细细的灰|把影子拉得很长}。",
  "{远处有一点响动|不知哪里响了一下}，{听了听，又没有了|再听，已经没有了}。",
  "{空气里有股潮味|有一阵风，带着点潮气}，{说不清从哪里来|过去就没有了}。",
]
