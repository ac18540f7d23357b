/** The tags and control tokens that models and their servers let slip into an answer. */

/** The marks between which the prompts ask for the story. */
export const STORY_MARKS = { opening: "<正文>", closing: "</正文>" }

/** The marks as models write them, and what may become one. */
export const OPENING_MARK = /^[<＜〈]\s*正文\s*[>＞〉]$/u
export const CLOSING_MARK = /^[<＜〈]\s*[/／]\s*正文\s*[>＞〉]$/u
export const BEGUN_MARK = /^[<＜〈]\s*[/／]?\s*(?:正文?)?\s*$/u

const THOUGHT =
  "(?:[a-z]+[:_])?(?:ant)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflect(?:ion)?|analysis|scratch_?pad|monologue|brainstorm(?:ing)?|plan(?:ning)?)"
const THOUGHT_LABEL = "(?:内心)?(?:思考|思路|构思|推理|分析)(?:过程|内容)?"
/** Texts of the prompt that are never part of a story. */
const MATERIAL = "要求|接下来|参考文字|材料|提纲|格式|前文人物|这一段|下文|改法"

/** What a tag means, by its name in lower case, without brackets and bars; the first match counts. */
export const TAG_MEANINGS = [
  ["closes", new RegExp(`^(?:/|end_?(?:of_?)?)${THOUGHT}$|^/${THOUGHT_LABEL}$|^${THOUGHT_LABEL}结束$`, "u")],
  [
    "opens",
    new RegExp(`^(?:(?:begin|start)_?(?:of_?)?)?${THOUGHT}(?:\\s.*)?$|^${THOUGHT_LABEL}(?:开始)?$`, "u"),
  ],
  ["opens-material", new RegExp(`^(?:${MATERIAL}|<?sys>?|system_prompt)$`, "u")],
  ["closes-material", new RegExp(`^/(?:${MATERIAL}|<?sys>?|system_prompt|inst)$`, "u")],
  [
    "ends",
    /^(?:\/s|im_end|return|call|end|e(?:o[stmdp])(?:_id)?|end_?of_?(?:text|turn|sentence|utterance|message|document|file)(?:_token)?)$/u,
  ],
  ["header", /^(?:im_start|start|start_header_id|start_of_turn|start_of_role|channel)$/u],
  ["ends-header", /^(?:message|end_header_id|end_of_role|im_sep)$/u],
  ["asks", /^(?:inst|user|human|system|tool|observation)(?:_token)?$/u],
  ["answers", /^(?:assistant|bot|model|chatbot)(?:_token)?$/u],
] as const

/** Tags that only wrap a text or lay it out. */
export const WRAPPER =
  /^\/?(?:p|br|b|i|u|em|strong|span|div|hr|h[1-6]|ul|ol|li|blockquote|center|font|pre|code|html|body|head|section|article|answer|output|response|final|final_answer|result|story|novel|chapter|content|text|doc|document|xml|reply|assistant|context|prompt|s|bos|sop|pad|unk|mask|gmask|extra_id_\d+|unused\d+|0x[0-9a-f]{2}|上文|刚写完的部分|\/(?!正文$)\p{Script=Han}+)(?:\s.*)?\/?$/u

/** In square brackets only these are tags; at the beginning of an answer also labels of thoughts. */
export const SQUARE_TAG = /^(?:\/?(?:inst|think|system_prompt|bos|eos|gmask|s))$/u
export const LABEL_TAG = new RegExp(`^/?${THOUGHT_LABEL}(?:开始|结束)?$`, "u")
/** A label behind which the story begins. */
export const STORY_LABEL = /^(?:正文|回答|小说|续写|小说正文|最终回答|输出)$/u

/** How a channel or a role reads whose text is meant for the reader. */
export const FOR_READERS = /^\s*(?:final|assistant|model|bot)\b/iu
/** Who asks, as a role. */
export const ASKING_ROLE = /^\s*(?:user|human|system|tool|developer)\b/iu
/** What is left of the channels where a server removes the control tokens around their names. */
export const BARE_THOUGHT = "analysis"
export const BARE_ANSWER = "assistantfinal"

/** A label behind which a thought is over. */
export const CLOSES_LABEL = /^\/|结束$/u
