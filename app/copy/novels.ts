import { type ContentLevel, isAdultLevel } from "#app/domain/content-level.ts"
import type { Moved } from "#app/domain/forms/movable-text.ts"
import {
  BIN_DAYS,
  NOVEL_MAX_CHARS,
  type Novel,
  type NovelFailure,
  type NovelSort,
  SHELF_MAX_CHARS,
  SHELF_MAX_NOVELS,
  type SharedNovelFailure,
  TITLE_MAX_CHARS,
  VERSIONS_MAX,
} from "#app/domain/novel.ts"
import { SECTION_TITLE_MAX_CHARS, SECTIONS_MAX } from "#app/domain/sections.ts"
import { bannedText } from "./ban.ts"
import { contentLevelText } from "./generator.ts"
import { count } from "./story.ts"

const TEN_THOUSAND = 10_000

export const saveNovel = {
  title: "保存小说",
  failed: "保存失败",
  field: "标题",
  placeholder: "给小说起个名字",
  isPublic: "公开分享",
  isPublicHint: "打开后，任何拿到链接的人都能阅读。",
  link: "分享链接",
  copyLink: "复制链接",
  copyShareLink: "复制分享链接",
  copied: "已复制",
  passOn: "分享到…",
  qr: (link: string) => `二维码，扫一扫打开 ${link}`,
  qrHint: "用手机扫一扫，就能打开这一篇。",
  cancel: "取消",
  close: "关闭",
  save: "保存",
  saving: "正在保存…",
  back: "返回正文",
  retry: "再试一次",
  already: "这篇正文已经保存过了：",
  standing: "这篇正文已经保存在",
  standingHint: "在这里可以改它的标题和公开状态。",
  alreadyHint: "改标题、改正文或公开分享，可以到那里去做。",
  novelLink: (title: string) => `《${title}》`,
  saveCopy: "另存一份",
  savedAs: "已保存为",
  goesOn: "接着写的是",
  updates: "保存会更新",
  updatesHint: "那一篇从前的正文会留着，可以恢复。",
  gone: "这段正文所属的那一篇已经删除了，这一次会保存成新的一篇。",
  asNew: "另存为新的一篇",
  overwrite: "仍然更新那一篇",
  changedHint: "可以把这里的正文另存为新的一篇；也可以仍然更新那一篇，它现在的正文会留着，可以恢复。",
  look: "看看它现在的样子：",
  loginAgain: "登录已经过期。登录后再保存一次，标题和正文都还在。",
  loggedInAgain: "已重新登录，可以保存了。",
} as const

