import { useCopyText } from "#app/browser/copy-text.ts"
import { notify } from "#app/browser/notices.ts"
import { notices } from "#app/copy/notices.ts"
import { saveNovel } from "#app/copy/novels.ts"
import { Button, type ButtonLook } from "#app/ui/button.tsx"

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

/** A novel's public URL, with a copy button. */
export function ShareLink({ link }: { link: string }) {
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
        <span className="noscript:hidden">
          <CopyLink link={link} label={saveNovel.copyLink} />
        </span>
      </div>
    </div>
  )
}
