/** Ways of writing that models wear out, and how often one may stand in 1,000 characters. */
export const TICS: readonly { words: readonly RegExp[]; per1000: number }[] = [
  { words: [/仿佛/gu, /宛如/gu, /犹如/gu, /好似/gu], per1000: 0.7 },
  { words: [/忽然/gu, /突然/gu, /竟然/gu, /猛地/gu, /不禁/gu, /不由得/gu, /下意识/gu], per1000: 0.7 },
  { words: [/缓缓/gu, /淡淡/gu, /微微/gu, /轻轻/gu, /静静/gu], per1000: 1.5 },
  { words: [/一丝/gu, /一抹/gu, /一股/gu], per1000: 0.7 },
  { words: [/沉默/gu], per1000: 1 },
  {
    words: [
      /[眼眸目]光?[中里]?闪过/gu,
      /嘴角(?:微微)?(?:勾起|上扬|扬起)/gu,
      /深吸了?一口气/gu,
      /心[中头里]?(?:猛地)?一[紧沉动颤跳]/gu,
      /空气[^，。]{0,4}凝固/gu,
      /瞳孔[^，。]{0,3}收?缩/gu,
      /指[尖节][^，。]{0,4}泛白/gu,
      /喉结[^，。]{0,4}[滚动]/gu,
    ],
    per1000: 0.3,
  },
  { words: [/不是[^。！？\n]{1,20}[，,]?而是/gu], per1000: 0.5 },
]