export const novelFailureText = {
  "login-required": "需要登录才能保存小说",
  "title-missing": "请输入小说标题",
  "title-too-long": `标题太长了，最多 ${TITLE_MAX_CHARS} 个字符。`,
  "content-missing": "没有可以保存的正文。",
  "section-title-missing": "请输入这一节的名字。",
  "section-title-too-long": `节名太长了，最多 ${SECTION_TITLE_MAX_CHARS} 个字。`,
  "section-gone": "这一节已经不在原来的地方了，可能刚在别的页面改过。请看看下面现在的样子再改。",
  "paragraph-missing": "请抄上这一节第一段开头的几个字。",
  "paragraph-unknown": "正文里没有这样开头的段落。请从正文里照抄一段开头的几个字，标点也要一样。",
  "paragraph-ambiguous": "有好几段都这样开头。请多抄几个字，让人分得出是哪一段。",
  "too-many-sections": `已经有 ${SECTIONS_MAX} 节了，不能再分。`,
  "grown-elsewhere": "那一篇刚在别处改过，这次没有覆盖它，正文都还在。",
  "generation-gone": "这次生成已超过保存时间，服务器上找不到正文了。浏览器的「最近生成」里可能还有一份。",
  "content-too-long": `正文太长了，最多 ${NOVEL_MAX_CHARS} 个字符。`,
  "shelf-full": `书架已经放满了：最多 ${SHELF_MAX_NOVELS} 篇、共 ${SHELF_MAX_CHARS / TEN_THOUSAND} 万字，回收站里的也算。请先在「我的小说」的回收站里彻底删除不要的，再回来保存。正文和标题都还在。`,
  ...bannedText((content) => `标题或正文的内容${content}，不能保存或公开。你填写的内容都还在。`),
  "beyond-level": "标题或正文超出了这篇小说的内容级别，不能保存或公开。你填写的内容都还在。",
  "scan-busy": "现在提交的人太多，暂时来不及检查这篇小说。你填写的内容都还在，请过一会儿再试。",
  "moderation-away": "内容审核服务暂时连接不上，现在不能保存或公开。你填写的内容都还在，请稍后再试。",
  "not-found": "找不到这篇小说，可能已被删除。",
  "novel-changed":
    "这篇小说刚在别处改过，所以这次没有存，免得盖掉那边的。你写的都还在下面。再按一次就以这里的为准，那边的会留作一个版本。",
  "draft-changed": "另一个页面也在改这一篇。这里的修改只存在这台设备上，请按「保存修改」存好一边。",
  "version-gone": "这个版本已经不在了：每篇小说留最近的 20 个版本，更早的会自动去掉。",
  "none-chosen": "还没有选小说。请先勾选，再按按钮。",
  "publishing-forbidden": "这篇小说已被下架，不能公开。",
  "text-taken-down":
    "这段正文曾因违反内容规则被下架，不能公开。你填写的内容都还在，可以关掉公开，只保存给自己看。",
  "too-many-attempts": "保存得太频繁了，请稍后再试。正文和标题都还在。",
  "backend-missing": "Supabase未初始化，请检查环境变量设置",
  "backend-down": "保存小说失败，服务暂时连接不上。正文和标题都还在，请稍后再试，不会存成两篇。",
} as const

const AWAY = "服务暂时连接不上"
const AGAIN = "请再按一次，重复也没关系。"

/** What is known of a change to an existing novel if no answer came: it may have been made. By intent. */
const NOVEL_CHANGE_AWAY_TEXT: Record<string, string> = {
  publish: `${AWAY}，不知道公开了没有。${AGAIN}`,
  unpublish: `${AWAY}，分享链接可能还有效。${AGAIN}`,
  rename: `${AWAY}，不知道标题改了没有。你填写的标题还在，${AGAIN}`,
  delete: `${AWAY}，不知道移到回收站没有。${AGAIN}`,
  bin: `${AWAY}，不知道移到回收站没有。${AGAIN}`,
  "restore-version": `${AWAY}，不知道换回没有。哪一版都不会丢，${AGAIN}`,
  restore: `${AWAY}，不知道恢复了没有。${AGAIN}`,
  "delete-for-good": `${AWAY}，不知道删除了没有。${AGAIN}`,
  "rename-section": `${AWAY}，不知道节名改了没有。你填写的节名还在，${AGAIN}`,
  "remove-section": `${AWAY}，不知道去掉了没有。${AGAIN}`,
  "add-section": `${AWAY}，不知道分出来没有。你填写的内容都还在，${AGAIN}`,
}

/** Over `novelChangeFailureText`. */
export function novelChangeFailedTitle(failure: NovelFailure): string {
  return failure === "backend-down" ? "没有收到回答" : "没有成功"
}

/** Why a change to the account's own novel failed. */
export function novelChangeFailureText(intent: string, failure: NovelFailure): string {
  return (failure === "backend-down" && NOVEL_CHANGE_AWAY_TEXT[intent]) || novelFailureText[failure]
}

/** Why the account's own novel cannot be shown. */
export function novelReadFailureText(failure: NovelFailure): string {
  return failure === "backend-down"
    ? "这篇小说暂时读不出来：服务连接不上。它还好好地存着，请稍后再试。"
    : novelFailureText[failure]
}

