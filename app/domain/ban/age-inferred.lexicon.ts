/**
 * Ages that a text tells by way of another number: a difference, a half, a sum, candles, a year of birth.
 * Parts of regular expressions over normalised text (see normalise.ts), where "," ends a clause and a line
 * break ends a sentence. Every repetition is bounded, so that matching stays linear.
 */

const ABOUT = "(?:了|整整|足足|将近|近|约|大约|差不多|至少|上|出|有){0,3}"
const PERSON = "[^,\\n比]{1,8}?"
/** "Than him" in any of its orders: who is younger or older, than whom. The number of years follows. */
export const YOUNGER_THAN = `[比较](${PERSON})(?:要|还|又|都)?(?:小|年轻|晚生|晚出生)${ABOUT}`
export const OLDER_THAN = `[比较](${PERSON})(?:要|还|又|都)?(?:大|年长|老|早生|早出生)${ABOUT}`
export const YOUNGER_BY = `(?:小|年轻|幼)(?:于)?([她他我你您]|自己|对方|丈夫|妻子|男友|女友|老师|师父|主人)${ABOUT}`
export const OLDER_BY = `(?:大|年长|长|虚长|痴长)(?:于)?([她他我你您]|自己|对方|丈夫|妻子|男友|女友|学生|徒弟)${ABOUT}`
export const APART = `(?:相差|差|年龄差(?:是|为|有)?|差距(?:是|为|有)?|年纪差(?:了)?)${ABOUT}`
/** Captures a round of the zodiac, which is twelve years. */
export const DIFFERENCE_UNIT = "(?:多)?个?(?:周?岁|年(?=出生|生|[,\\n]|$)|(轮|旬))"
/** How old one was when the other was born. */
export const BORN_WHEN =
  "(NUMBER)岁(?:那年|那一年|时|的时候|时候),?[^,\\n]{0,3}(?:才|刚|刚刚)?(?:出生|降生|来到人世)|(?:出生|降生)(?:那年|那一年|时|的时候|时候),?[^,\\n]{0,4}(?:已经|已|正好|都)?(?:是)?(NUMBER)岁"
/** The noun behind an age that is an attribute. */
export const OWNER_BEHIND = /^的([^,\n比]{1,4}?)(?=比|大|小|,|\n|$)/
/** Words between a clause's subject and its age or its comparison. */
export const BEFORE_PREDICATE =
  /(?:今年|现在|那年|当时|如今|已经|刚刚?|才|只有|是|已|正好|年方|年仅|不过|都|又|却|而|的|足足|整整)+$/
export const BEFORE_SUBJECT = /^(?:而|但|可|可是|但是|其实|今年|那年|当时|这年|故事里|设定|主角|配角)+/

export const MAY_HALVE = /岁的?(?:一半|二分)/
export const SUM_UNIT = "周?岁"
export const HALF_OF = "的?(?:一半|二分之一)"
/** Somebody's age is a part of another's, whose number stands elsewhere. Captures how many times. */
export const PART_OF_AGE =
  "(?:年纪|年龄|岁数|年岁)[^,\\n]{0,8}(?:一半|二分之一)|(?:一半|二分之一)的?(?:年纪|年龄|岁数|年岁)|[比较][^,\\n]{1,6}小(?:了)?一半|(?:年纪|年龄|岁数)[^,\\n]{0,6}([两二三四234])倍|(?:年纪|年龄|岁数)[^,\\n]{0,8}([三四])分之一|(?:年纪|年龄|岁数)[^,\\n]{0,6}一倍|(?:大|年长)(?:了)?[她他](?:整整)?一倍"

/** Between an age's name and a sum that has no unit. */
export const AGE_WORD = /(?:年龄|年纪|岁数|年岁|芳龄|周岁|虚岁)[^,\n]{0,4}$/
export const PLUS = "加上?"
export const MINUS = "减[去掉]?"
export const TIMES = "乘以?"
export const DIVIDED = "除以"
/** "Two eights together." */
export const TIMES_TOGETHER = "个"
export const MAY_ADD =
  /(?:加上?|减[去掉]?|乘以?|除以)[\d一二两三四五六七八九十]|加起来|相加|之和|合起来|加在一起/
