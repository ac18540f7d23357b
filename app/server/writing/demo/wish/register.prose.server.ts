import type { Register } from "./scenes/wish-scene.server.ts"

/** The register of each kind of story that is not modern. */
export const REGISTER_OF: Partial<Record<string, Register>> = {
  武侠: "ancient",
  仙侠: "ancient",
  历史: "ancient",
  童话: "ancient",
  末日: "wasteland",
  科幻: "space",
}

type Word = "door" | "cup" | "cupful" | "drink" | "lamp" | "bag" | "paper" | "doctor" | "medicine" | "bed"

/** What stands in the slots of a scene for the things that any story has. */
export const REGISTER_WORDS: Record<Register, Record<Word, string>> = {
  ancient: {
    door: "门",
    cup: "碗",
    cupful: "碗",
    drink: "热茶",
    lamp: "油灯",
    bag: "包袱",
    paper: "纸",
    doctor: "郎中",
    medicine: "药汤",
    bed: "铺",
  },
  modern: {
    door: "门",
    cup: "杯子",
    cupful: "杯",
    drink: "热茶",
    lamp: "灯",
    bag: "背包",
    paper: "信纸",
    doctor: "大夫",
    medicine: "药",
    bed: "床",
  },
  wasteland: {
    door: "门",
    cup: "碗",
    cupful: "碗",
    drink: "热水",
    lamp: "油灯",
    bag: "背囊",
    paper: "旧纸",
    doctor: "懂点药的人",
    medicine: "草药",
    bed: "铺",
  },
  space: {
    door: "舱门",
    cup: "杯子",
    cupful: "杯",
    drink: "热水",
    lamp: "壁灯",
    bag: "工具袋",
    paper: "纸",
    doctor: "站医",
    medicine: "药",
    bed: "铺",
  },
}