/** Why the account's list of novels cannot be shown. */
export const novelListFailureText = {
  "login-required": "需要登录才能查看小说",
  "backend-missing": "Supabase未初始化，请检查环境变量设置",
  "backend-down": "列表暂时读不出来：服务连接不上。你的小说都还好好地存着，请稍后再试。",
} as const

export const shared = {
  report: "举报",
  takenDown: "这篇小说已下架",
  author: (name: string | null) => `作者：${name ?? "未知用户"}`,
  created: "创建于",
  gone: "内容不存在或已被删除",
  copyFailed: "复制失败，请手动选择",
  gate: "这篇小说可能包含成人内容。请确认你已年满 18 岁，并且在你所在的地方可以合法阅读。",
  confirmAge: "我已年满 18 岁，继续阅读",
  readFailed: "读取失败",
} as const

/** Over `sharedFailureText`. */
export const sharedFailureTitle: Record<SharedNovelFailure, string> = {
  "id-invalid": shared.gone,
  "not-found": shared.gone,
  "taken-down": shared.takenDown,
  "backend-missing": shared.readFailed,
  "backend-down": shared.readFailed,
}

export const sharedFailureText = {
  "id-invalid": "无效的小说ID",
  "not-found": "获取小说失败或内容不存在",
  "taken-down": "它因违反内容规则被停止公开，这个链接不再提供阅读。",
  "backend-missing": "Supabase未初始化，请检查环境变量设置",
  "backend-down": "这篇小说暂时读不出来：服务连接不上。请稍后再试。",
} as const

export const myNovels = {
  title: "我的小说",
  back: "返回",
  create: "创作新小说",
  empty: "还没有小说",
  start: "开始创作",
  search: "搜索标题或正文",
  searchSubmit: "搜索",
  sort: "排序",
  sortSubmit: "应用",
  nothingFound: "没有找到符合的小说。",
  viewFull: "查看全文",
  share: "分享",
  edit: "管理",
  more: (title: string) => `更多：${title}`,
  of: (action: string, title: string) => `${action}：${title}`,
  continue: "接着写",
  toBin: "移到回收站",
  makePrivate: "设为仅自己可见",
  choose: "选择多篇",
  chooseAll: "全选本页",
  chooseEnd: "完成",
  chosen: (title: string) => `选择《${title}》`,
  chosenHint: "勾选小说，再按按钮。",
  binned: (count: number) => (count > 0 ? `回收站 ${count}` : "回收站"),
  isPublic: "已公开",
  isPrivate: "仅自己可见",
  isTakenDown: "已下架，仅自己可见",
  page: (page: number, pages: number) => `第 ${page} / ${pages} 页`,
  previous: "上一页",
  next: "下一页",
  failed: "获取小说列表失败",
  searchFailed: "这次没有搜索",
  searchTooOften: "搜索得太频繁了，请稍后再试。你的小说都还在。",
  searchCut: "小说很多，这里只列出前面一部分；往后翻，或换个更具体的词，能找到更多。",
  retry: "重新载入",
  loading: "正在读取小说…",
} as const

export const novelSortText: Record<NovelSort, string> = {
  newest: "最新",
  changed: "最近修改",
  title: "标题",
  longest: "字数最多",
}

export const bin = {
  title: "回收站",
  back: "返回我的小说",
  hint: `移到这里的小说，别人打不开，分享链接也失效了。${BIN_DAYS} 天内可以恢复，恢复后仅自己可见；到期后彻底删除。`,
  empty: "回收站是空的",
  isTakenDown: "已下架",
  restore: "恢复",
  restoreOne: (title: string) => `恢复《${title}》`,
  restoreChosen: "恢复所选",
  delete: "立即彻底删除",
  deleteChosen: "彻底删除所选",
  deleteText: "彻底删除后无法恢复。",
  deleteConfirm: "确认彻底删除",
  daysLeft: (days: number) => `还剩 ${days} 天`,
  failed: "回收站暂时读不出来",
} as const

