import type { ExportPath } from "#app/domain/export-format.ts"
import type { Imported, ImportFailure } from "#app/domain/forms/library.ts"
import { IMPORTED_MAX, LIBRARY_FILE_MAX_BYTES } from "#app/domain/limits.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { novelDate, novelFailureText, shared } from "./novels.ts"

export const downloads = {
  heading: "下载",
  format: {
    text: "TXT",
    epub: "EPUB",
    docx: "DOCX",
    "text-gb18030": "旧阅读器 TXT",
  } satisfies Record<ExportPath, string>,
  link: (format: string) => `下载 ${format}`,
} as const

/** What a file says beside its text. */
export const book = {
  contents: "目录",
  /** Names what stands before the first section. */
  opening: "开头",
  created: (moment: string) => `${shared.created} ${novelDate(moment)}`,
  made: (moment: string) => `下载于 ${novelDate(moment)}`,
} as const

const BYTES_PER_MB = 1_024 * 1_024

/** All novels of an account in one file. */
export const library = {
  heading: "备份",
  hint: "把全部小说打成一个 ZIP 文件带走：每篇一个 TXT，另有一份数据，可以再导入回来。",
  export: "下载全部小说",
  fileName: (name: string) => `${name}-我的小说.zip`,
  /** The folder of the texts for people. */
  folder: "小说",
  unnamed: "未命名",
  tooOften: "下载得太频繁了，请稍后再试。",
  import: "从备份导入",
  back: "返回我的小说",
  loginHint: "登录以后，再从备份导入小说。",
  importHint:
    "选一个从这里下载的 ZIP 文件。导入的小说仅自己可见，和保存时一样经过检查；已经有的不会再存一份，所以同一个文件可以放心再导入一次。",
  file: "备份文件（ZIP）",
  fileHint: `最大 ${LIBRARY_FILE_MAX_BYTES / BYTES_PER_MB} MB。`,
  adult: "文件里有 4 级或 5 级的小说时：我确认已年满 18 岁",
  submit: "导入",
  importing: "正在导入…",
  failed: "没有导入",
  imported: (novels: number) => (novels === 0 ? "这次没有新导入的小说" : `导入了 ${novels} 篇`),
  others: (already: number, refused: number) =>
    [already > 0 && `${already} 篇已经在「我的小说」里，没有再存一份`, refused > 0 && `${refused} 篇没有导入`]
      .filter(Boolean)
      .join("；"),
  reason: (novels: number, reason: string) => `${novels} 篇：${reason}`,
  andMore: (titles: string, more: number) => (more > 0 ? `${titles}，还有 ${more} 篇` : titles),
  toShelf: "去我的小说",
} as const

/** What is kept of an account beside its novels. */
export const accountData = {
  fileName: (name: string) => `${name}-我的账号数据.zip`,
  tooOften: library.tooOften,
} as const

/** Why nothing of a file was imported. */
export const importFailureText: Record<ImportFailure, string> = {
  "file-missing": "请先选一个备份文件。",
  "file-too-large": `文件太大了，最大 ${LIBRARY_FILE_MAX_BYTES / BYTES_PER_MB} MB。`,
  malformed: "没有收到完整的文件，请再选一次。",
  "not-a-zip": "这不是 ZIP 文件，或者没有下载完整。请选从「我的小说」下载的备份文件。",
  "zip-broken": "这个 ZIP 文件坏了，可能没有下载完整。请重新下载一份再导入。",
  "zip-encrypted": "这个 ZIP 文件加了密码，读不出来。请去掉密码再导入。",
  "zip-too-large": "这个 ZIP 文件解开以后太大，没有导入。",
  "not-a-library": "这个 ZIP 文件里没有可以导入的小说。请选从「我的小说」下载的备份文件。",
  "library-newer": "这份备份来自更新的版本，这里还读不懂。",
  "too-many-attempts": "导入得太频繁了，请稍后再试。",
  "login-required": "登录已经过期，请登录后再导入一次。",
  "backend-missing": novelFailureText["backend-missing"],
  "backend-down": "服务暂时连接不上，不知道导入了多少。请稍后再导入一次，不会存成两篇。",
}

const IMPORTED_TEXT: Record<Exclude<Imported, NovelFailure>, string> = {
  imported: "已导入",
  already: "已经有了",
  left: `一次最多导入 ${IMPORTED_MAX} 篇。请把同一个文件再导入一次，会接着导入余下的。`,
  "data-broken": "文件里的这一篇读不出来，可能被改动过。",
  "adult-unconfirmed": "属于 4 级或 5 级，仅限成年人。请勾选已年满 18 岁，再导入一次。",
}
/** Where the sentence of saving speaks of a form. */
const IMPORT_REFUSED: Partial<Record<NovelFailure, string>> = {
  "title-missing": "没有标题。",
  "shelf-full": "书架已经放满了。请先在回收站里彻底删除不要的，再导入一次。",
  "too-many-attempts": "这一小时保存的小说太多了。请过一会儿再导入一次，会接着导入余下的。",
  "scan-busy": "现在提交的人太多，暂时来不及检查。请过一会儿再导入一次。",
  "moderation-away": "内容审核服务暂时连接不上。请稍后再导入一次。",
  "beyond-level": "内容超出了这篇小说的级别。",
  "backend-down": importFailureText["backend-down"],
}

/** What became of a novel of a packed library. */
export function importedText(imported: Imported): string {
  if (imported in IMPORTED_TEXT) return IMPORTED_TEXT[imported as keyof typeof IMPORTED_TEXT]
  const failure = imported as NovelFailure
  return IMPORT_REFUSED[failure] ?? novelFailureText[failure]
}

/** The title of a text that has none. */
export const untitled = (id: string) => `落笔-${id.slice(0, 6)}`
