/**
 * Words for a minor, words for someone who may be a minor, and words that say someone is an adult.
 * Parts of regular expressions over normalised text (see normalise.ts), where "," ends a clause and a line
 * break ends a sentence. Every repetition is bounded, so that matching stays linear.
 */

/** The rule as the model is told it. */
export const RULE =
  "有情爱或亲密描写的人物必须明确是成年人。绝不写任何与未满十八岁的人、或写成孩子模样与口吻的人有关的性、情色或浪漫化的亲密内容，无论称作虚构、幻想、穿越、外表与实际年龄不符，还是别的理由。"

/** Years of school before university, up to the twelfth, in characters or figures. */
const GRADE = "(?:十[一二]|[一二三四五六七八九十]|1[0-2]|[1-9])年级"
/** School stages before university. */
export const STAGE = `(?:小学|初中|高中|中学|国中|国小|附中|女中|女校|职高|职中|中职|中专|技校|卫校|护校|艺校|少体校|戏校|幼儿园|幼稚园|托儿所|学前班|预备班|[初高][一二三]|${GRADE})`
/** Schools that are known by a number: "the city's Second". */
const NUMBERED_SCHOOL = "[市县区镇省第][一二三四五六七八九十]{1,2}中"

const NAMED_STAGE = STAGE.replace("|[初高][一二三]", "")
const STUDENT =
  "(?:的|在读|在校|新|应届|女|男|同|部|班|小|级|里|重点|毕业班|学|优等|差|尖子|转校|住校|走读){0,4}(?:生|妹|娃|少女|少年|女孩|男孩|孩子|小孩|小朋友|校花|校草|情侣|姑娘|女友|男友|闺女|丫头|小子|女神|同桌|恋人|新娘|女主|男主)"

