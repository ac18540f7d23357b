/** The characters of numbers, in every script that Chinese texts count in. */
export const NUMERALS = "0123456789０１２３４５６７８９零〇一二三四五六七八九十百千万两①②③④⑤⑥⑦⑧⑨⑩"
