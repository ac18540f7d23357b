import { chaptersOf, type Section } from "#app/domain/sections.ts"
import type { Book } from "#app/server/books/book.server.ts"
import { newTameText } from "../../support/tame-text.ts"

export const LABEL = "本文由 AI 生成"
export const OPENING = "开头"

const HOSTILE = `"引号" & <b>'标签'</b> ]]> <!-- 注 --> <?php ?> &amp; &#0; \\u0041 %s \${x} 😀👩‍👩‍👧 𠮷 e\u0301 \u202e反\u202c`
const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join("")
const MILLION = 1_000_000

/** A book of a text and its sections, which are given as titles and the paragraphs that they stand before. */
export function bookOf(given: Partial<Book> & { text?: string; sections?: Section[] } = {}): Book {
  const { text = "灯亮了。\n\n船来了。", sections = [], title = "渡口", ...rest } = given
  const chapters = chaptersOf(text, sections)
  return {
    identifier: "luobi:3f6b1c1e-8f63-4c55-9b0e-1f2b7f0f4a11",
    title,
    author: "江上客",
    publisher: "落笔",
    head: ["作者：江上客", "创建于 2026年1月2日"],
    contents: "目录",
    chapters: chapters.map((chapter) => ({
      ...chapter,
      name: chapter.title || (chapters.length > 1 ? OPENING : title),
    })),
    label: LABEL,
    aiMetadata: '{"Label":"1","ContentProducer":"\\u843d\\u7b14"}',
    createdAt: new Date("2026-01-02T03:04:05.678Z"),
    modifiedAt: new Date("2026-02-03T04:05:06.789Z"),
    ...rest,
  }
}

/** A text of this many sections, each of one paragraph. */
function sectioned(count: number, titleOf: (at: number) => string): { text: string; sections: Section[] } {
  const sections: Section[] = []
  let text = ""
  for (let at = 0; at < count; at += 1) {
    sections.push({ title: titleOf(at), at: text.length })
    text += `第 ${at} 夜，雨还在下。\n\n`
  }
  return { text, sections }
}

/** Books of every shape that a text can have. */
export const BOOKS: Record<string, () => Book> = {
  "a short story": () => bookOf(),
  "a story without a word": () => bookOf({ text: "", author: null, head: [] }),
  "a story of blanks": () => bookOf({ text: "\n \n\u3000\n" }),
  "one section": () => bookOf({ text: "灯亮了。", sections: [{ title: "等船", at: 0 }] }),
  "an opening and sections": () =>
    bookOf({
      text: "灯亮了。\n\n船来了。\n\n雨停了。",
      sections: [
        { title: "等船", at: 6 },
        { title: "雨停", at: 12 },
      ],
    }),
  "fifty sections": () => bookOf(sectioned(50, (at) => `第 ${at + 1} 章`)),
  "two hundred sections of one name": () => bookOf(sectioned(200, () => "又一夜")),
  "sections without titles": () => bookOf(sectioned(3, () => "")),
  "hostile words everywhere": () =>
    bookOf({
      ...sectioned(3, () => HOSTILE.slice(0, 20)),
      text: `${HOSTILE}\n\n${HOSTILE}`,
      title: HOSTILE,
      author: HOSTILE,
      publisher: HOSTILE,
      head: [HOSTILE],
      label: HOSTILE,
      identifier: HOSTILE,
      aiMetadata: HOSTILE,
    }),
  "hostile titles of sections": () =>
    bookOf(sectioned(4, (at) => HOSTILE.slice(at * 20, at * 20 + 20).trim())),
  "control characters": () => bookOf({ title: `夜${CONTROLS}航`, text: `灯${CONTROLS}亮\uFFFE\uFFFF了。` }),
  "a very long title": () => bookOf({ title: "夜".repeat(2_000), author: "🌙".repeat(500) }),
  "scene breaks": () => bookOf({ text: "灯亮了。\n\n＊＊＊\n\n---\n\n——\n\n船来了。" }),
  "one paragraph of emoji": () => bookOf({ text: "😀".repeat(200_000) }),
  "a million characters": () => bookOf({ text: newTameText(Math.ceil(MILLION / 18)) }),
  "a million characters in one paragraph": () => bookOf({ text: "雨".repeat(MILLION) }),
  "half a million lines": () => bookOf({ text: "雨\n".repeat(MILLION / 2) }),
  "a million marks": () => bookOf({ text: "&".repeat(MILLION) }),
}
