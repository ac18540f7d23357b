/** How ages are written, as parts of regular expressions over normalised text (see normalise.ts). */

export const RANGE = "[~到至或]"
export const UNIT = "(?:个)?(?:周岁|岁|实岁)(?!月|数|寒|暮|末|尾|首|币|修)"
/** Characters that sound like the unit. They count only after a teenager's number (see age.ts). */
export const UNIT_BY_SOUND = "[碎穗祟睟]"

/** Labels before an age without a unit. */
export const AGE_LABEL =
  "年龄(?:是|为|只有|不过|约|仅|大概)?|芳龄|妙龄|芳华|年方|年仅|年约|年纪(?:是|为|才|仅|只有|不过|刚|刚刚|过|约|方){0,3}|年岁(?:是|为)?|年满|(?:实际|心理|身体|外表|外貌|生理)年龄(?:是|为|只有)?"
/** Words that only hint that an age without a unit follows. */
export const AGE_HINT =
  "(?<![0-9〇零一二三四五六七八九十今去前明往来多每几数半百千万当那这同])年(?=十|1)|(?<![客坐挤塞装住站爆排写摆挂])满(?:了)?|今年(?:才|刚|刚满|只有|也才)?|才刚?满?|刚满|方满|只有|不过|女主角?|男主角?|女孩|男孩|女生|男生|徒弟|新娘|妹妹|弟弟|[她他我你](?=十|1)|男方?(?=十|1)|女方?(?=十|1)|学生|同学|儿子|女儿|养女|继女|公主|小姐|丫鬟|侍女|哥哥|姐姐|主角|男友|女友|新郎|少爷|王妃|徒儿|弟子|女仆"
/** What may follow a labelled age: anything but a measure word. */
export const AFTER_LABELLED_AGE =
  "(?![0-9.零〇一二三四五六七八九十百千万个名位分天年月日人章元米公斤层楼号点次届期])"
/** What must follow an age that has only a hint before it. */
export const AFTER_BARE_AGE = "(?=$|[,\\n]|的(?!时候)|(?:她|他|女|男|少|姑娘|孩|妹|弟|丫头|美|花))"
/** "Fourteen, the age at which ..." */
export const AGE_SAID_AFTER = "(?=,?[^,\\n]{0,16}的(?:年纪|年龄|岁数))"
export const PERSON_AFTER_NUMBER = "(?:的|虚)?(?:少女|少年|女孩|男孩|女生|男生|小姑娘|妹妹|女童|男童)"

/** A number of years after one of these is not a person's age. */
export const NOT_A_PERSON_BEFORE =
  /(?:的|[只条匹棵辆座栋间家])(?:老|小|大|旧)?(?:猫|狗|犬|马|鹦鹉|乌龟|树|槐|榕|银杏|车|房子?|宅子?|楼|屋|公司|店|酒|琴|品牌|剧团|乐队|学校|报纸)(?:已经|已|都|也|今年|快|刚刚?|才|有|整整|足足){0,2}$/

/** Classical words for an age under eighteen. */
export const CLASSICAL_AGES = [
  "及笄",
  "笄年",
  "豆蔻",
  "破瓜",
  "金钗之年",
  "舞勺",
  "束发之年",
  "志学之年",
  "总角",
  "垂髫",
  "始龀",
  "碧玉(?:年华|之年)",
  "二[七八](?:年华|佳人|芳|少女|之年|女郎|佳丽|妙龄|娇)",
  "(?:年方|芳龄|正值|年华|年刚|正当|年纪)二[七八]",
  "花季(?:少女|少年|女|男|的)?",
  "髫年",
  "幼学之年",
]

/** The ways in which the tricks below write eighteen. */
const EIGHTEEN = "(?:18|十八|一八|十8|1八|壹捌|拾捌|壹拾捌|一十八)"
const ADULTHOOD = `(?:${EIGHTEEN}|成年)`
const NO_MEASURE =
  "(?!\\d|\\.|[个分天年人章万元米公斤厘集层楼号点次页件本名位条只度级秒小k岁]*(?:钟|里|时|子)|[个天人章万元米斤集层楼号点次页件本名位条只度级秒k])"