/** A person under eighteen, or one presented as a child. */
export const MINORS = [
  "[未末味][成城乘诚承][年念]|未[^,\\n必来婚]成年|(?:没|没有|还没|尚未|并未|不是)(?:有)?成年(?:人)?(?!人)|未成人(?!士)|不是成年人",
  "成年(?:礼)?(?:的)?(?:之)?(?:前(?!辈|夫|妻|任)|以前)|(?:快|即将|快要|就要|将要)成年",
  `${NAMED_STAGE}${STUDENT}|${NAMED_STAGE}的[她他]`,
  "(?:刚|才|刚刚|今年|去年|明年)(?:从|在)?(?:小学|国小|初中|国中|幼儿园)毕业|(?:小学|国小|初中|国中)(?:刚|刚刚|才)毕业|(?:小学|国小|初中|国中|高中|中专|职高)(?:都|也)?(?:还没|没|没有|尚未|还未|未)(?:有)?(?:念完|读完|上完|毕业)",
  `(?<![\\da-z])[初高][一二三](?:${STUDENT}|[男女]|学生|年级|[一二三四五六七八九十]+班|的|班|(?=[,\\n]|$)|那年|时|下|上学期|暑假|寒假|开学|毕业|文科|理科|和|与|跟|教室|\\d)`,
  `(?:读|念|上|升|升入|刚到|进入)(?:了|到|着|完)?${GRADE}|(?:预初|准初一|准高一|小升初|初四)(?=$|[,\\n]|的?(?:女|男|学|她|他|小|孩|生))`,
  `${NUMBERED_SCHOOL}的?(?:女|男|小|高|初)?(?:学生|生(?!意|活|产)|孩|校花|校草)|在?${NUMBERED_SCHOOL}(?:读|念|上学)`,
  `(?:在|就读于|就读|考进|考入|转到|转入)[^,\\n]{0,6}${NAMED_STAGE}[^,\\n]{0,2}(?:读书|念书|上学|求学|就读|住校|寄宿|上课)(?!的孩子)`,
  "(?:读|念|升|才|刚上|正上|在上)(?:了|到)?小[一二三四五六](?!时|点|些)|(?:读|念|升)(?:了|到)?[国中][一二三四五六]",
  "(?:读|上|念|升|在|正读|正上|是|才|刚|就读|今年|升入|考入)[初高][一二三]|(?:读|上|念|升|入)(?:了|着)?(?:小学|初中|高中|中学|国中)",
  "(?<![其当之手])中(?:[一三四五六](?:女|男|学|的她|的他|少)|二(?:女生|男生|学生|的女生|的男生))|(?<![大小])国[一二三](?:女|男|学|生|的她|的他|少)|小[一二三四五六](?:女|男|学生|生)(?!意)",
  "(?:女|男)子?高(?:中)?生|女高(?:学|的|和|与|被|调|制服)|男高(?:学|的|和|与|被)|女初|男初(?:中)?生|(?<![a-z])(?:jk|dk|jc)(?![a-z])(?!罗琳)",
  "幼(?:[女齿童男交婴妹娈]|儿(?!园))|[女男孩儿学娈童]童(?!话|装|年|心|谣|星|节|养)|童[女男妓](?!养)|雏[妓女]|雏儿|童养媳|童工|小童(?!话)",
  "萝莉|[罗箩洛锣]莉(?![亚安娅雅])|萝[丽利力li]|洛丽塔|罗丽塔|合法罗|正太|(?<![a-z])(?:lo\\s?lis?|lolita|lolicons?|sho\\s?tas?|shotacon|luoli|zhengtai)(?![a-z])",
  "童颜|(?:孩童|孩子|儿童|小孩|小学生|婴儿|幼童|幼女)(?:般|一样|似的|一般|模样|外表|外貌|体型|身材|的身体|的身躯|的外表|的模样|的脸)|幼态|幼体|幼年体",
  "未发育|没发育|还没(?:有)?发育|尚未发育|发育(?:未|不)(?:完)?全|刚(?:刚)?(?:开始)?发育|发育中的(?:胸|身|少)|初潮|稚嫩的(?:身|肉|胸|乳)|青涩的(?:身体|胴体)|乳臭未干",
  "小女孩|小男孩|小女娃|小女童|小幼|女娃|男娃|小朋友|小屁孩|小不点|孩童|孩提|奶娃|婴儿|婴孩|女婴|男婴|幼崽|小孩(?!子气)|儿童",
  "年幼|幼小|幼嫩|小小年纪|年纪尚小|年纪太小|尚幼|稚气未脱|未长开|没长开|还没长大|没长大的|毛孩子|学童|学龄|幼妻|幼妹|幼弟|呦呦|呦女|幼幼|未行笄礼|未及冠",
  "稚子|稚童|稚女|稚龄|幼龄|低龄|髫龄|冲龄|青少年|青春期|花季|少年犯|少管所|红领巾|少先队|恋童|炼铜|恋铜|练铜",
  "孩子(?:与|和|跟)(?:成年|大叔|教练|主人)|(?:成年人|大叔|教练|主人)(?:与|和|跟|对)(?:一个|这个|那个|小)?孩子|小学鸡|(?:初中|高中|小学)[笙僧牲声](?!音)|ロリ|ショタ",
  "(?<!像|像个|永远|骨子里|有时|本质上)(?:还|只|才|不过|毕竟|依然|仍|仍然)是(?:个|一个)?(?:小)?孩子(?!气|王|们|的父|的母|的妈|的爸)|(?<!像)是个孩子(?!气|王)",
  "(?<![a-z])(?:under\\s?aged?|minors?|pre\\s?teens?|teen(?:age)?r?s?|teenaged|school\\s?(?:girl|boy|kid|child)s?|(?:young|little|small)\\s(?:girl|boy|child|kid)s?|child(?:ren)?|childlike|kids?|toddlers?|infants?|bab(?:y|ies)|jailbait|barely\\slegal)(?![a-z])",
  // Sounds and looks of the same words. Each stands before "pupil" only, because "light snow" is a girl's name.
  "[初高][忠钟仲衷终盅][女男学]?[生笙牲]|[初高中][a-z]生(?![日病气活])|[初高小][a-z][中学][a-z]?生|(?<![a-z])[cg]中生|(?:小|中)[雪血穴][生笙](?![日病气活意机死长下出])|[晓筱肖]学生(?!活)|[萝箩落][莉荔]|[罗洛]力塔|正苔|(?<!男左)右女(?![士子方性])",
  // Stages of other languages' schools.
  "(?<![a-z])(?:(?:[1-9]|1[0-2])(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)\\sgrade(?:rs?)?(?![a-z])|(?<![a-z])grade\\s(?:[1-9]|1[0-2]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?![a-z0-9])",
  "(?<![a-z])(?:junior\\shigh|grade\\sschool(?:er)?s?|kinder\\s?gart(?:en(?:er)?|ner)s?|tweens?|adolescents?|juveniles?|schulmadchen|schulerin(?:nen)?|minderjahrige[rn]?|lyceenn?e?s?|collegienn?e?s?|ecolieres?|mineure|colegialas?|menor(?:es)?\\sde\\sedad)(?![a-z])",
  "高校生(?![活物源涯均态存命产长力理死机日])|高校(?:の?[一二三1-3]年|の(?:女|男|彼|少|制))|(?<![其当之手从空])中学(?:の?[一二三1-3]年|の(?:女|男|彼|少|制))|小学校|(?<![0-9大])[初高中小国][1-6](?:の|年生|生(?![日活产])|女[生孩子]|男[生孩子]|的(?:她|他|少|女|男|学))(?<!小3的.)|女子校生|男子高生|(?<![a-z])js(?=女|少女|妹|小|の|と)|幼い|子ども|子供|未成年",
  "[중고초]등?학생|[여남][고중]생|미성년|[초중고]딩|[중고초][1-6](?=의|여|소|남|학|녀|$|[,\\n])|어린이|유치원|여자아이|꼬마",
  "(?<![a-z])(?:(?:high|middle|elementary|primary|junior\\shigh|secondary)\\sschool(?:er)?s?|(?:seven|eight|nine|ten|eleven|twelve|thir|four|fif|six|seven)teen|(?:pre)?pubescent|(?:under|below|not\\syet|almost|nearly)\\s(?:18|eighteen))(?![a-z])",
]

