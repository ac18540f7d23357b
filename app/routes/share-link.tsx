import { useCopyText } from "#app/browser/copy-text.ts"
import { notify } from "#app/browser/notices.ts"
import { shareLink, useCanShare } from "#app/browser/share.ts"
import { notices } from "#app/copy/notices.ts"
import { saveNovel } from "#app/copy/novels.ts"
import type { QrCode } from "#app/server/images/qr-code.server.ts"
import { Button, type ButtonLook } from "#app/ui/button.tsx"
import { QrPicture } from "#app/ui/reading/qr-picture.tsx"

/** Copies a novel's public URL, and says so. */
export function CopyLink({ link, label, look }: { link: string; label: string; look?: ButtonLook }) {
  const { copied, copy } = useCopyText()
  return (
    <Button
      type="button"
      look={look}
      onClick={async () => notify((await copy(link)) ? notices.linkCopied : notices.copyFailed)}
    >
      {copied ? saveNovel.copied : label}
    </Button>
  )
}

/** Hands a novel's public URL to another program, where the browser can. */
function PassOn({ link }: { link: string }) {
  if (!useCanShare()) return null
  return (
    <Button
      type="button"
      onClick={async () => {
        if (!(await shareLink(link))) notify(notices.shareFailed)
      }}
    >
      {saveNovel.passOn}
    </Button>
  )
}

/** A novel's public URL, with buttons to copy and to pass it on, and as a picture for another device. */
export function ShareLink({ link, qr }: { link: string; qr: QrCode }) {
  return (
    <div>
      <label htmlFor="share-link" className="mb-1 block font-semibold">
        {saveNovel.link}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id="share-link"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-11 min-w-0 grow basis-40 rounded-lg border border-edge bg-wash px-3 text-sm text-ellipsis"
        />
        <span className="flex flex-wrap gap-2 noscript:hidden">
          <CopyLink link={link} label={saveNovel.copyLink} />
          <PassOn link={link} />
        </span>
      </div>
      <QrPicture link={link} qr={qr} />
    </div>
  )
}
