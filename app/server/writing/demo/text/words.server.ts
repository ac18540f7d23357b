export interface Word {
  at: number
  end: number
  text: string
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" })

/** The words of a text and all that stands between them, as the dictionary of the runtime knows them. */
export function wordsOf(text: string): Word[] {
  return [...segmenter.segment(text)].map(({ segment, index }) => ({
    at: index,
    end: index + segment.length,
    text: segment,
  }))
}
