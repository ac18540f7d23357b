/**
 * The words next to a mention of a minor that tell which part the minor has in the story.
 * Parts of regular expressions over normalised text (see normalise.ts), where "," ends a clause and a line
 * break ends a sentence. Every repetition is bounded, so that matching stays linear.
 */

/** Nouns for children who may only pass by. */
export const CHILD_NOUN =
  "^(?:小孩|儿童|孩童|小朋友|婴儿|婴孩|女婴|男婴|小女孩|小男孩|女娃|男娃|女童|男童|小屁孩|小不点|奶娃|幼崽|孩提)$"

/** The child of an adult in the story. */
const KIN = "(?:女儿|儿子|孩子|闺女|宝宝|宝贝|侄女|侄子|侄儿|外甥女?|孙子|孙女|弟弟|妹妹|双胞胎|龙凤胎|娃)"
export const KIN_AFTER = `^(?:的|大的|多的|半的|左右的|的一对|的小|小|学生|生|学的|读的){0,2}${KIN}`
export const KIN_BEFORE = `${KIN}[^,\\n]{0,3}$`
export const CARE_BEFORE =
  "(?:带着?|把|将|抚养|养着|养育|养大|拉扯|有个?|有一个|照顾|接|送|哄睡?|哄|陪|抱着?|搂着?|牵着?|拉着|给|为|育有|生下|失去|留下|看着|背着|和前妻的|与前夫的|前妻留下的|(?:她|他|自己|家里|家中|唯一)的?|寄养|探望|看望|叮嘱|教|母亲|妈妈|父亲|爸爸|奶奶|爷爷|外婆|亲吻|亲了亲|亲|吻了|抱起)(?:了)?(?:一个|一对|两个|三个|刚满|只有|才|年仅|刚上|上|读|在上|正上|在读|正在上|念){0,2}$"
/** A child who sleeps or is with others is not in the scene of a couple. */
export const ELSEWHERE_BEFORE = "(?:隔壁|楼上|楼下|另一间|里屋|老家|儿童房|婴儿床|摇篮)[^,\\n]{0,4}$"
export const ELSEWHERE_AFTER = `^(?:的|大的|小的|的小|小){0,2}${KIN}[^,\\n]{0,4}?(?:早已|已经|早就|都|也|刚|已){0,2}(?:睡着|熟睡|睡熟|睡下|睡了|睡去|入睡|(?:送|接|托付|寄)[去到给回在](?:了)?(?:她|他|自己)?的?(?:外婆|奶奶|姥姥|爷爷|外公|祖母|老家|幼儿园|托儿所|小学|学校|夏令营|寄宿|亲戚|姑姑|姨妈|舅舅|父母|娘家|婆家|保姆|邻居|朋友)|(?:在|去)(?:了)?(?:外婆|奶奶|姥姥|爷爷|老家|幼儿园|夏令营|学校)|住校|不在家|上学去)`
export const SCHOOL_RUN_BEFORE = `${KIN}(?:送|接)(?:去|到|进|往|回)?(?:了)?$`
export const PARENT_AFTER = "^的?(?:家长|妈妈|母亲|爸爸|父亲|妈|爸|家教老师|老师|教师)"
export const CROWD_BEFORE =
  "(?:一群|几个|成群的?|三五个|许多|很多|无数|来往的|放学的|路过的|街边的?|门口的?|一队|邻居家的|有)$"
export const CROWD_AFTER =
  "^们?[^,\\n]{0,4}(?:跑|路过|经过|打闹|嬉|追逐|骑车|涌|穿过|背着书包|走过|叽叽喳喳|唱|放风筝|撒花|玩耍)"
export const LESSON_BEFORE = "(?:教|辅导|给|为|帮|批改)(?:着|一个|几个|两个|班上的|邻居家的)?$"
export const LESSON_AFTER =
  "^们?(?:上课|补课|讲课|数学|语文|英语|钢琴|画画|下棋|的?作业|讲故事|看病|游泳|写字|作文)"
/** Next to these, a child of the family is not in the background. */
export const FAMILY_AS_COUPLE =
  "母子|父女|兄妹|姐弟|爷孙|祖孙|继父|继母|养父|养母|继女|继子|养女|养子|乱伦|禁忌|叔叔|干爹|干女儿|不伦|(?:母亲|妈妈|妈|父亲|爸爸|爸|爹|娘|姑姑|姨妈|阿姨|婶|嫂|舅舅|姐姐|哥哥|外公|爷爷)[^,\\n]{0,3}(?:和|与|跟|同|对|爱上|勾引)[^,\\n]{0,8}(?:儿子|女儿|孩子|闺女|侄女|侄子|外甥|孙女|孙子|弟弟|妹妹)(?![^,\\n]{0,5}(?:搬|住|生活|相依|回|离开|来到|逃|开|经营|过|去|在|的(?:房|家|老师|班主任|学校)))"
