import { href } from "react-router"
import { notices } from "#app/copy/notices.ts"
import { novelPage, saveNovel, shared } from "#app/copy/novels.ts"
import { reading as text } from "#app/copy/reading.ts"
import { story } from "#app/copy/story.ts"
import type { QrCode } from "#app/server/images/qr-code.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { DownloadLinks } from "#app/ui/download-links.tsx"
import { QrPicture } from "#app/ui/reading/qr-picture.tsx"

/** The element with the text, and the one with what a reader may do with it. */
export const TEXT_ID = "novel-text"
export const END_ID = "share"
const LINK_ID = "share-link"

interface EndCardProps {
  id: string
  isPart: boolean
  link: string
  qr: QrCode
}

/** What a reader may do with the novel. Downloads and the link are of all of it; the first button copies what is shown. */
export function EndCard({ id, isPart, link, qr }: EndCardProps) {
  return (
    <section id={END_ID} className="reader-end" aria-labelledby="end-title">
      <h2 id="end-title">{text.end.title}</h2>
      <p className="mt-1.5 mb-4 text-soft">{text.end.text}</p>
      <a href={href("/")} className={`${buttonClass("generate")} min-w-[min(100%,12.5rem)] font-semibold`}>
        {text.end.write}
      </a>
      <div className="mt-6 flex flex-col gap-2 border-t border-line pt-5 text-left">
        <h3 className="text-sm font-semibold">{text.end.share}</h3>
        <label htmlFor={LINK_ID} className="sr-only">
          {saveNovel.link}
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id={LINK_ID}
            data-selects
            readOnly
            value={link}
            className="min-h-11 min-w-0 grow basis-40 rounded-lg border border-edge bg-wash px-3 text-sm text-ellipsis"
          />
          <CopyButton of={`#${LINK_ID}`} label={saveNovel.copyLink} failed={shared.copyFailed} />
          <button
            type="button"
            data-shares={link}
            data-failed={notices.shareFailed.title}
            hidden
            className={buttonClass("plain")}
          >
            {saveNovel.passOn}
          </button>
        </div>
        <details>
          <summary className="fold flex min-h-11 items-center text-sm text-soft">{text.end.qr}</summary>
          <QrPicture link={link} qr={qr} />
        </details>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <CopyButton
            of={`#${TEXT_ID} h2, #${TEXT_ID} p`}
            label={isPart ? text.copyPart : novelPage.copy}
            failed={shared.copyFailed}
          />
          <DownloadLinks of="shared" id={id} />
        </div>
        <p className="hidden text-sm text-soft noscript:block">{story.copyBySelection}</p>
      </div>
    </section>
  )
}

/** Copies what the selector finds. */
function CopyButton({ of, label, failed }: { of: string; label: string; failed: string }) {
  return (
    <button
      type="button"
      data-copy={of}
      data-copied={story.copied}
      data-failed={failed}
      aria-live="polite"
      className={`${buttonClass("plain")} noscript:!hidden`}
    >
      {label}
    </button>
  )
}
