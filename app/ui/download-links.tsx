import { href } from "react-router"
import { download } from "#app/copy/story.ts"
import { EXPORT_FORMATS } from "#app/domain/export-format.ts"
import { buttonClass } from "./button.tsx"

/** One link for each format in which a text can be downloaded. */
export function DownloadLinks({ of, id }: { of: "generations" | "novels" | "shared"; id: string }) {
  return EXPORT_FORMATS.map(({ path, label }) => (
    <a key={path} href={href(`/${of}/:id/${path}`, { id })} download className={buttonClass("plain")}>
      {download(label)}
    </a>
  ))
}