/** Phrases that mention eighteen but mean less. */
export const UNDER_EIGHTEEN = [
  `(?:小于|低于|不足|<)${EIGHTEEN}${NO_MEASURE}`,
  `(?:未|末|不|没|没有|还没|还没有|尚未|仍未|还不|并未|不曾|未曾)(?:满|足|到|及|达到|达)${EIGHTEEN}${NO_MEASURE}`,
  `${EIGHTEEN}(?:周)?岁(?:的)?(?:生日|成人礼|成年礼|生辰)?(?:的)?(?:前|之前|以前|以下|之下|未满|未到|不到|不足|还差|还没|还未|尚未|都没|都不到|倒计时)`,
  `(?:快|即将|马上|就要|将要|将满|快满|快到|将近|接近|临近|行将|眼看|明天|后天|明年|下周|下个月|下月|再过[^,\\n]{1,6}|还有[^,\\n]{1,6})(?:就|才|便)?(?:要|能|会)?(?:是|满|到|过|年满)?(?:她|他)?(?:的)?${EIGHTEEN}(?:周)?岁(?!以上)`,
  `(?:离|距离|距|差)[^,\\n]{0,6}${ADULTHOOD}(?:周)?岁?[^,\\n]{0,4}(?:还|尚|差|仅|只|有|的女|的男|的她|的他)`,
  "(?:还有|还要|还需|再过|再等)[^,\\n]{1,6}(?:才|就|便|方)(?:能|会|要|到|满|算|是)?成年",
  `(?:还)?差[^,\\n]{1,6}(?:就|才|便)?(?:满|到|是|过)?${ADULTHOOD}`,
  "虚岁(?:才|刚|刚满|是|为)?(?:18|19|十八|十九)|(?:18|19|十八|十九)虚岁",
  "17又|十七又|十八减一|18减1",
  "(?:未|不|没|没有|还没|不足|未达|未满|尚未|还不|低于)(?:到|满|达|达到|及|足)?法定(?:的)?(?:成年)?(?:年龄|结婚年龄|婚龄|岁数)?",
  "(?:20(?:09|1\\d|2\\d)|二〇[一二]\\S|二零[一二]\\S)年(?:才)?(?:出生|生的|生人)|(?:出生于|生于)20(?:09|1\\d|2\\d)年",
  "(?<![\\d.])(?:10|15|20|一零|一五)后(?=$|[,\\n]|的?(?:女|男|少|妹|小|孩|学|她|他|嫩|美))",
]

/** Contexts in which a number of years is a difference, a pet's age or a rating, not a person's age. */
export const DIFFERENCE_BEFORE =
  /(?:(?:相差|只差|差了?|年长|年轻|虚长|痴长|苍老|老了|长了|大了|小了|添了|又长|又大)(?:她|他|我|你|自己|对方|整整|近|将近|约|足足|了|至少)*|(?:大|小|长)(?:她|他|我|你|您|自己|对方|丈夫|妻子|男友|女友)(?:整整|近|将近|约|足足|了)*|(?:比|较)[^,\n]{1,10}(?:大|小|长|老|年轻|年长|早|晚)(?:了|整整|近|将近|约|足足|出|上)*|方(?:大|小)(?:了|整整|近)*)$/
export const DIFFERENCE_AFTER = /^(?:的)?(?:年龄差|年纪差|差距|之差|的差距|的差别|年龄差距|之隔|的年龄)/
export const SMALLER_OR_BIGGER_BEFORE = /(?:大|小)$/
export const PARTNER_AFTER =
  /^的?(?:丈夫|妻子|男友|女友|男人|女人|老公|老婆|上司|下属|姐姐|学长|学姐|同事|情人|恋人|爱人|她|他|前辈|$|,)/
export const NOT_A_PERSON_AFTER =
  /^(?:半)?(?:高龄)?(?:的)?(?:老|小|公|母|流浪|纯种|退役)?(?:猫|狗|马(?!夫)|犬|酒|威士忌|树|车|宠物|公司|品牌|橘|金毛|牛|驴|龟|鹦鹉|古树|国家|城市|企业|军犬|柯基|泰迪|拉布拉多|哈士奇)/
export const READERS_AFTER =
  /^(?:以上|及以上)(?:的)?(?:读者|阅读|观|可|适|儿童|推荐)|^(?:以下)?(?:的)?(?:儿童|读者)?(?:请勿|禁止|不得|不宜|谢绝)|^岁?(?:以下)?的?(?:人|顾客|者|人士)(?:出售|销售|售卖|提供|开放)|^岁?(?:以下)?(?:者|人士|的人|的?观众|的?读者|的?顾客|的?客人)?(?:请勿|禁止|不得|不宜|谢绝|严禁|勿)(?:入内|进入|入场|观看|阅读|浏览|访问|饮酒|饮用|购买|参与|参加|使用)/

/** English words for a minor's age. */
export const ENGLISH_NUMBERS =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
