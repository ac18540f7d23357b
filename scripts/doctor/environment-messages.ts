import { type Finding, note, right, wrong } from "./finding.ts"

const EXAMPLES: Record<string, string> = {
  SUPABASE_URL: "https://<ref>.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_…",
  SUPABASE_SECRET_KEY: "sb_secret_…",
  SESSION_SECRET: '"$(openssl rand -base64 32)"',
  APP_ORIGIN: "https://…",
  OPENAI_BASE_URL: "https://…/v1",
}

/** What `npm run doctor` says of the variables and of itself, in Chinese and English. */
export const environmentMessages = {
  environmentValid: () => right("环境变量都能读懂", "The environment is valid"),
  variableWrong: (name: string, problem: string) =>
    wrong(
      `环境变量 ${name} 不对，应用无法启动`,
      `${name} ${problem}. The app would not start`,
      `${name}=${EXAMPLES[name] ?? "…"}`,
    ),
  keysSwapped: () =>
    wrong(
      "两把 Supabase 密钥放反了，应用无法启动。请对调",
      "The two Supabase keys are swapped, and the app would not start. Exchange them",
      `SUPABASE_PUBLISHABLE_KEY=${EXAMPLES.SUPABASE_PUBLISHABLE_KEY}`,
      `SUPABASE_SECRET_KEY=${EXAMPLES.SUPABASE_SECRET_KEY}`,
    ),
  halfSet: (missing: string[]) =>
    wrong(
      `Supabase 的变量只设了一部分，账号和保存功能因此关闭。还缺 ${missing.join("、")}`,
      `Only some of Supabase's variables are set, so accounts and saving are off. Missing: ${missing.join(", ")}`,
      ...missing.map((name) => `${name}=${EXAMPLES[name]}`),
    ),
  notRunning: (dataDir: string) =>
    note(
      `没有设 SUPABASE_URL，用的是内嵌后端，它现在没有运行（${dataDir}）。要查后端，先在另一个终端 npm start`,
      `SUPABASE_URL is not set: the app uses the embedded backend, which is not running (${dataDir}). To test it, run npm start in another terminal first`,
    ),
  embedded: (dataDir: string) =>
    note(
      `没有设 SUPABASE_URL，查的是 npm start 正在运行的内嵌后端（${dataDir}）`,
      `SUPABASE_URL is not set: testing the embedded backend of the running npm start (${dataDir})`,
    ),
  backendSkipped: () =>
    note("后端没有查：先改好上面的变量", "The backend was not tested: mend the variables above first"),
  noModel: () =>
    note(
      "没有设 OPENAI_API_KEY 或 OPENAI_BASE_URL，由演示写手写作，没有模型可查",
      "Neither OPENAI_API_KEY nor OPENAI_BASE_URL is set: the demo writer writes, and there is no model to test",
    ),
} satisfies Record<string, (...facts: never[]) => Finding>

/** Lines that are no findings. */
export const doctorLines = {
  backend: "\n后端 · the backend",
  model: "\n模型 · the model",
  allRight: "\n没有发现问题 · nothing is wrong",
  wrong: (count: number) => `\n有 ${count} 处要改 · ${count} to be mended`,
  failed: (problem: string) => `检查中断 · the check broke off: ${problem}`,
  stopped: "已停止 · stopped",
  usage: "npm run doctor\nnpm run doctor -- --only backend\nnpm run doctor -- --only model --window 16000",
}
