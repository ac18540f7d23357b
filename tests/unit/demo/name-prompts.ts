/**
 * Prompts with a name that nobody wrote one by one: each is put together from a name, a role, what somebody does, and a
 * sentence for them, by a seed. The words are written from general knowledge, not taken from the lexicons, so that the
 * measure can fail.
 */
import { seededRandom } from "../../support/upstream/prose.ts"

export interface NamePrompt {
  prompt: string
  name: string
}

/** So many prompts that each name one hero. */
export function namePrompts(count: number, seed: number): NamePrompt[] {
  const random = seededRandom(seed)
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ""
  return Array.from({ length: count }, () => {
    const sentence = pick(SENTENCES)
    const isLed = LED.test(sentence)
    const name = isLed && random() < 0.3 ? pick(OTHER_NAMES) : pick(SURNAMES) + pick(GIVEN_NAMES)
    const deed = pick(DEEDS)
    const prompt = sentence
      .replace("{name}", name)
      .replaceAll("{role}", () => pick(ROLES))
      .replace("{deed}", deed)
    return { prompt, name }
  })
}

/** Sentences in which something leads the name in, so that it may be made of anything. */
const LED = /\{role\}.?\{name\}|叫|名|主角/u

const SURNAMES = [
  ..."赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕张孔曹严华金魏陶姜戚谢邹喻柏窦章云苏潘葛奚范彭郎鲁韦昌马苗方俞任袁柳鲍史唐费廉岑薛雷贺倪汤殷罗毕郝安常乐于傅康齐余顾孟黄萧尹姚邵汪祁毛狄贝臧戴宋庞熊纪舒屈项祝董梁杜阮蓝季贾路江童颜郭梅盛林钟徐邱骆高夏蔡田胡凌霍万柯管卢莫裘解丁宣邓洪包石崔吉龚程邢裴陆荣翁甄曲封储靳段焦巴谷车侯全班秋仲宁仇甘厉祖武符刘景龙叶黎白蒲卓池乔温庄柴阎连习艾容向古易戈廖耿欧聂冷简饶曾关游岳佟言闻牟商燕",
  ..."欧阳 上官 司马 诸葛 慕容 独孤 令狐 尉迟 闻人 贺兰 南宫 东方 夏侯 宇文 长孙 皇甫 端木 百里 澹台 司徒 公孙 轩辕".split(
    " ",
  ),
]
const GIVEN_NAMES =
  "怀安 亦舟 知夏 桂芬 玉芬 若水 晚晚 北辰 砚秋 沉舟 青禾 知意 砚川 建国 秀英 淑兰 志强 国栋 晓雯 雨桐 子墨 浩然 梓涵 一鸣 思远 慕白 清欢 念慈 无忌 不群 莫愁 灵素 行舟 听雪 见微 望舒 长庚 书意 南乔 予安 归晚 云舒 星野 时雨 折柳 惊鸿 半夏 采薇 小满 小鱼 大川 铁柱 翠花 招娣 来弟 卫东 爱国 援朝 红梅 春生 冬生 水生 石头 宝玉 黛玉 阿宝 婉清 凤仙 二狗 四海 长河 鹤鸣 问渠 寄北 怀瑾 星河 语嫣 霁月 景行 凛 默 野 白 屿 冉 朔 照 钊 霜 深 棠 晚 沉 鸣 远 舟 渡 寒 妄 砚 翊 芷 蘅 川 诺 遥 澈 越 桓 烬 峥 眠 厘 鸢 俏 蔓 笙 拾一 十七 三娘 四郎 十三 七 九".split(
    " ",
  )
const OTHER_NAMES =
  "阿七 阿珍 阿布 阿默 阿禾 阿蛮 阿九 阿贵 老邢 老仇 老葛 老乔 老钟 小满 小鱼 小七 朵朵 糯糯 团团 圆圆 豆豆 麦穗 煤球 年糕 汤圆 布丁 大毛 二丫 狗剩 埃里克 玛格丽特 安德烈 克莱尔 伊莎贝拉 卡米拉 托尼奥 艾丽娅 维克多 莱昂 佟师傅 周老师 陈奶奶 李大爷 吴掌柜 赵婶 孙警官 何大夫".split(
    " ",
  )
