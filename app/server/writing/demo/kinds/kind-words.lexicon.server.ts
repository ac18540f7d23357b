import { HISTORICAL_PEOPLE } from "../text/famous-people.lexicon.server.ts"

const HISTORICAL_WORDS =
  /民国|明朝|明代|明末|大明|宋朝|宋代|北宋|南宋|大宋|唐朝|唐代|大唐|盛唐|晚唐|清朝|清代|清末|晚清|大清|汉朝|西汉|东汉|大汉|秦朝|大秦|隋朝|元朝|元末|三国|战国|春秋时|南北朝|五代十国|魏晋|崇祯|万历|嘉靖|洪武|永乐|康熙|雍正|乾隆|光绪|同治|咸丰|道光|贞观|开元|天宝|始皇|汉武|武则天|曹操|刘备|诸葛亮|关羽|赤壁|淝水|东吴|蜀汉|李白|杜甫|苏轼|苏东坡|岳飞|李清照|朱元璋|之战|之乱|之变|变法|起义|北伐|抗战|抗日|解放前|辛亥|义和团|鸦片|太平天国|知青|文革|公社|台儿庄|淞沪|科举|赶考|锦衣卫|东厂|西厂|民夫|长城|丝绸之路|胡商|盐引|漕运|县令|知县|县太爷|史官|太监|宫女|御膳|御厨|更夫|窑工|1[0-8]\d\d ?年|19[0-6]\d ?年|(?:十七|十八|十九)世纪|emperor|empress|\b1[0-8]\d\d\b|tang|song|ming|qing|辽国|大辽|匈奴|契丹|突厥|西夏|金国|下乡知青|恢复高考|年间|驿卒|军报|急报|1[0-8]\d0s|19[0-6]0s|拉车夫|黄包车|北平|御史|公主和亲|敦煌|景德镇|北平|王府|鬼市|飞天/

/**
 * The words that speak for a kind of story, by the kind's name: those that name it outright, those that hardly stand in
 * another kind, and those that only lean to it.
 */
