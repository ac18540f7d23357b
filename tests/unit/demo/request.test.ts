import { describe, expect, test } from "vitest"
import { readRequest } from "#app/server/writing/demo/read-request.server.ts"

describe("the hero is who the prompt names", () => {
  test.each([
    ["民国年间，修表匠程怀安在旧怀表里发现了一封没有寄出的信", "程怀安", null],
    ["女侠柳三娘要在雪夜里护送一名证人出关", "柳三娘", "female"],
    ["一个关于空间站的故事，主角是女工程师苏棠，地点在月球", "苏棠", "female"],
    ["火星邮局只有一个邮递员，他叫阿默，从不拆信", "阿默", "male"],
    ["主人公是一位修月亮的老奶奶，名字叫银婆婆", "银婆婆", "female"],
    ["男主叫沈亦舟，女主叫许知夏，分手七年后重逢", "沈亦舟", "male"],
    ["周瑾年是个哑巴木匠", "周瑾年", null],
    ["欧阳靖是丐帮最后一个长老，如今在桃花镇卖豆腐", "欧阳靖", null],
    ["先婚后爱，阮棠和她的死对头领证了", "阮棠", "female"],
    ["刚毕业的小姑娘佟小雨进了一家广告公司", "佟小雨", "female"],
    ["阿珍每天坐末班公交车", "阿珍", "female"],
    ["一只叫阿布的小刺猬想去看海", "阿布", null],
    ["女侠独孤雁替师父报仇", "独孤雁", "female"],
    ["写我自己吧，我叫亓官明，是个保安", "亓官明", null],
    ["My grandma Rosa runs a noodle shop", "Rosa", "female"],
    ["An engineer named Alice hears a voice from an empty station", "Alice", "female"],
    ["The detective Tom Harris returns to his hometown", "Tom Harris", "male"],
    ["长安西市的胡商安诺槃陀丢了一匹会跳舞的马", "安诺槃陀", null],
    ["花店老板娘蘇禾跟對面修鐘錶的男人，誰也不肯先表白", "蘇禾", "female"],
    ["胡同口修鞋的佟师傅和他的收音机", "佟师傅", "male"],
    ["大厂裁员，程序员老邢决定创业，家里老婆还不知道", "老邢", "male"],
    ["单亲妈妈小满带着儿子开早餐店，前夫突然回来", "小满", "female"],
    ["安德烈·陈，混血宇航员，男，42岁，独自驾驶飞船", "安德烈·陈", "male"],
    ["奶奶谁都不认得，只记得孙子大毛爱吃糖饼", "大毛", "male"],
    ["茶艺师温如玉在乌镇重逢了初恋，他送来一把油纸伞", "温如玉", null],
    ["一个叫苏格拉底的机器人", "苏格拉底", null],
    ["顾清和与林晚棠在雨里分手", "顾清和", null],
    ["主角名叫阿卜杜勒热合曼买买提", "阿卜杜勒热合曼买买提", null],
    ["主人公是方守义，六十岁", "方守义", null],
    ["编剧何以为，写不出剧本", "何以为", null],
    ["主人公は健太", "健太", null],
    ["The story of Biscuit, a goat walking south", "Biscuit", null],
  ])("%s", (prompt, name, gender) => {
    expect(readRequest(prompt).people[0]).toEqual({ name, gender })
  })
})

test.each([
  ["林晚和周深在末班地铁上遇见，林晚先开了口", "林晚", "周深"],
  ["沈默和江河", "沈默", "江河"],
  ["赵子龙和貂蝉在现代相遇", "赵子龙", "貂蝉"],
  ["老王和老李", "老王", "老李"],
])("two named people are the hero and the friend: %s", (prompt, hero, friend) => {
  expect(readRequest(prompt).people.map(({ name }) => name)).toEqual([hero, friend])
})

test.each([
  "白天他是程序员，夜里他修理星星",
  "江边的小饭馆，何时能等到最后一位客人",
  "许多年以后，石头记得一切",
  "周末，全家去给爷爷扫墓",
  "高三毕业后的暑假，三个好朋友骑车去海边",
  "方舟号飞船上的时间停了",
  "周末的菜市场，安安静静的那种",
  "从前有一只不会飞的小龙，住在山谷里",
  "县衙连夜查私盐，接到一单寻猫的委托",
  "温暖一点的，关于安静的花园和成年人的告别",
  "Write a story about the last market in China",
  "某天",
])("nobody is named in: %s", (prompt) => {
  expect(readRequest(prompt).people).toEqual([])
})

test.each([
  ["江南小镇的老茶馆要拆了", null],
  ["他回到桃花镇开了一家店", "桃花镇"],
  ["地点在青岛，雨季", "青岛"],
  ["一座没有名字的小岛", null],
  ["他在村里住了三十年", null],
  ["她穿越到明朝当县令", null],
  ["雁回镇的夏天", "雁回镇"],
  ["他回镇上教书", null],
  ["她考上了桂城大学", "桂城大学"],
  ["回家的路上下着雪", null],
  ["A quiet night at Kepler Station", "Kepler Station"],
  ["In Redcliff, Ada runs the only bakery", "Redcliff"],
  ["Ada writes to Anna in December", null],
  ["Tom walks back to Anna", null],
])("the place of %s is %s", (prompt, place) => {
  expect(readRequest(prompt).place).toBe(place)
})

test("things are words for things, never a part of another word or a verb", () => {
  expect(readRequest("他相信通信员的话，把灯塔、怀表、油纸伞和风筝都忘了").things).toEqual([
    "灯塔",
    "怀表",
    "油纸伞",
  ])
  expect(readRequest("她有一支竹笛、一本账册和一个八音盒").things).toEqual(["竹笛", "账册", "八音盒"])
  expect(readRequest("A music box and a notebook").things).toEqual(["八音盒", "笔记本"])
  expect(readRequest("灯塔看守人带来一只旧木箱").things[0]).toBe("木箱")
  expect(readRequest("他一直在寻找，不断逃离，最后决定回家").things).toEqual([])
})

test.each([
  ["写一篇武侠小说，主角爱吃豆腐", "武侠"],
  ["外门弟子守着一口枯井", "仙侠"],
  ["三姐妹继承了母亲的面馆", "家庭"],
  ["审计员接手了没人愿意碰的项目，领导要她把报告写得好看", "职场"],
  ["A quiet story about two sisters who inherit their mother's shop", "家庭"],
  ["A zombie apocalypse in a supermarket", "末日"],
  ["高三转学生和年级第一做了同桌", "校园"],
  ["安史之乱，长安城里的商人想带着女儿逃出去", "历史"],
  ["zombies everywhere, stuck in a supermarket with my neighbor", "末日"],
  ["雨", "日常"],
  ["金鱼想去看大海，可是它只有七秒钟的记忆", "童话"],
  ["女配觉醒 穿书 合欢宗 不谈恋爱只想种田", "仙侠"],
  ["淝水之战里一个送饭的小兵眼中的战争", "历史"],
  ["開學第一天，張開眼睛就遲到了", "校园"],
])("%s is of the kind %s", (prompt, kind) => {
  expect(readRequest(prompt).kind).toBe(kind)
})