/** Relatives and nurses, whose kiss is a good-night kiss. */
export const FAMILY =
  "(?<!继|养|后|公)(?:妈妈|妈|母亲|父亲|爸爸|爸|爷爷|奶奶|外公|外婆|姥姥|姥爷|祖母|祖父|爹娘|爹|娘亲)"
export const FAMILY_KISS = "额头|脸颊|脸蛋|小脸|脑门|头顶|发顶|手背|小手|晚安|刚出生"

/** The past: school years and ages that someone looks back on. */
export const FORMER_AFTER =
  "^(?:的)?(?:老)?(?:同学|同桌|校友|毕业|死党|闺蜜|室友|同窗|学长|学姐|班长|班花|初恋|好友|朋友|情敌|学历)"
export const PAST_AFTER =
  "^(?:的)?(?:那年|那一年|时(?!髦|尚)|的时候|时代|时期|时光|往事|旧|起|开始|就(?!和|跟|与|被|上)|离|失|丧|参军|入伍|学|出国|移民|辍学|进宫|拜师|入门|便(?!和|跟|与)|以来|那会儿|那场|生涯)"
export const PAST_BEFORE =
  "(?:相识|相遇|认识|初识|结识|初见|相恋)(?:于|在)(?:了)?$|(?:自从?|从)(?:她|他|他们|两人)?$"
export const GROWN_UP =
  "年后|多年|重逢|同学会|聚会|如今|现在|已婚|结婚|离婚|离异|(?<!未|没|没有)成年(?!礼前|前)|大学|中年|入职|上班|再婚|再遇|久别|长大后|毕业十|工作|各自"
/** Adults who may be the partner when the text only mentions a child. */
export const ADULT_PARTNER =
  "未婚夫|未婚妻|丈夫|妻子|邻居|旅人|老板|同事|前夫|前妻|男友|女友|恋人|情人|医生|老公|老婆|夫妻|夫妇|女邻|男邻|上司|木匠|画家|房东|客人|厨师|建筑师|商人|船长|警察|律师|检察官|法官|警官|军官|飞行员|消防员|工程师|程序员|设计师|摄影师|作家|记者|护士|店主|老板娘|男人|女人|经理|总裁|总监|教授|学者|农夫|渔夫|司机|教练|快递员|木工|修车工|修理工|咖啡师|调酒师|健身教练|园丁|同僚|恋爱对象|相亲对象|情郎|爱人|伴侣|牧师|骑士|猎人|队长|博士|单身|旧爱|初恋|客商|外科|保镖|秘书|助理"
/** An act whose clause says with which adult. */
export const ACT_WITH_ADULT = `(?:与|和|跟|同)[^,\\n]{0,6}(?:${ADULT_PARTNER})[^,\\n]*$|夫妻|夫妇|老两口`
/** "_" is all that remains of a school's staff (see neutral.lexicon.ts). */
const ADULT_COUNTERPART = `${ADULT_PARTNER}|_|老师|教师|教授|班主任|校长|教练|总裁|大叔|叔叔|男人|女人|上班族|主人|公子|王爷|将军|继父|养父|舅舅|阿姨|教官|明星|[二三四五六七]十[^,\\n]{0,2}岁|[2-7]\\d岁|老师傅|老爷|皇上|皇帝|王子|陛下|师尊|师父|上将|伯爵|公爵|主播|导演`

const JOINED = "(?:与|和|跟|同|对|爱上|喜欢上|娶|嫁给|被|迷恋|痴迷|觊觎|垂涎|渴望|追求|占有)"
export const COUNTERPART_BEFORE = `(?:${ADULT_COUNTERPART})[^,\\n]{0,3}${JOINED}[^,\\n]{0,5}$`
export const COUNTERPART_AFTER = `^[^,\\n]{0,6}${JOINED}[^,\\n]{0,8}(?:${ADULT_COUNTERPART})`
export const OLDER_SCHOOL = "初|高|国中|中学|中专|职|技校|中[一三四五六]|青|花季|成|女中|附中"
/** "With a small daughter", as an attribute of the adult whom the text then names. */
export const IN_CARE_OF = `^${KIN}的[^,\\n]{0,6}(?:${ADULT_PARTNER}|妈妈|母亲|父亲|爸爸|妇|夫)`
/** Words for two adults. */
export const ADULT_COUPLE = "新郎新娘|新郎[和与]新娘|新婚夫|夫妻|夫妇|父母|爸妈|爸爸妈妈|老两口"
export const PRONOUN_BEFORE = "(?:^|[,\\n])(?:而|可|但|那时|当时)?[她他](?:才|只有|还|刚|今年|不过|年仅)*$"
