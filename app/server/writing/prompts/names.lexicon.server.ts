/** The hundred or so surnames that most people in Chinese novels have. */
export const SURNAMES =
  "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文顾温裴"

/** What follows a word and never ends a name. */
export const NOT_IN_NAMES =
  "的了着过在是也都就不和与说问道想看听走来去把被让对从到向又还才便却只很没有里上下中前后着们这那一个"
