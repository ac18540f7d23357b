/** Sentences of endpoints as they are, and the bodies in which they send them. The seed chooses. */

/** What an endpoint answers to `max_tokens` out of its range. */
type RangeComplaint = (max: number, sent: number) => string

export const RANGE_COMPLAINTS: readonly RangeComplaint[] = [
  (max, sent) =>
    `max_tokens is too large: ${sent}. This model supports at most ${max} completion tokens, whereas you provided ${sent}.`,
  (max) => `Invalid max_tokens value, the valid range of max_tokens is [1, ${max}]`,
  (max) => `<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, ${max}]`,
  (max) => `max_tokens 参数非法，取值范围为 1~${max}。`,
  (max) => `API 调用参数有误，max_tokens 不能超过${max}，请检查文档。`,
  (max, sent) =>
    `max_tokens: ${sent} > ${max}, which is the maximum allowed number of output tokens for writer-3-5-20240620`,
  (max) =>
    `\`max_tokens\` must be less than or equal to \`${max}\`, the maximum value for \`max_tokens\` is less than the \`context_window\` for this model`,
  (max) => `body.max_tokens: Input should be less than or equal to ${max}`,
  (max, sent) =>
    `Unable to submit request because it has a maxOutputTokens value of ${sent} but the supported range is from 1 (inclusive) to ${max + 1} (exclusive). Update the value and try again.`,
  (max) => `max_tokens must be less than ${max + 1}.`,
  (max, sent) =>
    `Invalid 'max_tokens': integer above maximum value. Expected a value <= ${max}, but got ${sent} instead.`,
  (max) => `max_tokens must be between 1 and ${max.toLocaleString("en-US")}`,
  (max, sent) =>
    `This model's maximum context length is ${max + 640} tokens. However, you requested ${sent + 640} tokens (640 in the messages, ${sent} in the completion). Please reduce the length of the messages or completion.`,
  (max, sent) =>
    `'max_tokens' or 'max_completion_tokens' is too large: ${sent}. This model's maximum context length is ${max + 512} tokens and your request has 512 input tokens (${sent} > ${max + 512} - 512). None`,
]

/** What an endpoint answers to a system message, with the status. */
export const SYSTEM_COMPLAINTS: readonly { status: number; message: string }[] = [
  {
    status: 400,
    message: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
  },
  { status: 400, message: "Developer instruction is not enabled for models/writer-3-27b-it" },
  { status: 500, message: "System role not supported" },
  {
    status: 400,
    message: "Conversation roles must alternate user/assistant/user/assistant/...",
  },
  { status: 422, message: "messages.0.role: Input should be 'user' or 'assistant'" },
  { status: 400, message: "invalid params, message role system is not allowed" },
  { status: 400, message: "该模型不支持 system 角色的消息" },
]

/** Bodies with which an endpoint reports a failure under status 200, by what the reader is to be told. */
export const FAILURE_BODIES: Record<"unauthorized" | "busy" | "refused", readonly unknown[]> = {
  unauthorized: [
    { error: { message: "Incorrect API key provided", type: "invalid_request_error" } },
    { error: { message: "无效的令牌", type: "new_api_error" } },
    { code: "InvalidApiKey", message: "Invalid API-key provided.", request_id: "7a" },
    { base_resp: { status_code: 1004, status_msg: "login fail: token not match" } },
    [{ error: { code: 403, message: "Permission denied on resource", status: "PERMISSION_DENIED" } }],
    { code: 30001, message: "Sorry, your account balance is insufficient", data: null },
    { success: false, msg: "该令牌额度已用尽，余额不足" },
  ],
  busy: [
    { error: { code: 429, message: "Rate limit reached for requests" } },
    { error: "Model is overloaded, please try again later" },
    { error_code: 336501, error_msg: "Rate limit reached for RPM" },
    { object: "error", message: "too many concurrent requests", type: "RateLimitError", param: null },
    { base_resp: { status_code: 1002, status_msg: "rate limit, please retry later" } },
    { code: "1302", msg: "您当前使用该 API 的并发数过高，请降低并发" },
  ],
  refused: [
    { error: { code: "1301", message: "系统检测到输入或生成内容可能包含不安全或敏感内容" } },
    { code: "DataInspectionFailed", message: "Output data may contain inappropriate content." },
    { base_resp: { status_code: 1026, status_msg: "input new_sensitive" } },
    { error: { message: "Content Exists Risk", type: "invalid_request_error" } },
  ],
}

/** The body of an error with a status: most have `error`, some only its fields or one sentence. */
export function complaintBody(message: string, seed: number): unknown {
  const bodies = [
    { error: { message, type: "invalid_request_error", param: null, code: null } },
    { error: message },
    { object: "error", message, type: "BadRequestError", param: null, code: 400 },
    { code: "InvalidParameter", message, request_id: "c0ffee" },
    { detail: message },
    [{ error: { code: 400, message, status: "INVALID_ARGUMENT" } }],
  ]
  return chosen(bodies, seed)
}

export function chosen<Value>(list: readonly Value[], seed: number): Value {
  const value = list[Math.abs(seed) % list.length]
  if (value === undefined) throw new Error("an empty list")
  return value
}
