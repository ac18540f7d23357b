/** What endpoints write in an error that means they decline the content, not the call. */
export const REFUSAL_WORDS =
  "content[ _-]?(?:filter|policy|exists risk|moderation|violation)|data_inspection_failed|datainspection|responsibleai|inappropriate content|moderation|safety system|flagged|sensitive|敏感|违规|不安全|安全审核|内容审核"
