import type { Gender } from "./story-file.server.ts"

export const FIRST_PERSON = "我"
export const PRONOUN: Record<Gender, string> = { male: "他", female: "她" }

/** Behind the name of somebody who speaks. */
export const SPEAKS = /^[^。“”，？！]{0,4}[说问道答]/u

/** How the manner of a story begins, and how it does where the hero tells it. */
export const TOLD_OF_HERO = /^第三人称[^｜]*/u
export const TOLD_BY_HERO = "第一人称，{hero.name}自己讲"

/** Where both continuations of a story are told, another story begins. */
export const ANOTHER_STORY =
  "{很久以后的一个晚上|又过了许多年|有一年冬天}，有人问起还有没有别的故事。{hero}想了想，说还有一个，是{从前听来的|路上听来的|别人讲的}，讲的是另一个地方、另一些人。"

/** Ends a sentence that was cut off where nothing else is known about it. */
export const BROKEN_OFF = "……话到这里，又停住了。"

/** Where the author's own card asks for what no scene tells. */
export const INTERLUDES = [
  "{hero}把手边的东西{一样样擦了|挨个擦过}，擦到最后一样，{又从头看了一遍|才发觉少了一样}。{外头有人走过，脚步声没有停|外头没有一点声音}。",
  "{hero}把前前后后又想了一遍，{想到最后|想来想去}，还是停在{同一个地方|老地方}，{索性|干脆}起身去{洗了把脸|烧了壶水|开了窗}。",
  "外头{起了风|落了几点雨|有人走过去}。{hero}{听了一会儿|站了一会儿}，把{手边的|眼前的}东西一样样{收好|放回原处}，等着{下一件事|该来的人}。",
  "{有人|街坊里有人|过路的人}说起这件事，{说得|讲得}和{hero.name}知道的全不一样。{hero}没有去{纠正|分辩}，听完了，{道了声谢|点点头走了}。",
]

/** The kind of story in which the friend is the one whom the hero loves. */
export const LOVE_STORY = "言情"
/** Who asks for two lovers of one sex. */
export const TWO_MEN = /双男主|耽美|纯爱|\bbl\b/iu
export const TWO_WOMEN = /双女主|百合(?!花)|\bgl\b/iu

/** Between the parts of a clause in a card, between its clauses, and between the fields of a line. */
export const BETWEEN_PARTS = "，"
export const BETWEEN_CLAUSES = "；"
export const BETWEEN_FIELDS = "｜"
/** What names a time, and no place. */
export const SAYS_WHEN =
  /[天日夜晨晚午早年月周节更]|傍晚|黄昏|清早|时候|之后|以后|以前|当[天晚夜]|星期|[春夏秋冬]|立|初|末|一个月|开学|散场/u
