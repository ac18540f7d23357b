/** Prompts with places whose names begin like somebody's, put together by a seed. */
import { seededRandom } from "../../support/upstream/prose.ts"

export interface PlacePrompt {
  prompt: string
  place: string
  /** Who is named beside the place, or in its stead. */
  hero: string | null
}

export function placePrompts(count: number, seed: number): PlacePrompt[] {
  const random = seededRandom(seed)
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ""
  return Array.from({ length: count }, () => {
    const place = pick(SURNAMES) + pick(MIDDLES) + pick(ENDS)
    const hero = pick(HEROES)
    const sentence = pick(SENTENCES)
    return {
      prompt: sentence.replaceAll("{place}", place).replace("{hero}", hero),
      place,
      hero: sentence.includes("{hero}") ? hero : null,
    }
  })
}

/** Prompts in which who ends like a place is announced as a person. */
export function announcedPrompts(count: number, seed: number): { prompt: string; hero: string }[] {
  const random = seededRandom(seed)
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ""
  return Array.from({ length: count }, () => {
    const hero = pick(SURNAMES) + pick(MIDDLES) + pick(ENDS_OF_BOTH)
    return { prompt: pick(ANNOUNCED).replace("{hero}", hero), hero }
  })
}

const SURNAMES = [..."陈李何周沈柳顾林宋许苏白黄金杨梁罗袁唐石叶江云方温夏严蒋卢洪"]
const MIDDLES = [..."家水溪泉石沙坪柏桐萍鹭鹤湖塘泥川峰岩竹榆松棠"]
const ENDS = [
  ..."镇村县寨屯巷沟堡湾港岛",
  ..."胡同 山庄 古镇 古城 渡口 大学 中学 渡 城 州 桥 路 街 坡".split(" "),
]
const ENDS_OF_BOTH = [..."渡桥城州湾港岛坡谷"]
const HEROES = "林晚棠 周慕白 沈听澜 老葛 老邢 赵铁柱 欧阳靖 陈望舒 许知远 阿七".split(" ")
const SENTENCES = [
  "住在{place}的{hero}养了一只鹅",
  "{hero}来到{place}",
  "{hero}回到{place}，门锁换了",
  "地点是{place}，主角叫{hero}",
  "在{place}，{hero}收到一封信",
  "{place}的夏天",
  "他在{place}开了一家面馆",
  "故事发生在{place}",
  "主角叫{hero}，地点：{place}",
  "写一个关于{place}的故事",
  "她离开{place}那天下着雪",
  "裁缝{hero}在{place}守了三十年",
]
const ANNOUNCED = [
  "主角叫{hero}，是个木匠",
  "我叫{hero}，是个保安",
  "主角：{hero}",
  "有个渔夫名叫{hero}，不会游泳",
  "女主叫{hero}，男主不重要",
]
