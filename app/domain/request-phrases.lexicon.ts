/** Openings of a prompt before it says what the story is, such as "please write". */
export const REQUEST_OPENING =
  /^(?:请|麻烦)?(?:你)?(?:帮我|给我|为我|替我)?(?:写|创作|生成|续写|讲|来)(?:一)?(?:个|篇|部|段|本)?(?:关于|有关)?|^(?:一个|一篇)?关于/u

/** Endings of a prompt's first line that name the kind of text, such as "novel". */
export const REQUEST_ENDING = /的?(?:短篇|中篇|长篇)?(?:小说|故事)(?=$|[，。！？；\n])/u