export const novelPage = {
  publish: "公开分享",
  unpublish: "取消公开",
  rename: "改标题",
  edit: "修改正文",
  editShort: "修改",
  more: "更多",
  share: "分享",
  shareHint: "公开以后，任何拿到链接的人都能阅读。",
  unshareHint: "任何拿到链接的人都能阅读。取消公开以后，这个链接立即失效。",
  copy: "复制全文",
  copied: "已复制",
  letters: (letters: number) => `${count(letters)} 字`,
  sectionCount: (sections: number) => `${sections} 节`,
  level: (label: string) => `级别 ${label}`,
  column: "分节、提纲、备忘、版本",
  columnShows: "这一栏显示什么",
  noSections: "还没有分节。",
  planOfLast: "最近写的一部分是照这份提纲写的。",
  noPlan: "没有留下提纲。",
  openMemory: "打开备忘",
  noMemory: "还没有备忘。",
  refused: "没有成功，原因写在这里：",
  sections: "分节",
  manageSections: "整理分节",
  sectionsHint: "节名显示在正文的段落之间，也会写进下载的文件。正文一个字都不会变。",
  oneSection: "只有一节时，正文里不显示节名。",
  sectionTitle: (number: number) => `第 ${number} 节的名字`,
  "rename-section": "改节名",
  "remove-section": "去掉这一节",
  removeSection: "去掉",
  "add-section": "分出新的一节",
  newSectionTitle: "新一节的名字",
  sectionStart: "从哪一段开始",
  sectionStartHint: "照抄那一段开头的几个字，例如：天还没亮。",
  delete: "移到回收站",
  deleteTitle: "把这篇小说移到回收站？",
  deleteText: `分享链接会立即失效。${BIN_DAYS} 天内可以在「我的小说」的回收站里恢复，到期后彻底删除。`,
  deleteConfirm: "确认移到回收站",
  continue: "接着写",
  continuing: "正在接着写",
  /** What to ask for where nobody knows what its author asked for. */
  continuePrompt: (title: string) => `接着写《${title}》的故事。`,
  back: "我的小说",
  content: "正文",
  tooOften: "改得太频繁了，请稍后再试。你填写的内容都还在。",
  takenDown: "这篇小说已下架",
  takenDownKept: "正文仍然是你的，只有你能看到：可以修改、复制、下载或删除，但不能再公开。",
} as const

export const moveTexts = {
  title: "存进我的小说",
  back: "返回我的小说",
  toShelf: "去我的小说",
  offer: "这台设备上最近生成的文字，可以一次存进「我的小说」，仅自己可见。已经存过的不会再存一份。",
  offerLine: (count: number) => `登录前写的 ${count} 篇，还没有存进账号。`,
  left: "还有没存进去的，可以再按一次。",
  move: "全部存进我的小说",
  moveLine: "存进我的小说",
  moving: "正在存…",
  failed: "没有存进去",
  untitled: "没有标题的文字",
  loginFirst: "需要登录",
  loginHint: "登录以后，再把最近生成的文字存进「我的小说」。文字都还在。",
  moved: (count: number, all: number) =>
    all === 0 ? "没有可以存的文字。" : count === 0 ? "这次没有新存进的文字" : `已存进 ${count} 篇`,
} as const

const MOVED_TEXT: Record<Exclude<Moved, NovelFailure>, string> = {
  moved: "已存进我的小说",
  updated: "已更新原来的那一篇",
  aside: "原来的那一篇在别处变过，另存成了一篇",
  already: "以前存过了，没有再存一份",
  binned: "在回收站里，没有再存",
  inside: "在另一篇里已经完整地有了",
  unfinished: "还没有写完，写完后再存",
  empty: "没有正文",
}

