/** Words for a woman or a man, whoever it is. */
export const FEMALE_WORDS =
  /(?<![儿子孙少美妇母父男养继侄仙])女(?!儿|婿|友|朋友|性|权|婴|团)|姑娘|少女|公主|老板娘|新娘|仙子|仙女|师姐|师妹|寡妇|侠女|妇人|老太太?|大妈|大娘|大婶|阿姨|娘子|丫鬟|丫头|宫女|绣娘|厨娘|皇后|太后|王妃|贵妃|格格|学姐|学妹|校花|闺蜜|\b(?:woman|girl|princess|queen|heroine|waitress|widow|lady|bride|swordswoman|actress|witch|mrs|ms|miss)\b/giu
export const MALE_WORDS =
  /(?<![善])男(?!友|朋友|性|团|女)|先生|少年|公子|王子|国王|书生|和尚|道士|太监|老头|老汉|老翁|大叔|大爷|师兄|师弟|小伙|汉子|皇帝|王爷|驸马|秀才|学长|学弟|校草|\b(?:man|boy|prince|king|widower|groom|swordsman|mr|sir)\b/giu
/** Words for somebody's relative: they tell of the hero only where they stand first or right before the name. */
export const FEMALE_KIN =
  /妈妈|[妈娘]|母亲|[继养]母|后妈|太太|奶奶|外婆|婆婆|姥姥|姐姐|妹妹|姐妹|[大二三四小表堂]姐|[小表堂幺]妹|女儿|闺女|孙女|侄女|外甥女|儿媳|嫂子?|姑姑|姑妈|姨妈|小姨|婶婶|舅妈|[养继]女|\b(?:sisters?|mother|mom|mum|daughter|granddaughter|grandmother|grandma|granny|nana|aunt|auntie|niece|t[ií]a)\b/giu
export const MALE_KIN =
  /爸爸|[爸爹]|父亲|[继养]父|后爸|爷爷|外公|姥爷|公公|哥哥|弟弟|兄弟|[大二三四表堂]哥|[小表堂]弟|儿子|孙子|外孙|侄子|侄儿|女婿|舅舅|叔叔|伯伯|姐夫|妹夫|[养继]子|\b(?:brothers?|father|dad|son|grandson|grandfather|grandpa|uncle|nephew)\b/giu
/** Whose these are is a woman, or a man. */
export const OF_A_WOMAN = /老公|丈夫|前夫|未婚夫|男友|男朋友|前男友|\b(?:husband|boyfriend|fianc[eé])\b/iu
export const OF_A_MAN = /老婆|妻子|前妻|未婚妻|媳妇|女友|女朋友|前女友|\b(?:wife|girlfriend|fianc[eé]e)\b/iu

export const SHE = /她(?!们)|\b(?:she|her|hers|herself)\b/giu
export const HE = /(?<![其])他(?!们|人|乡|妈)|\b(?:he|his|him|himself)\b/giu
/** What somebody is said to be in so many words, behind their name or in a list. */
export const SAID_FEMALE = /^[\s，,、（(/]*女(?=[\s，,、）)。；;/的\d]|$)|性别[：:]?\s*女/u
export const SAID_MALE = /^[\s，,、（(/]*男(?=[\s，,、）)。；;/的\d]|$)|性别[：:]?\s*男/u

