import { Form, href, Link } from "react-router"
import {
  adultLevelText,
  myNovels,
  novelDate,
  novelSize,
  novelState,
  takenDownReason,
} from "#app/copy/novels.ts"
import type { NovelCard as Novel } from "#app/domain/novel.ts"
import { type ShelfView, storyPath } from "#app/domain/paths.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { DownloadLinks } from "#app/ui/download-links.tsx"
import { FoldOut } from "#app/ui/fold-out.tsx"
import { NovelBox } from "#app/ui/shelf/chosen-novels.tsx"
import { SHELF_CARD } from "#app/ui/shelf/shelf.tsx"

/** One of the account's own novels: who reads it, how it begins, and what its author can do with it. */
export function NovelCard({ novel, choose }: { novel: Novel; choose: ShelfView["choose"] }) {
  const { id, title } = novel
  return (
    <li className={SHELF_CARD}>
      <div className="flex flex-col-reverse gap-x-3 gap-y-1.5 md:flex-row md:items-start md:justify-between">
        <div className="flex min-w-0 items-start gap-1">
          {choose && <NovelBox id={id} title={title} isTicked={choose === "all"} />}
          <h2 className="min-w-0 font-serif text-[1.1875rem]/[1.4] font-bold">
            <Link
              to={href("/novels/:id", { id })}
              className="-my-2.5 flex min-w-11 items-center py-2.5 text-ink no-underline hover:underline"
            >
              <span className="line-clamp-2">{title}</span>
            </Link>
          </h2>
        </div>
        <Badges novel={novel} />
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-3 text-xs text-soft tabular-nums">
        <time dateTime={novel.createdAt}>{novelDate(novel.createdAt)}</time>
        <span>{novelSize(novel)}</span>
      </p>
      {novel.takenDown && (
        <p className="mt-2 text-sm text-danger">{takenDownReason(novel.takenDown.reason)}</p>
      )}
      <div className="my-3 grow font-serif text-[0.9375rem]/[1.75]">
        {paragraphs(novel.preview).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the beginning of a text that does not change here
          <p key={index} className="indent-[2em]">
            {paragraph}
          </p>
        ))}
      </div>
      <footer className="flex flex-wrap items-center gap-0.5 border-t border-line pt-2">
        {/* Public novels link to their share page, private ones to the owner's page. */}
        <Link
          to={novel.isPublic ? href("/shared/:id", { id }) : href("/novels/:id", { id })}
          reloadDocument={novel.isPublic}
          aria-label={myNovels.of(myNovels.viewFull, title)}
          className={`${buttonClass("tint")} mr-auto`}
        >
          {myNovels.viewFull}
        </Link>
        {novel.isPublic && (
          <Link
            to={`${href("/novels/:id", { id })}#share`}
            aria-label={myNovels.of(myNovels.share, title)}
            className={QUIET}
          >
            {myNovels.share}
          </Link>
        )}
        <Link
          to={href("/novels/:id", { id })}
          aria-label={myNovels.of(myNovels.edit, title)}
          className={QUIET}
        >
          {myNovels.edit}
        </Link>
        <More novel={novel} />
      </footer>
    </li>
  )
}

const QUIET = `${buttonClass("quiet")} -mx-1`

function paragraphs(preview: string): string[] {
  return preview.split("\n").filter((paragraph) => paragraph.trim() !== "")
}

/** Who reads it, whether it is for adults, and whether it was taken down. */
function Badges({ novel }: { novel: Novel }) {
  const level = adultLevelText(novel.contentLevel)
  const reach = novel.takenDown ? "danger" : novel.isPublic ? "public" : "plain"
  return (
    <p className="flex shrink-0 flex-wrap gap-1.5 pt-0.5">
      {level && <Badge look="danger">{level}</Badge>}
      <Badge look={reach}>{novelState(novel)}</Badge>
    </p>
  )
}

const BADGES = {
  plain: "bg-wash text-soft",
  public: "bg-generate-wash text-generate-ink",
  danger: "bg-danger-wash text-danger",
} as const

function Badge({ look, children }: { look: keyof typeof BADGES; children: string }) {
  return (
    <span className={`rounded-full px-[9px] py-[5px] text-xs/none whitespace-nowrap ${BADGES[look]}`}>
      {children}
    </span>
  )
}

const MENU_ITEM =
  "flex min-h-11 w-full items-center rounded-lg px-3 text-left text-[0.9375rem] no-underline hover:bg-wash"

/** What is done rarely. It opens without script. */
function More({ novel: { id, title } }: { novel: Novel }) {
  return (
    <FoldOut
      label={myNovels.more(title)}
      summary={
        <svg viewBox="0 0 24 24" className="size-5 fill-current" aria-hidden="true">
          <circle cx="5" cy="12" r="1.5" />
          <circle cx="12" cy="12" r="1.5" />
          <circle cx="19" cy="12" r="1.5" />
        </svg>
      }
      summaryClass="size-11 justify-center rounded-lg text-soft"
    >
      <div className="absolute right-0 bottom-full z-20 mb-1 w-48 rounded-xl border border-line bg-raised p-1.5 shadow-float">
        <Link to={storyPath({ novel: id })} className={`${MENU_ITEM} text-ink`}>
          {myNovels.continue}
        </Link>
        <div className="px-3">
          <DownloadLinks of="novels" id={id} />
        </div>
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <button type="submit" name="intent" value="bin" className={`${MENU_ITEM} text-danger`}>
            {myNovels.toBin}
          </button>
        </Form>
      </div>
    </FoldOut>
  )
}
