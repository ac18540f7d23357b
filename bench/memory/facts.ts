import { createTeller, seededRandom, textOfPieces } from "../../tests/support/upstream/prose.ts"

/** One planted fact. Neither of its two tokens stands anywhere else in prose, prompts or other facts. */
export interface Fact {
  /** A promise is an open thread: nothing later in the text keeps it. */
  kind: "name" | "object" | "promise"
  /** What a plan or a direction calls it by. */
  key: string
  /** What only somebody who has read it, or a note on it, can know. */
  detail: string
  sentence: string
  /** The same as a line of notes. */
  note: string
}

/** Harmless characters that no prose, name or prompt of ours uses, so a token is never found by chance. */
export const TOKEN_CHARACTERS = [
  ..."璟珞沅岫琮澍颢翀骁筠沁榕榛栎桁椿槿蕙荻菡萱蔺蓼薇岚岱峤嵊泓泠洹涪淇渌湄溥滢漪瀚琅琚琬瑄瑭璇璞珩",
]
const TOKEN_LENGTH = 3
/** A prime, so that the steps reach every token. */
const STEP_OVER_TOKENS = 7_919

/** Of five facts one is a promise: a serial with a hundred of them holds twenty open threads. */
const KINDS: readonly Fact["kind"][] = ["name", "object", "name", "object", "promise"]

type Wording = (key: string, detail: string) => Pick<Fact, "sentence" | "note">
const WORDINGS: Record<Fact["kind"], readonly Wording[]> = {
  name: [
    (key, detail) => ({
      sentence: `门边站着更夫${key}，熟人都叫他“${detail}”。`,
      note: `人｜${key}、${detail}｜更夫，外号${detail}｜站在门边`,
    }),
    (key, detail) => ({
      sentence: `撑船的${key}左手缺一截小指，早年改过名，原来叫${detail}。`,
      note: `人｜${key}、${detail}｜撑船，左手缺一截小指，原名${detail}｜在船上`,
    }),
  ],
  object: [
    (key, detail) => ({
      sentence: `她摸到那枚名叫${key}的铜符，背面刻着“${detail}”三个字。`,
      note: `物｜${key}｜铜符，背面刻着${detail}，在她手里`,
    }),
    (key, detail) => ({
      sentence: `${key}印还锁在柜子里，钥匙一直由${detail}收着。`,
      note: `物｜${key}｜一方印，锁在柜子里，钥匙在${detail}手里`,
    }),
  ],
  promise: [
    (key, detail) => ({
      sentence: `${key}当着众人答应，开春以前一定把${detail}那笔账还清。`,
      note: `线｜${key}答应开春以前还清${detail}那笔账｜当着众人说的`,
    }),
    (key, detail) => ({
      sentence: `临走时${key}起誓，等河开了就去接${detail}回来。`,
      note: `线｜${key}起誓河开了就去接${detail}回来｜临走时说的`,
    }),
  ],
}

/** Deals tokens and facts; the same seed deals the same ones, and no token twice in a run of the bench. */
export class FactDealer {
  #token: number
  #dealt = 0

  constructor(seed: number) {
    this.#token = Math.abs(Math.trunc(seed * 31)) % TOKEN_CHARACTERS.length ** TOKEN_LENGTH
  }

  token(): string {
    const base = TOKEN_CHARACTERS.length
    this.#token = (this.#token + STEP_OVER_TOKENS) % base ** TOKEN_LENGTH
    return Array.from(
      { length: TOKEN_LENGTH },
      (_, place) => TOKEN_CHARACTERS[Math.floor(this.#token / base ** place) % base],
    ).join("")
  }

  fact(): Fact {
    const kind = KINDS[this.#dealt % KINDS.length] ?? "name"
    const wordings = WORDINGS[kind]
    const wording = wordings[Math.floor(this.#dealt / KINDS.length) % wordings.length]
    if (!wording) throw new Error(`no wording for a ${kind}`)
    this.#dealt += 1
    const [key, detail] = [this.token(), this.token()]
    return { kind, key, detail, ...wording(key, detail) }
  }
}

/** Endless prose with one fact in every so many characters; `facts` holds them in the order of the text. */
export class FactStory {
  readonly facts: Fact[] = []
  readonly #teller: ReturnType<typeof createTeller>
  readonly #dealer: FactDealer
  readonly #every: number
  #sinceFact = 0

  constructor({ seed, family, dealer, every }: StorySetting) {
    this.#teller = createTeller(seed, family)
    this.#dealer = dealer
    this.#every = every
    // The first fact stands at a place of its own in every story.
    this.#sinceFact = Math.floor(seededRandom(seed)() * every)
  }

  /** Whole paragraphs with about this many characters in all, never fewer than one. */
  tell(characters: number): string {
    const paragraphs: string[] = []
    for (let told = 0; told < characters; ) {
      const untilFact = this.#every - this.#sinceFact
      const isDue = untilFact <= characters - told
      const fact = isDue ? this.#dealer.fact() : null
      const before = Math.max(1, Math.min(untilFact, characters - told) - (fact?.sentence.length ?? 0))
      const prose = textOfPieces(this.#teller.tell(before))
      // A sentence of its own paragraph would be taken for a repetition of the last one of its wording.
      const text = prose + (fact?.sentence ?? "")
      if (fact) this.facts.push(fact)
      const length = text.replaceAll("\n", "").length
      this.#sinceFact = fact ? Math.max(0, length - untilFact) : this.#sinceFact + length
      told += length
      paragraphs.push(text)
    }
    return paragraphs.join("\n")
  }
}

interface StorySetting {
  seed: number
  family: "story" | "earlier"
  dealer: FactDealer
  /** Characters from one fact to the next. */
  every: number
}