/** The end of a female or a male name, and the English names that are hardly ever the other one. */
export const FEMALE_NAME =
  /^(?:Ada|Alice|Amelia|Amy|Ana|Anna|Anne|Bella|Beth|Carla|Carmen|Caroline|Catherine|Charlotte|Chloe|Claire|Clara|Daisy|Diana|Dora|Eleanor|Elena|Eliza|Elizabeth|Ella|Ellen|Ellie|Elsa|Emily|Emma|Erin|Esther|Eva|Eve|Fiona|Flora|Grace|Greta|Hannah|Hazel|Helen|Holly|Ida|Ingrid|Irene|Iris|Isabel|Isabella|Ivy|Jane|Jenny|Jessica|Jo|Joan|Julia|Julie|June|Karen|Kate|Katie|Laura|Lena|Lily|Linda|Lisa|Lucia|Lucy|Luna|Lydia|Maggie|Mara|Margaret|Maria|Marie|Martha|Mary|Maya|Mei|Mia|Mina|Mira|Molly|Nadia|Nancy|Naomi|Nina|Nora|Olivia|Penny|Priya|Rachel|Rebecca|Rosa|Rose|Ruby|Ruth|Sally|Sara|Sarah|Sofia|Sonia|Sophia|Sophie|Stella|Susan|Tara|Tessa|Vera|Violet|Vivian|Wendy|Yuki|Zoe|爱丽丝|安娜|玛丽|露西|莉莉|凯特|苏菲|安妮|丽莎|朱莉|诺拉|米娅|莫莉|艾米|艾玛|艾琳|伊娃|露娜|珍妮)\b|(?:奶奶|大娘|大妈|大婶|大嫂|阿姨|婆婆|老太太?|姑娘|小姐|太太|夫人)$|[娘婆嫂姑姨妃姬妹姐婶娟婷娜莉芳兰梅玲丽秀英淑珍莲芸薇萱妍嫣媛婉蓉莹颖雪霞倩茜琳瑶婕娅花凤丝棠娥]$/u
export const MALE_NAME =
  /^(?:Adam|Albert|Andrew|Anthony|Arjun|Arthur|Ben|Bill|Bob|Carl|Carlos|Charles|Charlie|Daniel|Dave|David|Diego|Edward|Eli|Eric|Felix|Finn|Frank|Fred|George|Harry|Henrik|Henry|Hugo|Ian|Ivan|Jack|Jacob|Jake|James|Jim|Joe|John|José|Joseph|Juan|Kevin|Leo|Liam|Louis|Luca|Lucas|Luke|Marco|Marcus|Mark|Martin|Matthew|Max|Michael|Mike|Miguel|Nathan|Neil|Nick|Noah|Oliver|Omar|Oscar|Otto|Patrick|Paul|Peter|Philip|Ralph|Raj|Richard|Robert|Ryan|Sam|Samuel|Simon|Stephen|Steven|Theo|Thomas|Tim|Tom|Victor|Walter|Will|William|查理|汤姆|杰克|约翰|大卫|彼得|保罗|亨利|乔治|威廉|尼克|迈克|马可|马克)\b|(?:大爷|大叔|大伯|爷爷|老爷子|老头|先生|公子|道长|捕头|镖头|秀才)$|[刚强伟军勇涛磊鹏雄豪杰斌峰龙虎彪柱爷郎哥叔伯汉]$/u

/** Somebody else whom a verb brings in: a pronoun behind them may be theirs. */
export const BRINGS_SOMEBODY =
  /(?:重逢|遇见|遇到|遇上|碰到|碰见|撞见|见到|看见|看到|爱上|暗恋|认识|结识|想起|梦见|救下?|收留|捡到|等|找到?|寻找|送别|告别|陪|照顾|嫁给|娶)了?(?:那|这|一|她|他|自己|多年|昔日|当年|失踪|走失|旧|\p{Script=Han}{1,4}的)?[个位名]?(?:初恋|前任|恋人|爱人|情人|旧爱|对手|同桌|同学|邻居|老板|上司|同事|陌生人|客人|旅人|故人|旧友|搭档|师父|徒弟|朋友|战友|老友|知己|仇人|刺客|病人|老师|学生|将军|\p{Script=Han}{1,3}[师员手客者])/u

export const CLAUSE_END = /[，。；！？,.;!?\n]/u
/** Between a relative and a name, where the name is somebody else's. */
export const SOMEBODY_ELSES = /[的和与跟同]|\b(?:and|of)\b|'s\b/u
/** Behind a name, who that person is. */
export const SAYS_WHO =
  /^[，,]?\s*(?:是|为|原是|本是)[^，。；！？\n]{0,12}|^[^，。；！？\n]{0,2}[，,（(]\s*[^，。；！？）)\n]{0,6}/u
