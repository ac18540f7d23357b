/** Worn-out expressions by kind, as patterns (story-memory.md 1.5). */
export const TICS: Record<string, string> = {
  神情套话:
    "[眼眸]中闪过|瞳孔(?:微|骤|猛)[然地]?缩|嘴角(?:微微)?(?:勾起|上扬|扬起)|眉头(?:微|紧)[皱蹙]|指尖泛白|指节(?:发|泛)白",
  心情套话:
    "心中暗道|[心胸][中头口](?:一紧|一震|一沉|一颤|一暖)|深吸(?:了)?一口气|松了(?:一)?口气|空气(?:仿佛|似乎|像是)?凝固|一丝",
  微微类: "缓缓|淡淡|微微|轻轻",
  仿佛类: "仿佛|宛如|忽然|竟然|猛地|猛然",
  不禁类: "不禁|不由得|忍不住",
  不是而是: "不是[^。！？\\n]{1,30}[，,、]?而是",
}

/** Surnames, and the marks of familiar names: a run of characters that holds a name may repeat. */
export const SURNAMES =
  "欧阳|司马|上官|诸葛|慕容|令狐|[老小阿王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文温裴]"

/** What follows a word and never ends a name. */
export const NOT_IN_NAMES =
  "的了着过在是也都就不和与说问道想看听走来去把被让对从到向又还才便却只很没有里上下中前后着们这那一个"