export const TOGETHER = "加起来|相加|之和|合起来|加在一起"

export const MAY_LIGHT_CANDLES = /蜡烛/
export const MAY_COUNT_BIRTHDAYS = /生日|生辰|活[了过到才]|[见看]过|世[上间界]|人[世间]|出生/
/** Candles count only beside a cake. Fewer stand on the cakes of adults, too. */
export const CANDLES = "(?:根|支|枝|只|盏)?(?:彩色|小|细|红|白|生日)?(?:的)?蜡烛"
export const CAKE = /蛋糕|生日|许愿|许了愿|吹灭|吹熄/
export const BIRTHDAY_AFTER = /^的?(?:大)?(?:生日|寿|生辰)/
export const FIGURE_CANDLES = "数字(?:形状)?的?蜡烛(?:是)?(\\d)(?:和|与|跟|,)?(\\d)(?!\\d)"
export const BIRTHDAY_COUNT = "第(NUMBER)(?:个|次|回)(?:自己的)?(?:生日|生辰)"
export const BIRTHDAYS_PASSED = "过(?:了|完|过)?(?:第)?(NUMBER)(?:个|次|回)(?:生日|生辰)"
export const YEARS_LIVED =
  "(?:活(?:了|过|到)?|见过|看过|来到(?:这个|这)?(?:世上|世间|人世|人间|世界)(?:上)?|(?<!第)出生)(?:才|只|不过|刚|仅|还|整整|了|到|有){0,3}(NUMBER)(?:个|度|载|轮)?(?:年头|春秋|寒暑|春天|夏天|秋天|冬天|春|夏|秋|冬|年)(?!前|后|级|代|轻|纪|的(?:狗|猫|树|店|龟))"

export const MAY_BE_BORN = /生|后|身份证|出世|born/
/** Years of an era: the year before its first. */
export const ERAS: Record<string, number> = {
  民国: 1911,
  贞观: 626,
  开元: 712,
  天宝: 741,
  洪武: 1367,
  永乐: 1402,
  万历: 1572,
  崇祯: 1627,
  顺治: 1643,
  康熙: 1661,
  雍正: 1722,
  乾隆: 1735,
  嘉庆: 1795,
  道光: 1820,
  咸丰: 1850,
  同治: 1861,
  光绪: 1874,
  宣统: 1908,
  明治: 1867,
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
}
export const YEAR = "年"
/** Captures a year of the common era. */
export const FULL_YEAR = "(?<![\\d.〇零一二三四五六七八九])([12]\\d{3}|[一二][〇零一二三四五六七八九]{3})"
/** What makes a year the year of a birth. */
export const BORN_BEFORE =
  /(?:生于|出生于|出生在|降生于|出生(?:日期|年月|年份|年)?(?:是|为|,)?|生日(?:是|为|在|,)?|生年(?:是|为|,)?|身份证[^,\n]{0,8}|born)$/
export const BORN_AFTER =
  /^[\d一二三四五六七八九十初末底春夏秋冬天份月日号里的]{0,7}(?:出生|生人|降生|生下|出世|生(?=[的,\n]|$))/
/** "Born in the twelfth year", of this century or the last one. */
export const BORN_SHORT =
  "(?<![\\d〇零一二三四五六七八九十])([\\d〇零一二三四五六七八九]{2})年(?:出生|生人|生的)"
/** "A child of the thirteens". */
export const COHORT =
  "(?<![\\d.〇零一二三四五六七八九十第])([\\d〇零一二三四五六七八九]{2})后(?=$|[,\\n]|的?(?:女|男|少|妹|小|孩|学|她|他|嫩|美|萌))"
