import { href } from "react-router"
import { downloads } from "#app/copy/downloads.ts"
import { EXPORT_FORMATS } from "#app/domain/export-format.ts"

/** The one line of a page on which a text can be downloaded: a link for each format. */
export function DownloadLinks({ of, id }: { of: "generations" | "novels" | "shared"; id: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm text-soft">
      <span>{downloads.heading}</span>
      {EXPORT_FORMATS.map(({ path }) => (
        <a
          key={path}
          href={href(`/${of}/:id/${path}`, { id })}
          download
          aria-label={downloads.link(downloads.format[path])}
          className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4 hover:text-ink"
        >
          {downloads.format[path]}
        </a>
      ))}
    </p>
  )
}
