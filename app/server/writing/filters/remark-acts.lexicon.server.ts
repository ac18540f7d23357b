/** What a model says as an assistant about the text that it writes. */

/** Words for a text as something that is made. Stories about people who write or read use them too. */
export const CRAFT =
  /(?<!继)续写|正文|章节|段落|情节|剧情|篇幅|字数|文风|笔法|写法|手法|笔触|初稿|提纲|大纲|伏笔|主角|主人公|人设|人物设定|题材|视角|走向|悬念|扩写|改写|润色|(?:上|前)文|本(?:节|章|段|部分|篇|文)|(?:这|上|下|第.{1,3})一?(?:部分|章节|章|节|段|幕)(?!路|时|日|话|楼|台|木|铁|课)|\b(?:sections?|chapters?|outline|continuation|word count|paragraphs?|plot|tone|revise|story text|(?:this|next) part|part (?:two|three|four|\d+))\b/giu

/** What else a remark on a text names, whom it speaks to and where it points; each worth one point. */
export const REMARK_HINTS = [
  /故事|小说|内容|文字|开头|结尾|结局|节奏|人物|场景|风格|一版|版本|部分|气氛|语气|修改|补充|调整|\b(?:changes|story|text|part|novel|scene)\b/iu,
  /您|请问|以下|如下|下文|以上|接下来|下一|如果|\b(?:below|here['’]s|here is|above|next|requested|left off|continue)\b/iu,
]

const NUMBER = "[0-9０-９一二三四五六七八九十百千两几]{1,12}"
const NTH = String.raw`第\s{0,3}${NUMBER}\s{0,3}`
const WE = "(?:我|咱)们?"
const OWN_PART = `(?:[这本]一?|下一?|后续|${NTH})(?:部分|章节|章|节|段落|段|内容)`
const MANNER = "(?:文风|风格|语气|人称|视角|节奏|基调|一致|连贯|克制)"
/** What an assistant says that it will do to a text. */
const WRITES = `(?:写(?!信|字|诗|日记|遗书)|续写|接续|创作|刻画|推进|展开|控制|保持[^。，“]{0,10}${MANNER}|沿用|呈现|呈上|奉上|安排|避免|衔接|处理|调整|完善|修改|改一|回顾|继续|开始|从[^。]{0,12}(?:入手|开始))`
/** What an assistant says that its answer is. */
const MADE = String.raw`(?:续写|正文|全文|小说|故事|内容|章节|段落|部分|创作|版本|片段|开头|结尾|情节|扩写|改写|新作|下文|${NTH}[章节段]|part\s*\d+)`

/**
 * What an assistant does when it speaks about its text. Who only names stories and chapters does none of it, and is
 * told of in a story.
 */
export const REMARK_ACTS = {
  agrees:
    /^[^\p{L}]*(?:好(?:的|嘞|呀|啊|哒)?[，,！!。~～]|没问题|收到|明白|当然|可以的|嗯[，,]|遵命|ok\b|okay|alright|sure|understood|got it|certainly|of course|absolutely|great)/iu,
  promises: oneOf(
    `${WE}(?:需要|会|将|来|可以|先|再|就|马上|已|这就|现在|尽量|按|根据|接着|顺着|延续|据此|继续|用)[^。！？!?“]{0,24}${WRITES}`,
    `让${WE}(?:来|就|接着)?(?:继续|写|开始|回到|进入)|${WE}就?(?:继续|接着写|往下写)`,
    "直接(?:写|输出|给出)[^。，“]{0,4}(?:正文|全文|内容)",
    "(?:马上|这就|现在|立刻)[^。，,“]{0,4}(?:给|为)[^。，,“]{0,4}(?:写|呈上|奉上)",
    "(?:马上|这就|现在)(?:安排|开始)[^。，,“]{0,6}[。！!]?$",
    String.raw`^[^\p{L}]*(?:好的[，,])?(?:接着|继续)(?:往下)?写?[。！!]?$`,
    "(?:现在|下面|接下来)[^。，,“]{0,6}(?:要写|写(?:提纲|第)|(?:开始|进入)[^。]{0,12}(?:写|创作|部分))",
    String.raw`\b(?:I(?:['’]ll|['’]ve| will| can(?!['’]t)| have)|let me|let['’]s)\b[^.“]{0,40}\b(?:writ|continu|keep|pick|revis|adjust|follow|start|begin)`,
    String.raw`^[^\p{L}]*(?:continuing|writing)\b`,
  ),
  presents: oneOf(
    `(?:以下|下面|下文)就?(?:是|为|给出|请看)[^。！？“他她]{0,40}${MADE}|以下(?:内容|部分|正文)|接上文`,
    `(?:以上|至此)[^。，“他她]{0,4}(?:续写|正文|内容|${NTH}部分)`,
    `这里?就?(?:是|为)[^。“他她]{0,30}(?:续写|正文|版本|新的一[段章节]|[您你]的?(?:要求|创作)|为[您你]写|${NTH}部分)`,
    `(?:${MADE}|[重改]写|[这本]一?[段章节])[^。“]{0,8}如下|${MADE}(?:正式|就?这样)?(?:开始|继续|展开)[：:。！!]?$`,
    "为[您你][^。]{0,12}(?:续写|创作|写|呈上)",
    String.raw`\b(?:here(?:['’]s| is| are)|below (?:is|you['’]ll)|this is)\b[^.“]{0,40}\b(?:part|section|story|text|continuation|chapter|version|scene|passage|novel)`,
    String.raw`\b(?:story|section|part|continuation) (?:below|follows)\b`,
  ),
  addresses: oneOf(
    "[您你]的(?:意思|要求|需求|提纲|设定|指示|意见|反馈|想法|阅读|信任|耐心)",
    "(?:希望|如果|要是|若|如)[您你][能会]?(?:喜欢|满意|需要|觉得|愿意|有)|(?:喜欢|满意|可以)的话",
    "[您你](?:希望|要求|想要|提供|描述|看[^。]{0,8}吗|满意|想往|说的[，,])|[对帮][您你][^。]{0,4}[帮有]|为您|供[您你]参考|[合如][您你]的?(?:心意|愿)",
    "(?:感谢|谢谢)(?:[您你]|[^。，“]{0,4}提[供纲])|请[^。，“]{0,4}告诉我|跟我说|随时(?:说|告诉|告知|提|联系|跟)",
    `${OWN_PART}[^。“]{0,20}您`,
    "(?:欢迎|请)[您你]?(?:提出|过目|查收|欣赏|稍|等待|期待|回复)|敬请|请看(?:下一?[章节回部文]|正|第|以)",
    String.raw`\b(?:let me know|thank(?:s| you) for (?:reading|your)|you (?:were|asked|want|provided|described)|your outline|would you like|as requested|hope (?:you|this))\b`,
  ),
  offers: oneOf(
    "(?:需要|要不要|是否|可否|用不用)(?:我|继续|需要)|如[需有]|进一步",
    String.raw`\b(?:feel free|let me know|would you like me|if you['’]d like|whether I should|whenever you)\b`,
  ),
  follows: oneOf(
    "(?:按照?|根据|依照|遵照|遵循)[^。，,“]{0,12}(?:提纲|大纲|要求|设定|指示|需求|前文|上文)",
    "承接|接续|接着?上|接着往下写|衔接|沿用|延续[前上原]",
    String.raw`\b(?:as requested|following (?:the|your)|follows your|left off|in Chinese)\b`,
  ),
  assesses: oneOf(
    `${OWN_PART}(?:[，,]我们?[将会]|主要|着重|重点|侧重|将|会(?:着重|重点|写|讲|揭|展开|稍|放慢|交代)|稍|通过|承接|延续|约|字数|篇幅|以[^上下前后往来])`,
    "(?:续写|部分|[节章段])从[^。，“]{0,16}(?:写起|入手|开始)|(?:着重|重点|主要|侧重)[^。，“]{0,6}(?:写|刻画|推进|突出|讲述|展现|交代)",
    `${OWN_PART}的(?:任务|重点|目标|作用|核心)|(?:故事|情节|剧情)将会?(?:进入|迎来|展开|转向|走向)`,
    `(?:延续|保持|沿用|贴合|呼应)[^。，“]{0,10}${MANNER}|符合[^。“]{0,8}要求`,
    "为[^。“]{0,8}(?:后续|后文|下文|下一|接下来)[^。“]{0,10}[留埋做作铺]|为[^。“]{0,16}(?:铺垫|蓄势)|(?:埋下|留下|设下|保留)[^。，“]{0,12}(?:伏笔|悬念)",
    "通过[^。“]{0,16}(?:推进|刻画|展现|烘托|突出|描写|暗示)",
    String.raw`(?:约|大约|约为|控制在|共|共计)\s*${NUMBER}\s*个?字|[0-9０-９]\s*个?字|${NUMBER}字(?:左右|上下|以内|之内)|\b\d+ (?:characters|words)\b`,
  ),
  closes: oneOf(
    "(?:续写|故事|部分|章|节|全文|任务)[^。“]{0,6}(?:完毕|未完|全部完成|结束，)|(?:续写|写作|创作)完|待续",
    "(?:部分|章|节|就|先)写?到(?:此|这里)|看下(?:文|回|一?[章节回部])|下一?[章节回部分]+(?:继续|见|更)",
    String.raw`\bend of (?:part|section|chapter)\b`,
  ),
} as const
/** Acts that say as much as two others. */
export const PLAIN_ACTS = ["promises", "presents", "offers"] as const
/** Somebody in a story agrees to anything. */
export const BARE_ACT = "agrees"

/** The words that short remarks consist of, besides those of craft; what else a line says is story. */
export const REMARK_WORDS = new RegExp(
  [
    MADE,
    `${NUMBER}字?|第|一|约|左右|[您你我咱]们?|这里?|那么|以[上下]|[上下]一?面?|接下?来|至此|其他|新|全部|完整|所有|具体|特定`,
    "好的?|嗯|没问题|收到|明白|当然|可以|请问?|需要|希望|如果|要是|若|是否|感谢|谢谢|期待|喜欢|满意|满足|符合|随时|告诉|指示|供|参考",
    "文字|要求|需求|意见|反馈|意思|风格|版|人工智能|AI",
    "继续|开始|完成|结束|完毕|进入|呈现|提供|输出|生成|写作?|看|想|阅读|审阅|查收|修改|补充|调整|进一步|已经?|什么",
    "[是为由在从就便将会能的地得了和与并对把被有也再先还吗呢吧啊呀]",
  ].join("|"),
  "giu",
)

/** A label before a remark, which makes it one. */
export const REMARK_LABEL =
  /^[（(【[*\s]*(?:本(?:节|段|章|文|部分))?(?:标题|题目|字数|写作思路|创作思路|思路|要点|类型|篇幅|视角|题材|创作说明|写作说明|作者的话|作者按|下.{0,4}预告|word count|title)(?:要求|统计)?\s*[：:】\]]|^[（(*\s]*end of (?:part|section|chapter)\b/iu
/** A label that texts of every kind have, also those that a story quotes. */
export const NOTE_LABEL = /^[（(【[*\s]*(?:说明|注|备注|note|p\.?s\.?|summary)\s*[：:】\]]/iu

/** A story tells of somebody; a remark that does so has to be plainer. */
export const THIRD_PERSON = /(?<!其)他|她/u
/** A sentence that tells who says something. */
export const TELLS_OF_SPEECH =
  /(?:说|问|答|喊|念|写|笑)道|[对朝向][^，。]{1,8}(?:说|讲|喊|念)|，[^，。您你]{1,8}(?<!跟我|随时)(?:说|问|答)[，。：]/u

function oneOf(...patterns: string[]): RegExp {
  return new RegExp(patterns.join("|"), "iu")
}