/** What became of a text that was to be moved into the account. */
export function movedText(moved: Moved): string {
  return moved in MOVED_TEXT
    ? MOVED_TEXT[moved as keyof typeof MOVED_TEXT]
    : novelFailureText[moved as NovelFailure]
}

export const versions = {
  title: "版本",
  hint: `每次保存留下一个版本，可以看，可以换回来。留最近的 ${VERSIONS_MAX} 个。`,
  none: "还没有别的版本。",
  now: "现在的正文",
  first: "初稿",
  discarded: "放弃的修改",
  takeBack: "找回",
  unsaved: "没存完的修改",
  goOn: "接着改",
  away: "版本暂时读不出来，请稍后再试。",
  from: (time: string) => `${time} 写下`,
  restore: "换回这一版",
  restoreHint: "现在的正文会留作一个版本，不会丢。",
  back: "回到小说",
  changed: (added: number, removed: number) =>
    `与现在的正文相比：这一版多 ${count(removed)} 字，少 ${count(added)} 字。`,
  sameAsNow: "这一版与现在的正文一样。",
  compare: "与现在比较",
  whole: "这一版全文",
  compareHint: "标出来的是这一版有、现在没有的；划掉的是现在有、这一版没有的。",
  skipped: (paragraphs: number) => `${count(paragraphs)} 段相同`,
  cut: "不同的地方太多，只列出前面的一部分。",
  uncompared: {
    "too-many-attempts": "比较得太频繁了，请稍后再看。",
    "scan-busy": "现在比较的人太多，暂时比不了，请过一会儿再看。",
  },
} as const

/** A novel's visibility in one word. */
export function novelState({ isPublic, takenDown }: Pick<Novel, "isPublic" | "takenDown">): string {
  if (takenDown) return myNovels.isTakenDown
  return isPublic ? myNovels.isPublic : myNovels.isPrivate
}

/** The level of a novel whose readers must be adults; null for other novels. */
export function adultLevelText(level: ContentLevel): string | null {
  return isAdultLevel(level) ? `级别 ${contentLevelText[level].label}` : null
}

/** How long a novel is, in characters and in sections. */
export function novelSize({ characters, sections = 0 }: { characters: number; sections?: number }): string {
  const length = `${counts.format(characters)} 字`
  return sections > 1 ? `${length} · ${sections} 节` : length
}

const counts = new Intl.NumberFormat("zh-CN")

/** Tells the author why the operator took the novel down, with the operator's own sentence if there is one. */
export function takenDownReason(reason: string | null): string {
  return reason === null ? "原因：收到举报，经人工核对违反内容规则。" : `原因：${reason}`
}

const dates = new Intl.DateTimeFormat("zh-CN", { dateStyle: "long", timeZone: "Asia/Shanghai" })

/** Formats an ISO 8601 timestamp as a Chinese date. */
export function novelDate(moment: string): string {
  return dates.format(new Date(moment))
}

const clock = new Intl.DateTimeFormat("zh-CN", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Asia/Shanghai",
})
const days = new Intl.DateTimeFormat("zh-CN", { month: "long", day: "numeric", timeZone: "Asia/Shanghai" })
const DAY_MS = 24 * 60 * 60 * 1_000

/** Formats a time of day. */
export function clockTime(moment: string): string {
  return clock.format(new Date(moment))
}

/** Formats a timestamp as people say it: today and yesterday with the time, else the date. */
export function recentTime(moment: string, now: string): string {
  const [then, today] = [new Date(moment), new Date(now)]
  const day = days.format(then)
  if (today.getTime() - then.getTime() > 2 * DAY_MS) return `${day} ${clockTime(moment)}`
  if (day === days.format(today)) return `今天 ${clockTime(moment)}`
  if (day === days.format(new Date(today.getTime() - DAY_MS))) return `昨天 ${clockTime(moment)}`
  return `${day} ${clockTime(moment)}`
}
