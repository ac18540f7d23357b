import type { ReactNode } from "react"
import { Form, href, Link, useRevalidator } from "react-router"
import { useCopyText } from "#app/browser/copy-text.ts"
import { useDraft } from "#app/browser/drafts.ts"
import { notify } from "#app/browser/notices.ts"
import { postQuietly } from "#app/browser/post-quietly.ts"
import { paragraphs } from "#app/copy/editing.ts"
import { notices } from "#app/copy/notices.ts"
import { novelPage as text } from "#app/copy/novels.ts"
import { reading as readingWords } from "#app/copy/reading.ts"
import { type FormAnswer, typedIn } from "#app/domain/forms/form-answer.ts"
import type { NovelChange } from "#app/domain/forms/novel-forms.ts"
import type { Novel, NovelFailure } from "#app/domain/novel.ts"
import { novelPath, paragraphsPath, storyPath } from "#app/domain/paths.ts"
import type { PartText } from "#app/domain/reading/parts.ts"
import type { Reading } from "#app/domain/reading/settings.ts"
import { headedText } from "#app/domain/sections.ts"
import { ShareLink } from "#app/routes/share-link.tsx"
import type { QrCode } from "#app/server/images/qr-code.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { DownloadLinks } from "#app/ui/download-links.tsx"
import { FoldOut } from "#app/ui/fold-out.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { ReadingSettings } from "#app/ui/reading/reading-settings.tsx"
import { TextField } from "#app/ui/text-field.tsx"

/** The text that the page shows, and which part it is of how many. */
type ShownPart = PartText & { part: number; parts: number }

interface NovelToolsProps {
  novel: Omit<Novel, "content">
  shown: ShownPart
  link: string
  reading: Reading
  qr: QrCode
  /** The title that was refused. */
  renamed: FormAnswer<NovelChange, NovelFailure, unknown> | undefined
  /** Why a form was refused, by its place. */
  failures: Record<"share" | "rename" | "delete", string | undefined>
}

/** What an author does with a novel: under its title, and on narrow screens at the foot of the window. */
export function NovelTools({ novel, shown, link, qr, reading, renamed, failures }: NovelToolsProps) {
  const { id, isPublic, takenDown } = novel
  return (
    <div className="novel-bar max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 z-20 border-line bg-sheet max-lg:border-t max-lg:px-2 max-lg:pb-[env(safe-area-inset-bottom)] lg:sticky lg:top-0 lg:mt-3 lg:border-b">
      <div className="flex min-h-15 flex-wrap items-center gap-1 lg:gap-2">
        <GoOn id={id} className="max-lg:hidden" />
        <a href="#column" className={`${ITEM} lg:hidden`}>
          {text.sections}
        </a>
        <Link to={href("/novels/:id/edit", { id })} aria-label={text.edit} className={`${ITEM} ${OUTLINED}`}>
          <span className="md:hidden">{text.editShort}</span>
          <span className="max-md:hidden">{text.edit}</span>
        </Link>
        {!takenDown && (
          <Menu
            id="share"
            label={text.share}
            isOpen={failures.share !== undefined}
            look={`${ITEM} ${OUTLINED}`}
            place="lg:left-0"
          >
            <div className="flex flex-col gap-3 p-3">
              <p className="text-sm text-soft">{isPublic ? text.unshareHint : text.shareHint}</p>
              {isPublic && <ShareLink link={link} qr={qr} />}
              <Problem text={failures.share} />
              <Form method="post">
                <Button
                  name="intent"
                  value={isPublic ? "unpublish" : "publish"}
                  look={isPublic ? "plain" : "generate"}
                  className="w-full"
                >
                  {isPublic ? text.unpublish : text.publish}
                </Button>
              </Form>
            </div>
          </Menu>
        )}
        <Link to={href("/my-novels")} className={`${ITEM} ml-auto text-soft max-lg:hidden`}>
          {text.back}
        </Link>
        <Menu
          id="reading"
          label={readingWords.settings}
          isOpen={false}
          look="grid size-11 place-items-center rounded-lg text-soft"
          place="lg:right-0"
          icon={<b className="font-serif text-lg leading-none">{readingWords.mark}</b>}
        >
          <div className="p-2">
            <OwnReadingSettings reading={reading} back={novelPath(id, shown.part)} />
          </div>
        </Menu>
        <Menu
          id="more"
          label={text.more}
          isOpen={failures.rename !== undefined || failures.delete !== undefined}
          look="grid size-11 place-items-center rounded-lg text-soft"
          place="lg:right-0"
          icon={<Dots />}
        >
          <Link to={paragraphsPath({ novel: id }, { part: shown.part })} className={ROW}>
            {paragraphs.link}
          </Link>
          <CopyText title={novel.title} shown={shown} />
          <div className="px-3">
            <DownloadLinks of="novels" id={id} />
          </div>
          <Form method="post" id="rename" className="flex flex-col gap-2 border-line border-t p-3">
            <TitleField
              title={typedIn(renamed, "text") ?? novel.title}
              held={novel.title}
              draftName={`rename:${id}`}
              error={failures.rename}
            />
            <Button name="intent" value="rename">
              {text.rename}
            </Button>
          </Form>
          <details id="delete" open={failures.delete !== undefined} className="border-line border-t">
            <summary className={`${ROW} fold justify-between text-danger`}>{text.delete}</summary>
            <Form method="post" className="flex flex-col gap-3 p-3 pt-0">
              <p className="font-semibold">{text.deleteTitle}</p>
              <p className="text-sm text-soft">{text.deleteText}</p>
              <Problem text={failures.delete} />
              <Button name="intent" value="delete" look="danger">
                {text.deleteConfirm}
              </Button>
            </Form>
          </details>
        </Menu>
        <GoOn id={id} className="ml-auto lg:hidden" />
      </div>
    </div>
  )
}

