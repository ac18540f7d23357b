const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

/** Replaces 「稍后」 in a refusal by the time to wait, if that is known. */
export function withWait(sentence: string, waitSeconds: number | undefined): string {
  return waitSeconds === undefined ? sentence : sentence.replace("稍后", `过 ${waitText(waitSeconds)}`)
}

/** Why a rate or concurrency limit refused a generation. */
export const generationLimitText = {
  "too-many-attempts": "生成得太频繁了，请稍后再试。你填写的内容都还在。",
  "too-many-running": "同时在写的太多了：请等其中一篇写完，或先停下一篇，再点一次。你填写的内容都还在。",
} as const

/** A waiting time, rounded up so that nobody comes back too early. */
function waitText(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return `${seconds} 秒`
  if (seconds < HOUR_SECONDS) return `${Math.ceil(seconds / MINUTE_SECONDS)} 分钟`
  return `${Math.ceil(seconds / HOUR_SECONDS)} 小时`
}
