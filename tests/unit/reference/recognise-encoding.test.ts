import { expect, test } from "vitest"
import { decodeText, type TextEncoding } from "#app/domain/reference/text-decoding.ts"
import { seededRandom } from "../../support/upstream/prose.ts"
import { encode } from "./encoders.ts"

/** Every run tries other texts. `TEXT_SEED` repeats one. */
const SEED = Number(process.env.TEXT_SEED ?? Math.floor(Math.random() * 1_000_000_000))
const TEXTS = 60
/** Six characters may look alike in two encodings. */
const FEWEST_CHARS = 8
const MOST_CHARS = 600

/** Written for the test, none of it from the lexicon of common characters. No line break, and no 一. */
const SENTENCES = {
  simplified: [
    "清晨的雾从河面升起，老船工把缆绳系在桩上。",
    "她推开窗，看见对面屋顶的雪已经化了。",
    "“今天不出船了。”他低声说。",
    "灯塔下面住着养蜂人和他的狗，",
    "邮差骑着旧车穿过梧桐大道，铃声很脆。",
    "没有人记得那座桥是谁修的。",
    "他把钥匙放回抽屉，锁好门，慢慢走下楼梯。",
    "雨停了，集市重新热闹起来！",
    "你还记得那年夏天吗？",
    "博物馆的地下室堆满了标本与旧地图，",
  ],
  traditional: [
    "清晨的霧從河面升起，老船工把纜繩繫在樁上。",
    "她推開窗，看見對面屋頂的雪已經化了。",
    "「今天不出船了。」他低聲說。",
    "燈塔下面住著養蜂人和他的狗，",
    "郵差騎著舊車穿過梧桐大道，鈴聲很脆。",
    "沒有人記得那座橋是誰修的。",
    "他把鑰匙放回抽屜，鎖好門，慢慢走下樓梯。",
    "你還記得那年夏天嗎？",
  ],
  Japanese: [
    "朝の霧が川から立ちのぼり、老いた船頭は綱を杭に結んだ。",
    "彼女は窓を開けて、向かいの屋根の雪を見た。",
    "「今日は船を出さない」と彼は低い声で言った。",
    "灯台の下に養蜂家と犬が住んでいる。",
    "郵便配達の自転車が並木道を走っていく。",
    "あの橋を誰が作ったのか、もう誰も覚えていない。",
    "カメラとノートを鞄に入れて、ゆっくり階段を降りた。",
    "雨がやみ、市場はまたにぎやかになった。",
  ],
  Korean: [
    "아침 안개가 강에서 피어오르고 늙은 사공은 밧줄을 말뚝에 묶었다. ",
    "그녀는 창문을 열고 맞은편 지붕의 눈을 보았다. ",
    "그는 낮은 목소리로 오늘은 배를 띄우지 않는다고 말했다. ",
    "등대 아래에는 양봉가와 개가 살고 있다. ",
    "우체부의 자전거가 가로수 길을 달려간다. ",
    "그 다리를 누가 만들었는지 아무도 기억하지 못한다. ",
    "비가 그치고 시장은 다시 북적거리기 시작했다. ",
  ],
}

test.each<[TextEncoding, keyof typeof SENTENCES]>([
  ["utf-16le", "simplified"],
  ["utf-16be", "simplified"],
  ["utf-16le", "traditional"],
  ["utf-16be", "traditional"],
  ["utf-16le", "Japanese"],
  ["utf-16be", "Korean"],
  ["gb18030", "simplified"],
  ["gb18030", "traditional"],
  ["big5", "traditional"],
  ["utf-8", "simplified"],
  ["utf-8", "Japanese"],
  ["shift_jis", "Japanese"],
  ["euc-jp", "Japanese"],
  ["euc-kr", "Korean"],
])(`reads %s without a mark, cut anywhere: %s (seed ${SEED})`, (encoding, language) => {
  const wrong = cutTexts(language, encoding).flatMap(({ text, bytes }) => {
    const read = decodeText(bytes)
    return "text" in read && text.startsWith(read.text) && read.text.length > text.length - 4
      ? []
      : [{ text, read }]
  })
  expect(wrong).toEqual([])
})

/** Texts of many lengths, each as the bytes before a cut that may halve a character. */
function cutTexts(language: keyof typeof SENTENCES, encoding: TextEncoding) {
  const random = seededRandom(SEED)
  const below = (limit: number) => Math.floor(random() * limit)
  return Array.from({ length: TEXTS }, () => {
    const sentences = SENTENCES[language]
    const length = Math.floor(FEWEST_CHARS * (MOST_CHARS / FEWEST_CHARS) ** random())
    let story = ""
    while (story.length < length) story += sentences[below(sentences.length)]
    const text = story.slice(0, length)
    const bytes = encode(text, encoding)
    return { text, bytes: bytes.subarray(0, bytes.length - below(3)) }
  })
}
