import { href, Link } from "react-router"
import { library as text } from "#app/copy/downloads.ts"
import { buttonClass } from "#app/ui/button.tsx"

/** Takes all novels along in one file, and brings them back. */
export function Backup() {
  return (
    <section aria-labelledby="backup" className="mt-8 border-line border-t pt-4">
      <p id="backup" className="font-semibold">
        {text.heading}
      </p>
      <p className="mt-1 text-pretty text-sm text-soft">{text.hint}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <a href={href("/my-novels/export")} download className={buttonClass("plain")}>
          {text.export}
        </a>
        <Link to={href("/my-novels/import")} className={buttonClass("plain")}>
          {text.import}
        </Link>
      </p>
    </section>
  )
}
