/** What endpoints write in an error without a status, by what it means; the first match counts. */
export const KEY_WORDS =
  "api[ _-]?key|apikey|unauthori[sz]ed|authenticat|permission|forbidden|access[ _]?denied|login fail|invalid (?:token|credential)|token (?:not|is invalid|expired)|密钥|令牌|鉴权|认证失败|未授权|无权|没有权限"
export const MONEY_WORDS =
  "insufficient[ _](?:quota|balance|funds)|balance (?:is )?(?:insufficient|not enough)|billing|arrear|payment required|余额|欠费|额度已用"
export const BUSY_WORDS =
  "rate[ _-]?limit|too many|overload|throttl|concurren|capacity|busy|try again|retry later|resource_exhausted|限流|繁忙|并发|频率|频繁|过载|稍后|请求过多|超出限制"
export const MISUSE_WORDS =
  "model[ _]?not[ _]?found|not found|does not exist|unknown model|invalid[ _]?(?:param|request|argument|model)|bad[ _]request|不存在|参数|不支持"

/** How endpoints say that a number is the least or the greatest that they take. */
export const AT_LEAST_WORDS =
  "at least|greater than|more than|minimum|>=|≥|不(?:能)?小于|不(?:能)?低于|大于|至少|最小"
/** How endpoints say that a number is out of its range, not unknown. */
export const RANGE_WORDS = "too large|at most|range|maximum|between|less than|<|≤|>|超过|范围|小于"
/** What stands before a number that is no amount. */
export const CODE_WORDS = "code|status|错误码"
export const UNSUPPORTED_WORDS =
  "unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|not permitted|not allowed|extra (?:inputs|fields)|不支持|未知"

/** How endpoints say that they take no system message. */
export const SYSTEM_ROLE_WORDS = [
  "system.{0,40}(?:role|message|prompt|instruction|角色|消息|提示)",
  "(?:role|message|prompt|instruction|角色|消息).{0,80}system",
  "developer instruction",
  "roles must alternate",
  "role.{0,60}(?:user.{0,8}assistant|assistant.{0,8}user)",
].join("|")