const ROLES =
  "刑警 法医 侦探 女侠 剑客 镖师 捕快 锦衣卫小旗官 书生 少年 少女 女孩 男孩 老人 程序员 产品经理 实习生 女总监 会计 律师 记者 消防员 护士 外科医生 宇航员 植物学家 水管工 修车工 维修工 飞船船长 炼丹师 外门弟子 废柴弟子 小师妹 女主播 花店老板 面馆老板娘 便利店店员 外卖员 快递小哥 出租车司机 守墓人 守塔人 高三学生 转学生 班长 同桌 数学老师 辅导员 单亲妈妈 继母 大姐 小女儿 孙子 外婆 裁缝 木匠 铁匠 厨子 胡商 盐商 县令 小吏 史官 绣娘 丫鬟 太监 将军 公主 小兔子 小狐狸 胖橘猫 小刺猬 流浪狗 月亮上的裁缝 退伍兵 古董商 图书管理员 小提琴手 钢琴家 独臂刀客 失忆的杀手 卧底 女孩子 村医 渔夫 小乞丐 孤儿 道士 小和尚 幸存者".split(
    " ",
  )
const DEEDS =
  "在一封旧信里发现了秘密|收到一封没有署名的信|捡到一块玉佩|回到阔别十年的小镇|第一天上班就迟到了|每天坐末班公交车回家|守着一座没人来的灯塔|带着儿子回到老家|接到一个奇怪的电话|丢了一匹马|爱吃糖饼|查私盐|得罪了总监|提前囤了一仓库物资|坐到了我旁边|意外得到一枚古玉|和倒数第一打赌|和他的收音机|要去雪山送信|想在海边开一家民宿|终于等到他回国|被逐出师门|的一天|其实最怕打雷|从来不说话|决定辞职创业|不想再当杀手了|三年前就死了|已经七十岁了|独自去了北方|为了救师父下山|爱上了仇人的女儿|与青梅竹马重逢|把真相藏了二十年|遇见了十年前的自己|找不到回家的路|退休那天发生了一件怪事|养了一只会说话的鹅|穿越成了反派|给死去的妻子写信|失踪了|醒来发现自己变成了猫|走进一家旧书店|要参加比武大会|半夜听见敲门声|住在桥下|继承了一间当铺|打了二十年铁|替人顶罪十年|卖豆腐为生|会修一切坏掉的东西|没有影子|能听见植物说话|暗恋邻居十年".split(
    "|",
  )
const SENTENCES = [
  "{role}{name}{deed}",
  "帮我写一个故事，{role}{name}{deed}",
  "{name}{deed}",
  "民国年间，{role}{name}{deed}",
  "写一篇关于{role}{name}的小说，结局要好",
  "主角叫{name}，{deed}",
  "女主叫{name}，是个{role}",
  "男主{name}，女主顾南音，先婚后爱",
  "主角：{name}",
  "主角是{role}{name}，有一天他走丢了",
  "一个叫{name}的{role}{deed}",
  "有个{role}叫{name}，{deed}",
  "{role}，名叫{name}，{deed}",
  "我叫{name}，是个{role}",
  "{name}是个{role}，{deed}",
  "雨夜,{role}{name}{deed}",
  "2187年 {role}{name}{deed}",
  "写{name}和他的猫",
  "那天晚上，{name}{deed}",
  "讲讲{role}{name}与{role}的恩怨",
  "姓名：{name}\n性别：女\n职业：{role}",
  "《{name}》，讲{role}的故事",
  "“{name}，你走吧。”师父说。",
  "末世里{name}{deed}",
  "我想看{name}{deed}的故事",
  "{name}，{role}，{deed}",
  "{role}「{name}」{deed}",
  "从前有一个{role}名字叫{name}，住在山里",
  "小镇上的{role}{name}{deed}",
  "江湖上人人都怕的{role}{name}，其实怕黑",
  "全球断电后的第一百天 {role}{name}{deed}",
  "{name} {role} {deed}",
  "三十年后，{name}{deed}",
  "如果{name}{deed}会怎么样",
  "写个{role}{name}{deed}的短篇",
  "续写：{name}{deed}",
  "主人公{name}，职业{role}",
  "主角名字是{name}，{deed}",
  "故事里{role}{name}{deed}，后来下雪了",
  "今天{role}{name}{deed}",
]
