import type { CardEdit, GenerationRequest } from "#app/domain/generation.ts"
import type { MemoryEntry, StoryMemory } from "#app/domain/memory/story-memory.ts"
import type { Outline } from "#app/domain/outline.ts"

/** The beginning of 鲁迅《故乡》 (1921, public domain). */
const REFERENCE = `我冒了严寒，回到相隔二千余里，别了二十余年的故乡去。
时候既然是深冬；渐近故乡时，天气又阴晦了，冷风吹进船舱中，呜呜的响，从篷隙向外一望，苍黄的天底下，远近横着几个萧索的荒村，没有一些活气。我的心禁不住悲凉起来了。
阿！这不是我二十年来时时记得的故乡？
我所记得的故乡全不如此。我的故乡好得多了。但要我记起他的美丽，说出他的佳处来，却又没有影像，没有言辞了。仿佛也就如此。于是我自己解释说：故乡本也如此，——虽然没有进步，也未必有如我所感的悲凉，这只是我自己心情的改变罢了，因为我这次回乡，本没有什么好心绪。
我这次是专为了别他而来的。我们多年聚族而居的老屋，已经公同卖给别姓了，交屋的期限，只在本年，所以必须赶在正月初一以前，永别了熟识的老屋，而且远离了熟识的故乡，搬家到我在谋食的异地去。
第二日清早晨我到了我家的门口了。瓦楞上许多枯草的断茎当风抖着，正在说明这老屋难免易主的原因。几房的本家大约已经搬走了，所以很寂静。我到了自家的房外，我的母亲早已迎着出来了。
我的母亲很高兴，但也藏着许多凄凉的神情，教我坐下，歇息，喝茶，且不谈搬家的事。`

export const NEW_NOVEL: Partial<GenerationRequest> = {
  prompt: "江南小镇的老茶馆要拆了，四位常客决定在最后一夜讲完一个故事",
  length: 3,
  reference: REFERENCE,
}

export const CONTINUED: Partial<GenerationRequest> = {
  prompt: "修书人替人补完一册没有写完的手稿",
  direction: "多年没有音信的师兄坐末班船回来，先不说破身份，只要求看一眼那册手稿。",
  length: 3,
}

/** The parts of the serial that is continued, together about 100,000 characters. */
export const SERIAL: readonly Pick<GenerationRequest, "direction" | "length">[] = [
  "",
  "入冬以后，镇上来了一个收旧书的外乡人。",
  "码头的木牌要换新的，旧木牌上刻着字。",
  "一场大水冲走了半条街的铺子。",
  "有人在庙会上唱起手稿里的那支歌。",
  "学堂的先生要走，临走留下一只箱子。",
  "雪封了山路，邮差三天没有来。",
  "灯塔的守夜人说他见过写手稿的人。",
  "开春修桥，桥墩底下挖出一块石碑。",
  "老渡船要停航，船家请大家坐最后一回。",
].map((direction) => ({ direction, length: 5 }))

/** What a model says of the reference, beside what the engine counts. */
export const STYLE_NOTES = `人称与时态：第一人称回忆，多用“了”字句
用词：半文半白，虚词多，少修饰
节奏：长句里套短句，分号之后一顿
描写的着眼点：天色、风声、屋瓦，由远及近
语气：克制，自问自答，把伤感压在说明里`

/** What earlier generations would have noted of the serial, all but its last 9,000 characters. */
export function memoryOf(serial: string): StoryMemory {
  const readTo = serial.length - 9_000
  const entries: MemoryEntry[] = [
    noteOf("person", "苏晚照", "修书人，替人补完手稿", "在云溪，手稿在她手里"),
    noteOf("person", "周叙白", "从外头回来的人", "陪苏晚照一处处去找"),
    noteOf("thread", "写手稿的人还没有找到", "第一页没有署名", ""),
    noteOf("fact", "老渡船已经停航", "", ""),
  ].map((entry, at) => ({ ...entry, id: String(at + 1), at: readTo - 1_000 * at }))
  return { readTo, sections: [], entries }
}

function noteOf(kind: MemoryEntry["kind"], name: string, fixed: string, now: string): MemoryEntry {
  return { id: "", kind, name, aliases: [], fixed, now, at: 0, by: "model", open: true }
}

export const OUTLINED: Partial<GenerationRequest> = {
  prompt: "河边的修表匠在铺子拆掉以前，要把最后一只表修好还给人家",
  length: 3,
  outlineFirst: true,
}

/** What a model answers that is asked for the outline. */
export const OUTLINE = `书名｜最后一只表
一句话｜陈守时要在拆铺子前把表还给人家，表主人却十年没有来取，还不掉他就不肯搬
人物｜陈守时｜五十二岁，修表匠｜把最后一只表还掉｜怕承认铺子早就没有生意｜说话前先擦手
人物｜罗桂芬｜四十七岁，隔壁卖鱼的｜拿补偿款去儿子那里｜舍不得这条街｜嘴快，讲一半就笑
人物｜许家良｜二十九岁，量房的｜月底前签完这条街｜怕被人骂｜总看自己的鞋
地点｜河边的铺子｜墙上一排停了的钟，机油味
地点｜渡口｜湿木板，柴油味
笔调｜第三人称，贴着陈守时｜九十年代末的深秋，前后五天｜平实，少形容
伏笔｜缺一个齿轮的女表｜第一部分出现｜第五部分有下文
收尾｜铺子搬空了，墙上留着一圈一圈的白印
节｜周一清早的铺子｜许家良要量房签字｜陈守时说还有一只表没还｜许家良答应等到周五，只等到周五｜陈守时把尺子递还给他｜1200
节｜周一傍晚的渡口｜陈守时要打听表主人｜老船家说不记得这个人｜他认出船家手腕上同样的表链｜他把表放在船板上｜1200
节｜周二夜里的铺子｜他要先把表修好｜缺的齿轮早就停产｜他拆了父亲留下的挂钟｜挂钟停在九点｜1200
节｜周四的鱼摊｜罗桂芬劝他签字｜他不肯说为什么｜罗桂芬说表主人十年前已经搬走了｜她把围裙解下来递给他擦手｜1200
节｜周五清早的渡口｜他要把表交给船家的女儿｜船已经开了｜他沿着河跑，把表抛上船尾｜船尾有人接住了｜1200`

/** The outline as its author changes it: another ending, a changed card, one less and a new one. */
export function editedOutline(outline: Outline): Outline {
  const [first, ferry, night, stall, last] = outline.cards
  if (!first || !ferry || !night || !stall || !last) throw new Error("the outline has fewer cards")
  return {
    ...outline,
    ending: "新铺子的墙上只挂了一只钟，停在九点",
    cards: [
      first,
      { ...ferry, turn: "船家不说话，把自己的表摘下来放在他手里", stop: "两只表并排放在船板上" },
      night,
      last,
      {
        where: "第二年春天的新铺子",
        want: "一个年轻女人来修表",
        against: "她不肯说表是谁的",
        turn: "他听见表里是自己换上去的齿轮",
        stop: "他没有收钱，只问她河上的船还开不开",
        characters: stall.characters,
      },
    ],
  }
}

/** A card that the author changes while the ones before are written. */
export const LATER_CARD: CardEdit = {
  index: 3,
  summary: "周五清早的渡口｜他要把表交给船家的女儿｜罗桂芬拦住他，要他先签字｜他在船帮上签了字，跳上船",
  stop: "船离岸了",
}

/** What a model notes beside the last part. */
export const NOTES = `人｜周叙白｜从外头回来的人｜在渡口
概｜师兄坐末班船回来，只要求看一眼手稿`
