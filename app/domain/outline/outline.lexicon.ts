import type { HeadPart } from "./outline-parts.ts"

/** How the lines of a plan begin that tell of the whole novel, as models are asked for them. */
export const HEAD_LABEL: Record<HeadPart, string> = {
  premise: "一句话",
  people: "人物",
  places: "地点",
  manner: "笔调",
  plants: "伏笔",
  ending: "收尾",
}
