/**
 * Surnames, in groups that sound or look alike. Without those of people whom models invent, and without those that
 * make a word with a plain given name.
 */
export const SURNAMES: readonly string[] = [
  "王汪",
  "李季黎",
  "张章",
  "刘柳",
  "赵邵",
  "吴吕",
  "徐许",
  "孙荀",
  "胡古",
  "郭罗",
  "何贺",
  "马冯",
  "梁杨",
  "郑程",
  "谢解",
  "董童",
  "曹高",
  "袁阮",
  "邓滕",
  "彭庞",
  "曾岑",
  "丁宁",
  "魏韦",
  "贾夏",
  "薛岳",
  "崔隋",
  "万樊",
  "雷裴",
  "侯娄",
  "邱仇",
  "常尚",
  "武鲁",
]

/**
 * Plain given names, by when somebody was born and whether it is a man or a woman. The names of one list rhyme more or
 * less, and no two lists do: one of each gives eight names that sound unlike each other.
 */
export const GIVEN_NAMES: readonly (readonly string[])[] = [
  // Men of the fifties.
  ["德祥", "永昌", "福堂", "有良", "宝祥", "世昌", "来旺", "庆堂", "兴旺", "满堂"],
  // Women of the fifties.
  ["桂珍", "淑芬", "玉琴", "素珍", "翠芬", "爱芹", "秀勤", "凤琴", "巧珍", "菊芬"],
  // Men of the seventies.
  ["建平", "学兵", "兆丰", "立功", "向东", "国庆", "铁成", "水生", "小兵", "春生"],
  // Women of the seventies.
  ["丽娟", "海燕", "彩莲", "小娟", "红艳", "美兰", "秋艳", "春燕", "爱莲", "惠兰"],
  // Men of the nineties.
  ["振辉", "嘉伟", "世凯", "小磊", "少辉", "立伟", "剑辉", "磊", "凯", "大伟"],
  // Women of the nineties.
  ["小秋", "雨桃", "丽秀", "玉娇", "园桃", "巧巧", "娇", "佳妙", "亚娇", "春桃"],
  // Men of the two thousands.
  ["家乐", "小杰", "书杰", "立业", "正义", "天乐", "大业", "博学", "杰", "乐乐"],
  // Women of the two thousands.
  ["小夏", "美霞", "朵朵", "丽娜", "小雅", "乐佳", "小朵", "米佳", "娜娜", "冬霞"],
]