/** A school named as a place or a time, without saying who is in it. */
export const SCHOOLS = [
  "(?<![其当堂程心集之从手眼空])中学(?!问)|小学(?!问)|初中(?!等)|高中(?!低|等|档|空)|国中|国小|幼儿园|幼稚园|托儿所|学前班|职高|中专|中职|技校|卫校|护校|艺校|少体校|戏校|职中|附中|女中|女校|中考",
  `年级(?<=[一二三四五六七八九十\\d]年级)(?<!大学.{1,2}年级)|${NUMBERED_SCHOOL}(?=[的读念上学女男高初,\\n]|$)`,
]

/** Words for young people that leave their age open: banned next to sex unless the text says they are adults. */
export const YOUTHS = [
  "(?:老师|教师|班主任|家教|校长|教练|_)[^,\\n]{0,2}(?:与|和|跟|同)[^,\\n]{0,6}学生(?!们|的)|学生[^,\\n]{0,2}(?:与|和|跟)[^,\\n]{0,6}(?:老师|教师|班主任|家教|校长)|师生(?:恋|之间|情)",
  "소녀|소년|少女|少年(?!人)|小姑娘|小女生|小男生|女学生|男学生|学生妹|学生仔|校花|校草|班花|小丫头|黄毛丫头|小徒弟|书童|小书童|处子之身的小|小(?:妹妹|弟弟|美眉|侍女|丫鬟|宫女|舞女|新娘子|继女|养女|侄女|外甥女|继子|养子)",
]
/** Two generations of one family: banned next to sex unless the text says that both are adults. */
export const GENERATIONS = [
  "(?:父|爸|继父|养父|爹|叔|舅|爷|母|妈|继母|养母|姨|姑|伯|公公)[^,\\n]{0,3}(?:和|与|跟|对|同|把|将|强|侵|睡|诱|猥)[^,\\n]{0,5}(?:女儿|儿子|继女|养女|养子|继子|侄女|侄子|外甥女|外甥|孙女|孙子|闺女)",
  "(?:父女|母子|爷孙|祖孙|叔侄|舅甥)(?!公司)|(?:女儿|儿子|继女|养女|继子|养子|侄女|孙女)(?:乱伦|和父|与父|跟父|和爸|与爸|和母|与母|和继|与继|和养|与养)",
]
/** Pupils of an open age, under the same rule. A university in the text also makes them adults. */
export const PUPILS = [
  "学生|校园|校服|同桌|课代表|晚自习|师生|教室|补习|补课|早恋|高考|(?:女孩|男孩|女生|男生)[^,\\n]{0,4}(?:与|和|跟|被)[^,\\n]{0,6}(?:老师|班主任|校长|家教|教练)|(?:老师|班主任|校长|家教|教练)[^,\\n]{0,4}(?:与|和|跟|把|对)[^,\\n]{0,6}(?:女孩|男孩|女生|男生)",
]

/** Phrases that are banned on their own. */
export const ALWAYS = [
  "幼交|儿童色情|童妓|雏妓|炼铜文|恋童文|恋童(?:小说|题材|故事|情节|内容)|萝莉控文|正太控文|娈童|(?<![a-z])(?:child\\s?porn|cp\\s?porn|pedo(?:phile|philia)?|lolicon|shotacon)(?![a-z])",
  "(?:猥亵|性侵|强奸|奸污|诱奸|迷奸|轮奸|强暴)(?:了)?[^,\\n]{0,6}(?:儿童|幼女|女童|男童|孩子|小孩|小学|初中|未成年)",
]

/** "Child" means kinship as often as age, so it counts only as a participant in an act, in the same clause. */
export const CHILD_IN_ACT = [
  "(?:和|与|跟|同|对|把|给|逼|强迫|诱骗|引诱|侵犯|抚摸|拍)(?:了)?[^,\\n]{0,6}(?:孩子|小孩|娃)(?!们?睡|的(?:父|母|妈|爸|老师|家长))|(?:孩子|小孩)(?:们)?(?:的(?:裸|身|私|下|内)|被(?!哄|送|接|带)|脱|参与|出演|赤|全裸|互相|彼此|相互)",
]

/** Words that make people of an open age adults. */
export const ADULT_NEAR =
  "(?<![未没尚])成年(?!礼?前)|大学|研究生|博士|硕士|本科|大[一二三四](?!岁)|年满十八|年满18|已婚|人妻"
export const UNIVERSITY =
  "大学|研究生|博士|硕士|本科|学院|大[一二三四](?:女|男|学|的|新|生|[,\\n]|$)|教授|留学|成人教育|夜校|驾校"
export const ALL_ADULTS =
  "(?:均|都|全部|皆|全|二人|两人|双方|所有人|全员|人物|角色)(?:已|为|是|均|都|已经){0,6}(?:年满18|年满十八|满18|满十八|成年)|两个成年人|两位成年人|成年人之间|成年男女"
export const BOTH_BEFORE = "(?:都|均|皆|双双)(?:是|为|已|已经|满|年满){0,2}$"