export const KIND_WORDS: Record<string, { named: RegExp; sure: RegExp; leaning: RegExp }> = {
  武侠: {
    named: /武侠|\bwuxia\b|martial arts?|kung ?fu/giu,
    sure: /江湖|武林|侠客|女侠|大侠|侠女|少侠|剑客|刀客|剑侠|游侠|镖局|镖师|镖头|押镖|走镖|护镖|丐帮|轻功|内功|点穴|剑谱|刀谱|剑法|刀法|掌法|拳谱|灭门|魔教|武当|少林|峨眉派?|华山派|夜行衣|绿林|门派|掌门|比武|盟主|秘籍|秘笈|暗器|独门|封刀|归隐|金盆洗手|踏雪无痕|swords(?:man|woman|master)|\bemei\b|shaolin|jianghu|[耍使舞练背挎提][着了一把大双]{0,3}(?:剑|刀|枪|钺|鞭|棍)|拔剑|镖|盟主|天下第一|唐门|门主|少林寺|武功|弃徒|八袋|打打杀杀|独孤|六扇门|独眼|独臂|\p{Script=Han}[机雨风月影剑]阁|少主|捕快(?=[^，。]{0,6}追)/giu,
    leaning:
      /帮主|内力|武功|武艺|寻仇|报仇|绝学|拳法|山寨|客栈|出关|swordsman|swordswoman|仇家|血仇|教主|门主|堂主|总舵|破庙|镖银|江湖人|武者|习武|学武|舞剑|拔剑|剑(?!桥)|刀(?![子片])|渡口|师父|仇人|恩怨|蒙面|雪山|拜师|下山|毒药|刺客|杀手|血|酒馆|铁匠|逢人便问|青楼|琴师|毒医|保镖/giu,
  },
  仙侠: {
    named: /仙侠|修仙|修真|玄幻|\bxianxia\b|\bcultivat(?:ion|or)s?\b/giu,
    sure: /灵根|宗门|\p{Script=Han}{1,2}宗(?![教师旨族])|飞升|渡劫|金丹|元婴|筑基|炼气|练气|仙尊|仙门|仙子|仙人(?!掌)|仙界|仙山|仙君|上仙|师尊|御剑|灵石|灵气|灵草|灵药|灵田|灵宠|妖兽|魔尊|秘境|剑灵|剑修|体修|丹修|散修|魔修|合欢宗|外门弟子|内门弟子|杂役弟子|丹药|炼丹|丹炉|法宝|天劫|雷劫|道侣|神君|帝君|战神|天界|天庭|仙缘|上神|蓬莱|昆仑|狐妖|狐仙|蛇妖|成仙|洞府|孟婆|忘川|奈何桥|投胎|转世|阎王|地府|鬼差|三界|天道|功法|器灵|immortals?\b|spirit root|heavenly tribulation|药王谷|青丘|\p{Script=Han}王谷|师兄师姐|xianxia|sect leader|disciple of|剑尊|尊者|小道士|道观|山神|树精|花妖|凤凰|妖族|龙族|魔族|神族|白狐|九尾|药童|九转/giu,
    leaning:
      /妖族|魔族|剑经|外门|内门|弟子|师门|逐出|废柴|灵兽|修为|修炼|道观|道长|山门|仙草|魔界|妖怪|龙族|凡人|得道|灵脉|符咒|老龙|穿书|徒弟|前世|妖|仙(?!人掌)|魔|鬼|神|重生|系统|打脸|葫芦|弃徒|千年|百年|修行|山上/giu,
  },
  科幻: {
    named: /科幻|赛博|废土科幻|sci-?fi|science[ -]fiction|cyberpunk|space opera/giu,
    sure: /太空|宇宙|飞船|空间站|火星|木星|土星|星际|星舰|外星|机器人|人工智能|仿生|克隆|时间旅行|时光机|时间循环|意识上传|脑机|全息|量子|平行(?:世界|宇宙)|光年|宇航|义体|义眼|芯片|基因|星球|殖民地|休眠舱|冬眠|射电|记忆(?:可以|能|交易|典当|删除|移植|编辑)|2[1-9]\d\d ?年|[3-9]\d\d\d ?年|\bspace(?:ship|craft| station)?\b|robots?\b|android|\bmars\b|moon base|aliens?\b|time (?:travel|machine|loop)|starship|generation ship|\bAI\b|cyborg|clones?\b|mother ship|terraform|hologram|如果人类|人类(?:可以|能|终于)|深海基地|基地的?潜水员|未来世界|星球|黑洞|采矿站|比邻星|异能者?实验|月球|月面|deep space|ghost ship in|时间(?:修理|管理|旅人|机器|管道)|虫洞|voyager|europa|义肢|星际|货运飞船/giu,
    leaning:
      /月球|未来|虚拟|记忆(?:可以|能|交易|典当|删除|移植)|平行世界|算法|\bspace\b|spaceship|\bmoon base|planet|galaxy|time travel|orbit|休眠|冷冻|时空|航天|外太空|星尘|生命维持|仿真|智能体|程序觉醒|轨道|colony|信号|地球|程序|系统|数据|实验|天文|望远镜|殖民|\bship\b|station|earth|machine|upgrade|signal|crew|captain|lab|克隆/giu,
  },
  言情: {
    named: /言情|爱情|(?<!不谈|不想)恋爱(?!脑)|甜文|\bromance\b|romantic|love stor(?:y|ies)/giu,
    sure: /先婚后爱|破镜重圆|追妻|双向奔赴|死对头|前男友|前女友|前任|暗恋|初恋|表白|告白|求婚|未婚夫|未婚妻|霸总|霸道总裁|甜宠|虐恋|纯爱|慢热|网恋|异地恋|隐婚|闪婚|契约(?:结婚|婚姻|恋爱)|联姻|订婚|退婚|相亲|复合|青梅竹马|喜欢上|爱上(?!了?(?:打|吃|做|写|跳|看|读|喝|养))|情书|情侣|恋人|心动|前妻|前夫|男友|女友|\bbg\b|\bbl\b|\bgl\b|boyfriend|girlfriend|fianc|ex-(?:wife|husband)|falls? in love|first love|enemies[ -]to[ -]lovers|slow[ -]burn|爱我|不爱|再见面|爱你|宿敌|强强|替嫁|道侣变|rivals|lovers/giu,
    leaning:
      /分手|重逢|婚礼|结婚|离婚|未婚|新娘|新郎|情人|相爱|总裁|夫妻|男主|女主|\blov(?:e|ers?)\b|wedding|dating|领证|青梅|竹马|契约|婚约|闺蜜|约会|心跳|吃醋|暧昧|单身|追求|情敌|嫁给|娶了|甜甜|脱单|甜|虐|恋爱|老公|老婆|喜欢|想你|牵手|吻|七年|她爱|他爱|\blove/giu,
  },
  悬疑: {
    named: /悬疑|推理|侦探|惊悚|破案|mystery|thriller|whodunn?it|detective|crime (?:story|novel|fiction)/giu,
    sure: /凶手|凶案|命案|谋杀|案发|溺水案|连环|尸体|死者|法医|失踪|密室|刑警|探长|嫌疑|目击|勒索|绑架|不在场|不存在|不该存在|少了一个人|多了一个人|怪谈|诡异|灵异|凶宅|闹鬼|监控|尾随|遗书|真相|不是人|暗号|卧底|匿名|没有(?:寄件人|署名)|悬案|旧案|奇案|疑案|murder|missing|whodunnit|killer|vanish|haunted|suspect|disappear(?:ed|ance|s)?|空房间|多了一座|打来的电话|沉船案|失窃案|\p{Script=Han}尸案|坟/giu,
    leaning:
      /杀人|案件|案子|线索|警察|警官|消失|crime|suspense|\bcase\b|disappear|电梯|雨夜|敲门|脚印|血迹|鬼屋|陌生人|秘密|谜|失忆|失窃|被偷|绑匪|证人|证词|午夜|诅咒|第十三|遗失的|不翼而飞|secret|strange|门铃|凌晨三点|空棺|保险柜|指纹|不见了|古宅|密码|录音里|半夜|凌晨|死|血|真假|案|证|陌生|奇怪|怪|不见|录音|letters?|lighthouse|died|墙里|有人在|公寓|租客|没人(?:记得|知道|敢)|自己寄给自己|旅馆|山庄|noir|clock|every night|应验|心理医生|档案|不速之客|见过鬼|床底|没有地址|陌生的|照不出|自己家的|冰箱里|翻书声/giu,
  },
  历史: {
    named: /历史(?!老师)|古代|宫廷|王朝|年间|historical|ancient china|dynasty/giu,
    sure: new RegExp(`${HISTORICAL_PEOPLE.join("|")}|${HISTORICAL_WORDS.source}`, "giu"),
    leaning:
      /皇帝|皇上|陛下|太子|皇后|朝廷|将军|知府|衙门|书生|状元|宦官|驿站|守城|城破|盐商|小吏|imperial|warlord|穿越到|丞相|宰相|公主和亲|和亲|边关|戍边|贡品|侍卫|科考|秀才|举人|西市|漕帮|上海滩|旗袍店|报童|太宗|高祖|屯田|烽火|驿道|使臣|进京|御史|巡抚|总督|捕快|家书|商队|粟特|长安|汴京|临安|公主|驿|瓷|战争|小兵|士兵|逃荒|旱灾|饥荒|fleet|century|voyage|和亲|替人代写|下乡|恢复高考/giu,
  },
  童话: {
    named:
      /童话|寓言|睡前故事|绘本|fairy ?tales?|fable|bedtime|for (?:my |a )?(?:\w+[- ])?(?:kids?|child|children|toddler)/giu,
    sure: /(?:金鱼|小鱼|小鸟|兔子?|狐狸|熊|刺猬|松鼠|蚂蚁|蜗牛|乌龟|青蛙|麻雀|老鼠|猫头鹰|大象|长颈鹿|鲸鱼?|企鹅|萤火虫|蝴蝶|蜜蜂|瓢虫|小鸭|小马|风筝|云朵?|星星|月亮|太阳|影子|雪人|稻草人|路灯|雨伞|书包|铅笔)(?:想|决定|不敢|不会|害怕|怕|迷了?路)|精灵|国王|仙女|女巫|巫婆|魔法|会说话的(?!老?(?:龙|剑|葫芦))|小熊|小兔|兔子|刺猬|松鼠|小鹿|青蛙|蜗牛|乌龟|稻草人|森林里|小矮人|小狐狸|小象|小猪|小鸟|小鸭|小猫咪|城堡|王国|美人鱼|独角兽|巨人|月亮上|星星上|云朵|一朵云|一朵\p{Script=Han}{0,8}云|糖果屋|讲给孩子|哄睡|从前有|once upon a time|(?:little|small|tiny|baby) (?:\w+ )?(?:cloud|fox|rabbit|bunny|bear|mouse|dragon|star|owl|hedgehog|duck|penguin|turtle|cat|kitten|boat|train|snail|robot)|fairy|witch|wizard|mermaid|unicorn|talking (?:\w+)|princess|giant|(?:鱼|猫|狗|熊|鸟|鸭|鹅|龙|云|影子|袜子|月亮|太阳|星星|树|风|雨|雪人|茶壶|路灯|椅子|石头|雨伞|玩具|狐狸|狼|象|鲸|灯|房子)们?(?:不?想|不愿|决定|走散|迷路|学会|害怕|怕黑)|小老鼠|恶龙|屠龙|公主[^，。]{0,4}王子|袜子国|小裁缝|勇敢的小|打工记|毛毛虫|\p{Script=Han}{1,3}国的(?:国王|故事)|(?:三|四|五|六)岁(?:的)?(?:女儿|儿子|宝宝)|宝宝|小(?:闹钟|火车|汽车|茶壶|路灯|雨滴|水滴|雪花|种子|树苗|石头|气球|风筝|鲸鱼|海豚|恐龙|蚂蚁|蜜蜂|蝴蝶|蜗牛|乌龟|兔子|星星|云朵|月亮)|仙人掌|动物们|little star|大象|鼻子打|兔妈妈|熊妈妈|\b(?:the|a|little) (?:bear|fox|rabbit|bunny|hedgehog|mouse|owl|snail|duckling)\b|(?:猫头鹰|狐狸|熊|兔|兔子|刺猬|松鼠|乌龟|大象|狮子|老虎|猴子|小猪|老鼠)(?:奶奶|爷爷|妈妈|爸爸|先生|太太|老师|医生|大叔|阿姨)/giu,
    leaning:
      /公主|王子|女王|狐狸|乌鸦|星星|月亮|糖果|prince\b|fox\b|rabbit|magic(?:al)?\b|dragon|kingdom|castle|talking|小刺猬|小松鼠|小精灵|动物|讲故事|睡前|童年的|小镇上的巨人|人鱼|魔镜|玩具|bunny|forest|小镇|气球|春天|龙|小狗|小猫|小船|种子|雪人|朋友们|女儿讲|儿子讲|孩子讲|\bfox\b|magic|cloud|friend/giu,
  },
  职场: {
    named: /职场|商战|workplace|office (?:story|politics|drama)/giu,
    sure: /公司|同事|上司|总监|升职|裁员|被裁|面试|加班|实习生|程序员|产品经理|甲方|乙方|创业|投标|绩效|KPI|PPT|HRBP?|职员|工位|转正|试用期|离职|辞职|跳槽|大厂|外企|国企|体制内|公务员|写字楼|销售|保险|打工人|失业|讲师|厨师长|急诊|住院医|律所|投行|客户|老板(?!娘)|项目|述职|年终奖|改稿|写材料|coworkers?|colleagues?|\bboss\b|compan(?:y|ies)|startup|intern\b|promotion|laid off|\boffice\b|head chef|corporate|resign(?:s|ed)?|deadline|程序媛|外卖站|骑手|直播带货|年会|转岗|裁掉|CEO|升职记|职场/giu,
    leaning:
      /领导|经理|主管|实习|简历|审计|会计|报告|会议|标书|入职|年终|co-?workers?|部门|同僚|出差|周报|开会|猎头|背锅|内卷|打工|上班|工牌|老总|秘书|业绩|manager|合同|加薪|行业|下班|工作|值班|厨师|医院|律师|设计师|护士|老师傅|矛盾|chef|job|work|中介|带客户|策划|方案|上市|幼儿园|老师傅|HR|中介|记者|科员|服务器/giu,
  },
  末日: {
    named: /末日|末世|废土|apocalyp(?:se|tic)|dystopian?/giu,
    sure: /丧尸|僵尸|幸存|灾变|避难所|废墟|核冬天|核战|核爆|辐射|断粮|尘暴|沙尘暴|冰封|极寒|极热|大洪水|文明(?:崩溃|毁灭)|最后一个人类?|人类灭绝|全球(?:断电|停电|冰封|变暖|病毒|感染|高温)|囤货|囤物资|末日前|尸潮|酸雨|变异|地球(?:只剩|最后|毁灭|停转)|最后一[瓶口]水|种子库|拾荒|zombies?|survivors?|wasteland|bunker|end of the world|last (?:man|woman|human|people) on earth|post-apoc|after the (?:collapse|fall|outbreak|flood|war)|太阳(?:变|熄|消失|不再|没有升)|全世界(?:停电|断电|的人)|[停断]水|城市被|村里只剩|只剩下?[^，。]{0,6}(?:和我|一个人|我一个)|大楼里的人|after the (?:flood|outbreak|collapse|war|end)|last (?:man|woman|human|person) on earth|last (?:\w+ )?on earth|方舟|大洪水|围城第|after the bombs|batteries|感染者|病毒爆发|爆发后|爆发第/giu,
    leaning:
      /废弃的(?:城市|高速|公路)|感染|病毒|物资|沙暴|最后一个人类|plague|断电|大停电|全球|灾难|地下城|冰河|堡垒|基地车|最后的人|人类最后|丧失|重建家园|生存|pandemic|blackout|ruins|停电|避难|逃|基地|最后|virus/giu,
  },
  校园: {
    named: /校园(?!暴力案)|\bcampus\b|school story/giu,
    sure: /高[一二三](?!酒)|初[一二三](?!恋|[夜晚早日天])|高中|初中|小学(?:生|六年级)|大学生|大学宿舍|大一|大二|大三|大四|同桌|转学|班主任|年级第一|倒数第一|学习委员|课代表|班长|体育生|艺考|高考|中考|宿舍|寝室|女寝|男寝|室友|学长|学姐|学弟|学妹|晚自习|校庆|校运会|运动会|社团|辩论|合唱团|军训|开学|开學|毕业季|学霸|学渣|校草|校花|期末|挂科|考研|职高|中专|辅导员|宿管|大队长|考砸|补课|dorm|classmates?|high school|middle school|homework|freshman|campus|roommates?|延毕|话剧社|广播站|班要|我们班|boarding school|校医|文科班|理科班|校门|校服|教学楼|隔壁班|班里|全班|考场|毕业照|篮球队|足球队|田径队|补习班|全校|吊车尾|高一|高二|新生|宿舍长|体育班|美术班|重点班|贫困生|足球队/giu,
    leaning:
      /大学|学校|学院|同学|教室|教授|导师|研究生|本科|考试|毕业|操场|图书馆|排练|食堂|论文|college|university|school|students?|professor|graduat|高[一二三]|初[一二三]|年级|班级|课堂|课间|班上|放学|校门|教学楼|志愿|寒假|暑假|社长|学生会|实验室|奖学金|classroom|exam|接力|社联|班会|春游|自习|图书角|老师|成绩|全班|篮球|校服|比赛|大赛|teacher|rowing|team/giu,
  },
  家庭: {
    named: /家庭|亲情|family (?:drama|story|saga)/giu,
    sure: /全家|一家(?:人|四口|五口|三口|六口)|一大家子|婆婆|儿媳|公公|岳母|继母|继父|继女|继子|后妈|三兄妹|三姐妹|兄妹|姐弟|母女|父子|父女|母子|祖孙|爸妈|父母离婚|重组家庭|老房子|老宅|老屋|遗产|遗嘱|养老|年夜饭|团圆|二胎|单亲|双胞胎|家里的老[大二三幺]|外婆|姥姥|奶奶|爷爷|外公|阿尔茨海默|老年痴呆|供\p{Script=Han}{1,3}读书|太爷爷|grand(?:mother|father|ma|pa)|inherit|siblings?|sisters?|brothers?|divorce|alzheimer|[大二三四]叔|[大二三]姑|大伯|舅舅|姑姑|小姨|嫂子|妯娌|亲家|女婿|除夕|祭祖|后妈|守寡|再嫁|嫁妆|家产|他们的女儿|他们的儿子|大嫂|小姑子|小叔子|公婆|存折/giu,
    leaning:
      /妈妈|爸爸|母亲|父亲|姥爷|姐妹|兄弟|哥哥|弟弟|姐姐|妹妹|儿子|女儿|一家人|孙女|孙子|mother|father|daughter|\bson\b|parents?|grand(?:ma|pa)|\bmom\b|\bmum\b|\bdad\b|养女|养子|亲妈|亲爸|媳妇|女婿|姑姑|舅舅|叔叔|父母|守岁|扫墓|养老院|妈|爸|亲戚|过年|老家|孩子|\b(?:mom|mum|dad)\b|family|kids|raised|adopt|老太太|大寿|老伴|离婚|妻子|丈夫|母女|老屋|十一年|mother/giu,
  },
  日常: {
    named: /日常|治愈|生活流|slice[ -]of[ -]life|cozy|cosy/giu,
    sure: /早餐摊|早餐店|早点摊|菜市场|杂货店|街坊|修鞋|旧书|夜市|摆摊|阳台|散步|宠物医院|宠物店|橘猫|看店|遛狗|合租|租房|独居|小日子|烟火气|corner shop|barber|laundromat|everyday|宠物|慢慢的|人间烟火|安安静静|没有剧情|just (?:people|something)|quiet (?:day|life)|nothing dramatic/giu,
    leaning:
      /早餐|早点|早市|摊|杂货|咖啡|理发|巷|猫|狗|快递|外卖|司机|面包|豆浆|洗衣|\bcats?\b|\bmarket|老板娘|营业|摊主|小卖部|楼下|水管工|修理工|修车|修伞|钟点工|外婆家的|夏天的风|通勤|地铁|室友猫|小区|保洁|晚饭|做饭|菜谱|阳光|绿植|barista|noodle|种菜|周末|慢慢|退休|下棋|油条|\bdogs?\b|market|coffee|shop|小店|面馆|饭馆|咖啡馆|咖啡店|理发店|邻居|巷子|胡同|外卖员|便利店|公交|出租车|末班车|裁缝|花店|书店|茶馆|面包店|公园|neighbou?rs?|caf[eé]|bakery|bus driver/giu,
  },
}

/** The kind of a story for a request that speaks for none. */
export const USUAL_KIND = "日常"
