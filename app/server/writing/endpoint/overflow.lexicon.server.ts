/** What endpoints call the prompt and its context in errors, in English and Chinese. */
export const PROMPT_WORDS =
  "context|prompt|\\binputs?\\b|\\bmessages?\\b|model length|token limit|number of tokens|token count|上下文|输入|提示词|消息|总长度"

/** How they say that it is too long. */
export const EXCESS_WORDS =
  "exceed|too (?:long|large|big|many)|longer than|larger than|greater than|more than|maximum|\\blimit|range of|reduce|shorten|overflow|<=|超过|超出|超长|超限|过长|太长|过大|上限|限制"

/** What stands before the size of the context, and what behind it. */
export const SIZE_BEFORE =
  "maximum|\\bmax (?:context|model|prompt|input|sequence)|limit|context (?:length|size|window)|n_ctx|allowed|at most|up to|no more than|<=|≤|>|上限|最大|不超过|不能超过|限制|窗口"
export const SIZE_BEHIND = "(?:tokens? )?(?:maximum|max|limit|context|的?上下文|的?上限)"