/** It stands first on a wide screen and last on a narrow one, and the focus comes to it where it stands. */
function GoOn({ id, className }: { id: string; className: string }) {
  return (
    <Link to={storyPath({ novel: id })} className={`${buttonClass("continue")} font-semibold ${className}`}>
      {text.continue}
    </Link>
  )
}

const ITEM =
  "inline-flex min-h-11 shrink-0 items-center rounded-lg px-2 whitespace-nowrap no-underline hover:bg-wash md:px-3 lg:px-4"
const OUTLINED = "lg:border lg:border-edge"
const ROW = "flex min-h-11 w-full items-center rounded-lg px-3 text-left text-sm no-underline hover:bg-wash"

interface MenuProps {
  id: string
  label: string
  isOpen: boolean
  look: string
  place: string
  icon?: ReactNode
  children: ReactNode
}

/** A menu under its button, and on narrow screens above the bar. */
function Menu({ id, label, isOpen, look, place, icon, children }: MenuProps) {
  return (
    <FoldOut
      id={id}
      name="novel-tools"
      isOpen={isOpen}
      summary={icon ?? label}
      label={icon ? label : undefined}
      summaryClass={look}
      className="max-lg:static!"
    >
      <div
        className={`max-lg:absolute max-lg:inset-x-0 max-lg:bottom-full max-lg:max-h-[55dvh] max-lg:overflow-y-auto max-lg:rounded-t-2xl z-20 border border-line bg-raised p-1.5 shadow-float lg:absolute lg:top-full lg:mt-1 lg:w-80 lg:rounded-xl ${place}`}
      >
        {children}
      </div>
    </FoldOut>
  )
}

/** The settings of reading. Script keeps them as they are chosen, and the page follows in its place. */
function OwnReadingSettings(props: { reading: Reading; back: string }) {
  const { revalidate } = useRevalidator()
  return (
    <ReadingSettings
      {...props}
      onChoose={async (fields) => {
        if (await postQuietly(href("/reading"), fields)) await revalidate()
        else notify(notices.readingNotKept)
      }}
    />
  )
}

/** Of a long novel, it copies the part that the page shows; the files hold all of it. */
function CopyText({ title, shown: { text: written, sections, parts } }: { title: string; shown: ShownPart }) {
  const { copied, copy } = useCopyText()
  return (
    <button
      type="button"
      className={`${ROW} noscript:hidden`}
      onClick={async () => {
        const isCopied = await copy(`${title}\n\n${headedText(written, sections, parts > 1)}`)
        notify(isCopied ? notices.copied : notices.copyFailed)
      }}
    >
      {copied ? text.copied : parts > 1 ? readingWords.copyPart : text.copy}
    </button>
  )
}

interface TitleFieldProps {
  title: string
  /** The server's title, and the name of the draft that keeps input over it. */
  held: string
  draftName: string
  error: string | undefined
}

function TitleField({ title, held, draftName, error }: TitleFieldProps) {
  return (
    <TextField
      ref={useDraft<HTMLInputElement>(draftName, held)}
      id="title"
      label={text.rename}
      name="text"
      defaultValue={title}
      error={error}
      autoComplete="off"
      required
    />
  )
}

function Dots() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
      <circle cx="5" cy="12" r="1.75" />
      <circle cx="12" cy="12" r="1.75" />
      <circle cx="19" cy="12" r="1.75" />
    </svg>
  )
}
