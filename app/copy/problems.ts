import type { Refusal, RefusedPlace, RequestProblem } from "#app/domain/generation-request.ts"
import {
  EXISTING_TEXT_MAX_CHARS,
  FORM_MAX_BYTES,
  FORM_TEXT_MAX_BYTES,
  PROMPT_MAX_CHARS,
  REFERENCE_FILE_MAX_BYTES,
} from "#app/domain/limits.ts"
import { bannedText } from "./ban.ts"

const MIB = 1_024 * 1_024
const BYTES_PER_CHARACTER = 3
const TEN_THOUSAND = 10_000

export const requestProblemText: Record<RequestProblem, string> = {
  "prompt-missing": "请输入小说主题…",
  "prompt-too-long": `描述太长了，最多 ${PROMPT_MAX_CHARS} 个字符。`,
  "direction-malformed": "接下来的要求格式不对，请重新填写。",
  "level-unknown": "请从列表中选择一个内容限制级别。",
  "length-unknown": "请从列表中选择一种小说长度。",
  "reference-malformed": "参考文本的格式不对，请重新上传。",
  "existing-malformed": "要续写的正文格式不对，请重新提交。",
  "existing-too-long": `要续写的正文太长了，最多 ${EXISTING_TEXT_MAX_CHARS} 个字符。请先保存，再另起一篇。`,
}

export function promptTooLongText(characters: number): string {
  return `描述太长了：现在有 ${characters} 个字符，最多 ${PROMPT_MAX_CHARS} 个。请删去 ${characters - PROMPT_MAX_CHARS} 个。`
}

/** Why a reference file was refused, shown at its field. The form keeps everything else. */
export const referenceProblemText = {
  "unsupported-type": "不支持的文件类型：请上传文本文件（.txt）。其余内容都已保留。",
  empty: "这个文件是空的，没有读到文字。其余内容都已保留。",
  binary: "这个文件不是文本，无法读取。请上传文本文件（.txt）。其余内容都已保留。",
  "too-large": `文件太大了，参考文本最多 ${REFERENCE_FILE_MAX_BYTES / MIB} MB。其余内容都已保留。`,
} as const

/** Why a file with a text to continue was refused, shown at its field. */
export const ownFileProblemText = {
  ...referenceProblemText,
  "too-large": `文件太大了，最多 ${REFERENCE_FILE_MAX_BYTES / MIB} MB。其余内容都已保留。`,
  "scan-busy": "现在提交的人太多，暂时来不及读取这个文件。请过一会儿再试，其余内容都已保留。",
  "too-many-attempts": "读取文件太频繁了，请稍后再试。其余内容都已保留。",
} as const

export function ownTextTooLongText(characters: number): string {
  return `这篇文章太长了：现在有 ${characters} 个字符，最多 ${EXISTING_TEXT_MAX_CHARS} 个。请删去 ${characters - EXISTING_TEXT_MAX_CHARS} 个，或只留要接着写的后半部分。`
}

/** Why the saved novel that a form continues cannot be read. */
export const continuedNovelText = {
  "login-required": "登录已经过期，读不到这篇保存过的小说。请重新登录，再点一次「继续生成」。",
  "not-found": "找不到这篇保存过的小说，可能已被删除。",
  "backend-missing": "暂时连不上账号服务，读不到这篇保存过的小说。请稍后再试，填写的内容都还在。",
  "backend-down": "暂时连不上账号服务，读不到这篇保存过的小说。请稍后再试，填写的内容都还在。",
} as const

const placeText: Record<RefusedPlace, string> = {
  prompt: "小说描述",
  direction: "「接下来…」",
  reference: "参考文本",
  existing: "要续写的正文",
  outline: "提纲",
  together: "填写的这几处合在一起，",
}

/** Why moderation refused a generation; `ceiling` is this deployment's highest level. */
export function refusalText({ reason, place }: Refusal, ceiling: number): string {
  const what = place ? placeText[place] : "这段内容"
  const sentences = {
    ...bannedText((content) => `${what}${content}，任何级别都不会写。请修改后再试，其余内容都已保留。`),
    "beyond-level": `${what}超出了所选的内容级别。请修改，或改选合适的级别后再试，其余内容都已保留。`,
    "level-above-ceiling": `本站最高只开放到 ${ceiling} 级（要续写的正文也算在内），请改选较低的级别。你填写的内容都还在。`,
    "adult-unconfirmed": "这个级别仅限成年人，请先在首页确认已年满 18 岁。",
    "moderation-away":
      "内容审核服务暂时连接不上，4 级和 5 级现在不能生成。请稍后再试，或改选较低的级别。你填写的内容都还在。",
    "scan-busy": "现在提交的人太多，暂时来不及检查这段内容。请过一会儿再试，你填写的内容都还在。",
  }
  return sentences[reason]
}

/** Refusals of requests that our own forms never send. */
export const badRequestText = {
  "too-large": `提交的内容太大了，最多 ${FORM_MAX_BYTES / MIB} MB。`,
  "text-too-large": `提交的文字太多了，一次最多约 ${Math.floor(FORM_TEXT_MAX_BYTES / BYTES_PER_CHARACTER / TEN_THOUSAND)} 万字。请删减后再试。`,
  malformed: "提交的内容不完整，请返回重试。",
  unsupported: "不支持这种提交格式，请用表单或 JSON。",
  method: "这个地址不接受这种请求方法。",
  "picture-busy": "现在要画的图片太多了，请稍后再试。",
  unfinished: "还没有写完，已写好的部分附在这里；稍后可以用编号取得全文。",
  "store-away": "暂时连不上数据库，读不到这次生成。文字没有丢，服务恢复后刷新页面即可。",
  "unknown-generation":
    "找不到这次生成：可能已超过保存时间，或者不属于你。如果是登录以后写的，请登录当时的账号再看。",
} as const
