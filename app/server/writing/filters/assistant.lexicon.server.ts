/** What a model says as an assistant about a request that it declines. */

const ACTS =
  "(?:创作|生成|续写|撰写|编写|写|提供|协助|满足|处理|完成|帮|继续|回答|答复|输出|描写|描述|呈现|讨论|参与|支持|涉及)"
const UNABLE =
  "(?:无法|不能|不会|没法|没办法|没有办法|不便|不可以|不愿意?|不宜|不(?:太|大)?(?:适合|方便)|拒绝|难以|恕我|恕难|还没(?:有)?学(?:会|习)|选择不)"

/** What the sentences of a refusal do. */
export const REFUSAL_KINDS = {
  declines: new RegExp(
    `${UNABLE}[^“]{0,24}${ACTS}|${ACTS}[^“]{0,12}(?:不(?:了|出来|下去)|不在我)|恕我不能|违反[^“]{0,16}(?:准则|政策|规定|规范|法律|法规|条款)|不符合[^“]{0,16}(?:准则|政策|规定|规范|法律|法规|条款)|超出[^“]{0,12}(?:范围|能力)|(?:涉及|包含|可能)[^“]{0,16}(?:不恰当|不适当|不当|不合适|不良|敏感|违规|违法)|不合规|换个话题|修改后重试|重新输入` +
      `|\\b(?:can(?:no|['’])t|can not|won['’]t|unable|not able|not going to|not comfortable|decline|refuse|against|violat\\w+|outside|inappropriate|not appropriate)\\b[^“”"]{0,60}\\b(?:writ\\w+|creat\\w+|generat\\w+|continu\\w+|help|assist\\w*|fulfil\\w*|provid\\w+|produc\\w+|compl\\w+|engag\\w+|able to|do (?:that|this)|polic\\w+|guidelines?|request|content|material)\\b`,
    "iu",
  ),
  speaksAsAssistant:
    /人工智能|语言模型|大模型|作为.{0,8}(?:助手|模型|AI)|准则|(?:使用|内容|安全)(?:政策|规范|条款)|法律法规|内容安全|用户您好|尊敬的用户|\b(?:AI|language model|as an assistant|guidelines?|polic(?:y|ies)|terms of (?:use|service))\b/iu,
  addressesAsker:
    /您|你们?的(?:请求|要求|需求|问题|输入|提问|信任|理解)|你(?:希望|想要|描述|输入|提供|要求|提到)|\byou(?:r|['’](?:d|ve|re|ll))?\b/iu,
  offers:
    /换(?:一)?[个种]|换成|别的(?:题材|主题|故事|方向|话题|要求)|其他的?(?:题材|主题|方向|话题|问题|要求)|如果(?:您|你)?(?:愿意|需要|想)|我可以(?:帮|为|换|试|写|提供|改)|要不要|我们可以|建议(?:您|你)|请(?:您|你)?(?:修改|换|重新)|我会尽力|\b(?:happy to|glad to|would you like|let me know|instead|alternative|another|different|could suggest|can (?:offer|suggest)|if you)\b/iu,
  apologises:
    /抱歉|对不起|遗憾|不好意思|(?:谅解|见谅)|感谢(?:您|你)的|恕我|理解(?:您|你)|\b(?:sorry|apologi[sz]e|unfortunately|regret)\b/iu,
  namesText:
    /请求|要求|内容|故事|小说|题材|话题|主题|情节|部分|段落|文字|文本|创作|续写|问题|信息|\b(?:requests?|story|content|material|scene|text|fiction|premise|topic|that)\b/iu,
}

/** What providers answer in place of their model. */
export const CANNED = /换个话题|修改后重试|重新输入/u

/** A sentence that tells what somebody says. */
export const REPORTED = /[他她][^。]{0,12}(?:写道|说道|说|回答|答|念|读|问)|(?:写道|说道|念道|写着|跳出一行)/u
export const FIRST_PERSON = /我|\bI\b/u
