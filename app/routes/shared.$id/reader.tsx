import { href } from "react-router"
import { contentLevelText } from "#app/copy/generator.ts"
import { novelDate, novelPage, shared } from "#app/copy/novels.ts"
import { reading as text } from "#app/copy/reading.ts"
import { site, storyLabel } from "#app/copy/site.ts"
import type { AuthorLinks, ReadNovel } from "#app/domain/novel.ts"
import { sharedPath } from "#app/domain/paths.ts"
import { type ReadingPage, readingMinutes } from "#app/domain/reading/parts.ts"
import type { Reading } from "#app/domain/reading/settings.ts"
import type { QrCode } from "#app/server/images/qr-code.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { PartLinks } from "#app/ui/reading/part-links.tsx"
import { ReadingSettings } from "#app/ui/reading/reading-settings.tsx"
import { StoryParagraphs } from "#app/ui/story/story-text.tsx"
import { AuthorName, OthersByAuthor } from "./by-author.tsx"
import { chapterLinks } from "./chapter-links.ts"
import { END_ID, EndCard, TEXT_ID } from "./end-card.tsx"
import { ReportLink } from "./report-link.tsx"

interface ReaderProps {
  id: string
  novel: ReadNovel
  adult: boolean
  page: ReadingPage
  reading: Reading
  links: AuthorLinks | null
  /** The novel's public URL, and as a picture. */
  link: string
  qr: QrCode
}

/** A public novel, or a part of a long one, with a bar and the list of its chapters. */
export function Reader({ id, novel, adult, page, reading, links, link, qr }: ReaderProps) {
  const { part, starts, total, letters } = page
  const parts = starts.length
  return (
    <>
      <div className="reader-line" aria-hidden="true" />
      <ReaderBar id={id} title={novel.title} page={page} reading={reading} />
      <main id="main" className="page reader-page grow">
        <Chapters id={id} page={page} className="reader-rail" />
        <article className="reading-measure">
          <h1 className="story-title reader-title">{novel.title}</h1>
          <p className="reader-head">
            <span>
              <AuthorName name={novel.authorName} links={links} />
            </span>
            <span>
              {shared.created} <time dateTime={novel.createdAt}>{novelDate(novel.createdAt)}</time>
            </span>
            <span className="tabular-nums">{text.size(letters, readingMinutes(letters))}</span>
            <span>{text.level(contentLevelText[novel.contentLevel].label)}</span>
            <span>{storyLabel(novel.demo)}</span>
          </p>
          <p className="kept-note mt-4 rounded-lg bg-wash px-3 py-2 text-sm">{site.offline.keptCopy}</p>
          {parts > 1 && <p className="mt-3 text-sm text-soft">{text.part(part, parts)}</p>}
          <div
            id={TEXT_ID}
            className="story reading-text mt-6"
            // A reader's device remembers nothing of an adult novel.
            {...(!adult && {
              "data-novel": id,
              "data-starts": starts.join(" "),
              "data-total": total,
              "data-letters": letters,
            })}
          >
            <StoryParagraphs paragraphs={page.paragraphs} first={page.first} />
          </div>
          <PartLinks part={part} parts={parts} pathOf={(one) => sharedPath(id, one)} />
          <OthersByAuthor links={links} />
          <EndCard id={id} isPart={parts > 1} link={link} qr={qr} />
          <p className="mt-2 flex items-center justify-between gap-4 text-xs text-soft">
            {storyLabel(novel.demo)}
            <ReportLink id={id} />
          </p>
        </article>
      </main>
      <p className="reader-resume" data-resume={text.goOn} hidden>
        <a href={`#${TEXT_ID}`}>{text.goOn}</a>
      </p>
      <script defer src="/behaviours.js" />
    </>
  )
}

interface BarProps {
  id: string
  title: string
  page: ReadingPage
  reading: Reading
}

function ReaderBar({ id, title, page, reading }: BarProps) {
  return (
    <header className="reader-bar">
      <div className="page">
        <a href={href("/")} className="reader-back">
          <span className="sr-only">{site.backHome}</span>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M15 5l-7 7 7 7" />
          </svg>
        </a>
        <p className="reader-name">{title}</p>
        {chapterLinks(id, page).length > 0 && (
          <details name="reader-tools" className="reader-tool fold-out lg:hidden">
            <summary>{text.chapters}</summary>
            <Chapters id={id} page={page} className="reader-pop" />
          </details>
        )}
        <details name="reader-tools" className="reader-tool fold-out">
          <summary className="fold">
            <b aria-hidden="true" className="font-serif text-lg leading-none font-semibold">
              {text.mark}
            </b>
            <span className="max-md:sr-only">{text.settings}</span>
          </summary>
          <div className="reader-pop">
            <ReadingSettings reading={reading} back={`${sharedPath(id, page.part)}#${TEXT_ID}`} />
          </div>
        </details>
        <a href={`#${END_ID}`} className={`${buttonClass("quiet")} max-md:hidden`}>
          {text.share}
        </a>
      </div>
    </header>
  )
}

/** The chapters of the whole text, wherever they are; nothing where there are none. */
function Chapters({ id, page, className }: { id: string; page: ReadingPage; className: string }) {
  const links = chapterLinks(id, page)
  if (links.length === 0) return null
  return (
    <nav aria-label={text.chapters} className={className}>
      <ol className="reader-chapters">
        {links.map(({ to, label, letters, isCurrent }) => (
          <li key={to}>
            <a href={to} aria-current={isCurrent ? "true" : undefined}>
              {label}
              {letters !== null && <span className="reader-letters">{novelPage.letters(letters)}</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
