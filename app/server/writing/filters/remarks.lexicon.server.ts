/** What models write around a story, as parts of regular expressions. */

const NUMERAL = "[0-9０-９一二三四五六七八九十百千零〇两]{1,12}"

const ONE_REMARK =
  "(?:(?:(?:全|本|此|下|上)?(?:书|文|章|节|篇|段|部|集|回|部分)|故事|小说)?(?:未完待续|未完|待续|完结|已完结|完|终|结束|到此结束)(?:，?(?:敬请期待|请看下文|下(?:一)?[章节回]继续|待续))?" +
  "|(?:(?:本|全|正|此)?(?:文|节|章|段|部分|篇|次|正文)?(?:总|共|合计|约|大约|共计|实际)*(?:字数|字符数)(?:统计|约|共|为|大约)*[：:]?(?:约|共|大约)*[0-9０-９,，]+字?(?:左右)?)" +
  `|(?:(?:本|全|正|此)?(?:文|节|章|段|部分|篇|正文)?(?:共计|合计|约|大约|共|总计)*[0-9０-９,，]+个?(?:字|字符|汉字)(?:左右)?)` +
  "|以上(?:就|即)?(?:是|为).{0,20}(?:内容|正文|续写|故事|小说|部分)|希望.{0,8}(?:喜欢|满意|符合).{0,12}|如需.{0,30}|如果.{0,4}需要.{0,30}(?:告诉我|随时|请).{0,12}" +
  "|(?:下|第)[一二三四五六七八九十]?(?:节|部分)(?:完|结束))"

/** The inside of a remark: in brackets, between dashes, or alone on a line. */
export const REMARK = `(?:${ONE_REMARK}(?:[，,；;。、 ]*${ONE_REMARK})*)`

/** A heading without a mark of its own. */
export const CHAPTER = `(?:第${NUMERAL}(?:章|节|回|幕|卷|部分|段|集|篇)(?:[ 　：:·、—-].{0,24}|.{0,12})|(?:场景|镜头|片段|分镜)${NUMERAL}[：:]?.{0,12}|(?:序章|楔子|尾声|引子|正文|终章|番外|起|承|转|合)[：:]?|(?:标题|题目|书名|小说名|章节名)[：:].{1,30})`

const ABOUT_THE_TEXT =
  "(?:续写|正文|小说|故事|内容|章节|段落|部分|创作|版本|开头|结尾|情节|要点|场景|文字|要求|这一段|下文|新作|写作|扩写|改写)"

const AGREES = "(?:好的|当然(?:可以)?|没问题|明白了?|收到|可以|遵命)"
/** The words with which a model presents its own answer, up to the colon. */
export const PREAMBLE = `(?:(?:${AGREES}|好)[，,。！!：:、~～ ]*)?(?:以下|下面|这里|这)(?:就)?(?:是|为|给出)[^：:\\n。“他她]{0,40}?${ABOUT_THE_TEXT}[^：:\\n。“]{0,20}`
/** A line that only agrees, or only names what comes. */
export const PREAMBLE_LINE = `(?:${AGREES}(?:[，,。！!]${AGREES})?|(?:小说|故事)?(?:续写|正文)(?:正文|如下)?(?:[（(][^）)]{1,12}[）)])?|(?:输出|回答|回复)(?=[：:]))`
/** First characters that such a sentence can have. */
export const PREAMBLE_FIRST = "好嗯输回故当没明收可遵以下这我接续正小根按依为本标字写类"

/** First characters of remarks and headings on a line of their own. */
export const LINE_FIRST = "第全本此下上书文章未待完终字总共约故小标题章序楔尾引正番起承转合希如大"

/** First characters of sentences in which a model may decline. */
export const DECLINE_FIRST = "很非十真抱对不遗我作您你尊由"

/** A line that the prompts have, with the names and numbers of one novel. */
export const PROMPT_LINE =
  "【(?:提纲|格式|材料|前文人物|内容级别[^】]*|任何级别[^】]*|节选[0-9]*)】.*|.*〔(?:已写|现在写|以后写)〕.*"

/** What a model that thinks about a story says, and a story hardly ever does. */
export const SPEAKS_OF_WRITING =
  /用户|读者|要求|字数|提纲|大纲|正文|情节|续写|结构|写作|\b(?:user|story|plot|outline|chapter|write|words)\b/iu
