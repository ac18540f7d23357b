import { type Finding, note, right, wrong } from "./finding.ts"

const NO_THINKING = [
  `OPENAI_EXTRA_BODY='{"thinking":{"type":"disabled"}}' (DeepSeek)`,
  `OPENAI_EXTRA_BODY='{"enable_thinking":false}' (Qwen)`,
]

/** Everything that `npm run doctor` says of the model, in Chinese and English. */
export const modelMessages = {
  cost: (calls: number, inputTokens: number, outputTokens: number) =>
    note(
      `将调用模型约 ${calls} 次，最多约 ${inputTokens} token 输入、${outputTokens} token 输出，由接口计费`,
      `This makes about ${calls} calls with at most about ${inputTokens} tokens in and ${outputTokens} out, which the provider charges`,
    ),
  answers: (model: string, url: string) =>
    right(`模型 ${model} 有回答（${url}）`, `The model ${model} answers (${url})`),

  silent: (url: string, cause: string) =>
    wrong(
      `连不上模型接口 ${url}（${cause}）。地址对吗，它在运行吗`,
      `Cannot reach the model's endpoint ${url} (${cause}). Is the address right, is it running?`,
      "OPENAI_BASE_URL=https://…/v1",
    ),
  hangs: (url: string, seconds: number) =>
    wrong(
      `接口 ${url} 收下了请求，${seconds} 秒内没有一个字节的回答。模型若要想很久，就放宽时限`,
      `The endpoint ${url} took the call and sent no byte within ${seconds} seconds. If the model thinks that long, wait longer`,
      "OPENAI_FIRST_BYTE_SECONDS=300",
    ),
  breaksOff: (cause: string) =>
    wrong(
      `回答中途断线（${cause}）。请查接口和中间代理的超时`,
      `The connection broke in the middle of the answer (${cause}). Look at the time-outs of the endpoint and of proxies before it`,
    ),
  keyMissing: (status: string) =>
    wrong(
      `接口要密钥，而没有设 OPENAI_API_KEY（${status}）`,
      `The endpoint wants a key, and OPENAI_API_KEY is not set (${status})`,
      "OPENAI_API_KEY=…",
    ),
  keyRefused: (status: string) =>
    wrong(
      `接口不接受 OPENAI_API_KEY（${status}）：它可能抄错、作废，或属于别的服务`,
      `The endpoint refuses OPENAI_API_KEY (${status}): a typing error, a revoked key, or another service's`,
      "OPENAI_API_KEY=…",
    ),
  noMoney: (cause: string) =>
    wrong(
      `密钥没错，但账户不能付费（${cause}）。请充值或开通`,
      `The key is known, but the account cannot pay (${cause}). Top it up`,
    ),
  notAnEndpoint: (url: string, status: number) =>
    wrong(
      `${url} 回答的是网页，不是模型接口（${status}）。地址多半少了 /v1`,
      `${url} answers with a web page, not as a model's endpoint (${status}). Its address probably lacks /v1`,
      "OPENAI_BASE_URL=https://…/v1",
    ),
  addressUnknown: (url: string) =>
    wrong(
      `${url} 下没有 chat/completions（404）。地址多半少了 /v1`,
      `There is no chat/completions below ${url} (404). Its address probably lacks /v1`,
      "OPENAI_BASE_URL=https://…/v1",
    ),
  modelUnknown: (variable: string, model: string, known: string[]) =>
    wrong(
      known.length > 0
        ? `接口没有模型 ${model}，它有：${known.join("、")}`
        : `接口没有模型 ${model}，也没说有哪些`,
      known.length > 0
        ? `The endpoint has no model ${model}. It has: ${known.join(", ")}`
        : `The endpoint has no model ${model}, and does not say which it has`,
      `${variable}=${known[0] ?? "…"}`,
    ),
  busy: (cause: string) =>
    wrong(
      `接口正忙或限流（${cause}），过一会再查`,
      `The endpoint is busy or limits the rate (${cause}). Try again later`,
    ),
  declines: (cause: string) =>
    wrong(
      `接口拒绝了一个普通问题（${cause}），写小说更会被拒。请换模型`,
      `The endpoint declines a harmless question (${cause}), and will decline novels. Take another model`,
      "OPENAI_MODEL=…",
    ),
  complains: (status: string, cause: string) =>
    wrong(
      `接口不接受应用的请求（${status}）：${cause}`,
      `The endpoint rejects the app's call (${status}): ${cause}`,
    ),

  streams: (ms: number) =>
    right(`边写边发，正文在 ${ms} 毫秒里陆续到达`, `It streams: the text arrived over ${ms} milliseconds`),
  buffers: () =>
    wrong(
      "回答攒到写完才一次发出，读者要干等。请关掉中间代理的响应缓冲（nginx：proxy_buffering off），或换接口",
      "The answer came all at once at its end, so readers wait. Turn off response buffering in the proxy before it (nginx: proxy_buffering off), or take another endpoint",
    ),
  tooShortForStream: () =>
    note("回答太短，看不出是不是边写边发", "The answer was too short to tell whether it streams"),
  noText: () => wrong("回答里没有正文", "The answer holds no text", "OPENAI_MODEL=…"),

  limitNamed: (name: string) => right(`长度上限用 ${name}`, `The limit of an answer is ${name}`),
  limitRenamed: (name: string) =>
    right(
      `接口不收 max_tokens，应用自动改用 ${name}`,
      `The endpoint refuses max_tokens, and the app uses ${name} by itself`,
    ),
  limitRefused: () =>
    note(
      "接口不收任何长度上限，应用自动不带；回答的长短只能靠提示",
      "The endpoint takes no limit of an answer, and the app sends none by itself; only the prompt limits its length",
    ),
  limitByOperator: () =>
    note(
      "OPENAI_EXTRA_BODY 自带长度上限，取代应用的，这里不查",
      "OPENAI_EXTRA_BODY sets a limit in place of the app's, so it is not tested",
    ),
  limitObeyed: (tokens: number) =>
    right(
      `上限 ${tokens} token 管用，并照实说是被截断的`,
      `A limit of ${tokens} tokens works, and the endpoint says that it cut the answer`,
    ),
  limitIgnored: (name: string) =>
    wrong(
      `接口收下 ${name} 却不理会：应用会自己停止阅读，多出的字仍可能计费。请换接口或模型；它若用别的名字，写进 OPENAI_EXTRA_BODY`,
      `The endpoint takes ${name} and ignores it: the app stops reading by itself, but the rest may be charged. Take another endpoint or model; if it has another name for the limit, put it into OPENAI_EXTRA_BODY`,
      `OPENAI_EXTRA_BODY='{"<name>":4000}'`,
    ),
  endCut: () =>
    wrong(
      "回答被上限截断，接口却说写完了（finish_reason 是 stop）：小说会停在半句话上。请换接口或模型",
      'The limit cut the answer, but the endpoint says that it is complete (finish_reason "stop"): novels would stop in mid-sentence. Take another endpoint or model',
      "OPENAI_BASE_URL=https://…/v1",
    ),
  finishMissing: () =>
    wrong(
      "回答没有 finish_reason，写完和断线分不清，应用会当作断线再试。请换接口，或升级中间的代理",
      "The answer has no finish_reason, so its end looks like a broken line, and the app tries again. Take another endpoint, or update the proxy before it",
      "OPENAI_BASE_URL=https://…/v1",
    ),
  limitUnclear: () =>
    note(
      "模型自己提前停了，看不出上限管不管用",
      "The model stopped early by itself, so the limit could not be tried",
    ),

  systemObeyed: () => right("听从 system 消息", "It obeys the system message"),
  systemMoved: () =>
    note(
      "接口不收 system 消息，应用自动并入用户的第一条消息，内容规则照样送到",
      "The endpoint takes no system message, and the app puts it into the user's first one by itself, rules included",
    ),
  systemIgnored: () =>
    wrong(
      "接口收下 system 消息，模型却没有照做：写作规则和禁令都在里面。请换模型，或检查它的对话模板",
      "The endpoint takes the system message, but the model did not obey it, and the rules of writing are in it. Take another model, or check its chat template",
      "OPENAI_MODEL=…",
    ),

  thinksNot: () => right("回答之前没有思考过程", "It does not think before it answers"),
  thinks: (shown: "field" | "tags" | "usage") =>
    note(
      `模型先思考再回答（${THOUGHTS[shown].chinese}）。应用会滤掉，并把上限放宽到 16,000 token，但更慢、更贵；能关就关`,
      `The model thinks before it answers (${THOUGHTS[shown].english}). The app filters that out and raises the limit to 16,000 tokens, but it is slower and costs more; turn it off if you can`,
      ...NO_THINKING,
    ),
  thoughtsEat: (tokens: number) =>
    wrong(
      `思考用光了 ${tokens} token 的上限，正文一个字也没有，其余几项因此没查`,
      `Its thoughts used up a limit of ${tokens} tokens, and no text was left, so the rest was not tested`,
      ...NO_THINKING,
    ),

  windowHeld: (tokens: number) =>
    right(
      `约 ${tokens} token 的提示，开头还记得`,
      `It remembers the beginning of a prompt of about ${tokens} tokens`,
    ),
  windowSmall: (tokens: number, needed: number, server: ModelServer) =>
    wrong(
      `上下文窗口只有 ${tokens} token，一万字的小说约需 ${needed}；装不下时模型只看得到最近的部分`,
      `The context holds only ${tokens} tokens, and a novel of 10,000 characters takes about ${needed}; the model then sees only the latest part`,
      ...enlarged(server, 2 * needed),
    ),
  windowSetting: (loaded: number, assumed: number) =>
    wrong(
      `模型实际装了 ${loaded} token 的上下文，应用却按 ${assumed} 计`,
      `The model is loaded with a context of ${loaded} tokens, but the app reckons with ${assumed}`,
      `OPENAI_CONTEXT_TOKENS=${loaded}`,
    ),
  promptRefused: (sent: number, contextTokens: number | null) =>
    wrong(
      `接口嫌约 ${sent} token 的提示太长${contextTokens === null ? "，没说能收多少" : `，它只收 ${contextTokens}`}`,
      `The endpoint refuses a prompt of about ${sent} tokens as too long${contextTokens === null ? " and does not say how many it takes" : `; it takes ${contextTokens}`}`,
      `OPENAI_CONTEXT_TOKENS=${contextTokens ?? "…"}`,
    ),
  beginningCut: (sent: number, counted: number, server: ModelServer) =>
    wrong(
      `约 ${sent} token 的提示被接口悄悄截掉了开头，只算了 ${counted}：模型会忘记小说的前文`,
      `The endpoint silently dropped the beginning of a prompt of about ${sent} tokens and counted ${counted}: the model would forget how the novel began`,
      ...(server === "remote" ? [`OPENAI_CONTEXT_TOKENS=${counted}`] : enlarged(server, 2 * sent)),
    ),
  beginningForgotten: (sent: number, told: number | null, server: ModelServer) =>
    wrong(
      `约 ${sent} token 的提示，模型只说得出结尾（接口报 ${told ?? "—"}）：开头多半被悄悄截掉了`,
      `Of a prompt of about ${sent} tokens the model knows only the end (the endpoint counts ${told ?? "—"}): the beginning was probably dropped in silence`,
      ...(server === "remote" ? [`OPENAI_CONTEXT_TOKENS=${told ?? "…"}`] : enlarged(server, 2 * sent)),
    ),
  windowUnclear: (tokens: number) =>
    note(
      `约 ${tokens} token 的提示，模型答不出其中的暗号，但看不出是被截断还是没读懂`,
      `Asked about a prompt of about ${tokens} tokens, the model gave no code of it; whether it was cut or not understood is not clear`,
    ),
} satisfies Record<string, (...facts: never[]) => Finding>

const THOUGHTS: Record<"field" | "tags" | "usage", { chinese: string; english: string }> = {
  field: { chinese: "在单独的字段里", english: "in a field of its own" },
  tags: { chinese: "写在正文的 <think> 标签里", english: "between <think> tags in the text" },
  usage: { chinese: "只看得到用量", english: "only its usage shows it" },
}

/** Where a model runs: on a machine of the operator's, or elsewhere. */
type ModelServer = "Ollama" | "LM Studio" | "remote"

function enlarged(server: ModelServer, tokens: number): string[] {
  if (server === "remote") return ["OPENAI_MODEL=…"]
  return server === "Ollama"
    ? [`OLLAMA_CONTEXT_LENGTH=${tokens} ollama serve`, `OPENAI_CONTEXT_TOKENS=${tokens}`]
    : [`LM Studio → Context Length: ${tokens}`]
}
