import { expect, test } from "vitest"
import { findOverflow } from "#app/server/writing/endpoint/overflow.server.ts"

test.each([
  [
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion).",
    8192,
  ],
  ["prompt is too long: 213462 tokens > 200000 maximum", 200000],
  ["request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it", 4096],
  ["Range of input length should be [1, 30720]", 30720],
  ["The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).", 1048575],
  ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131072],
  ["Please reduce the length of the messages or completion.", null],
  ["Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)", 8192],
  [
    "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
    32768,
  ],
  ["prompt too long; exceeded max context length by 1234 tokens", null],
  ["The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure", 4096],
  [
    "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 1000 `max_new_tokens`",
    4097,
  ],
  [
    "The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length",
    null,
  ],
  ["context window exceeds limit (2013)", 2013],
  ["input (9000 tokens) is longer than the model's context length (8192 tokens)", 8192],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 5000. This model's maximum context length is 4,096 tokens and your request has 100 input tokens (5000 > 4096 - 100).",
    4096,
  ],
  ["Prompt 超长", null],
  ["输入长度 9000 超过模型最大上下文 8192", 8192],
  ["输入的总 token 数超过了模型的上限（32k）", 32000],
  ["context_length_exceeded", null],
  ["Your input exceeds the context window of this model.", null],
  ["Input is too long for requested model.", null],
  [
    'the request exceeds the available context size. try increasing the context size or enable context shift\n{"n_prompt_tokens":5000,"n_ctx":4096}',
    4096,
  ],
])("%s is read as a prompt that is too long, with the size of the context", (words, tokens) => {
  expect(findOverflow(400, words)).toEqual({ contextTokens: tokens })
})
test.each([
  "max_tokens is too large: 32768. This model supports at most 16384 completion tokens",
  "Range of max_tokens should be [1, 8192]",
  "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
  "model does not exist",
  "Content Exists Risk",
  "Input should be less than or equal to 2",
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  "messages must alternate between user and assistant",
  "answered 500",
  "Incorrect API key",
])("%s is another error", (words) => {
  expect(findOverflow(400, words)).toBeNull()
})
