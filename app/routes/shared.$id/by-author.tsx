import { href } from "react-router"
import { author as text } from "#app/copy/authors.ts"
import { saveNovel, shared } from "#app/copy/novels.ts"
import type { AuthorLinks, NovelName } from "#app/domain/novel.ts"
import { authorPath } from "#app/domain/paths.ts"

/** The author's name, which leads to their page if they have opened one. */
export function AuthorName({ name, links }: { name: string | null; links: AuthorLinks | null }) {
  if (!links) return shared.author(name)
  return (
    <a href={authorPath(links.authorId)} rel="author" className="underline underline-offset-4">
      {shared.author(name)}
    </a>
  )
}

/** The public novels before and after this one, if its author has opened their page. */
export function OthersByAuthor({ links }: { links: AuthorLinks | null }) {
  if (!links?.previous && !links?.next) return null
  return (
    <nav aria-label={text.around} className="flex flex-wrap justify-between gap-x-6 text-sm text-soft">
      {links.previous && <NovelLink label={text.previous} rel="prev" novel={links.previous} />}
      {links.next && <NovelLink label={text.next} rel="next" novel={links.next} />}
    </nav>
  )
}

function NovelLink({ label, rel, novel }: { label: string; rel: "prev" | "next"; novel: NovelName }) {
  return (
    <a
      href={href("/shared/:id", { id: novel.id })}
      rel={rel}
      className={`inline-flex min-h-11 min-w-0 max-w-full items-center gap-2 underline underline-offset-4 ${rel === "next" ? "ml-auto" : ""}`}
    >
      <span className="shrink-0">{label}</span>
      <span className="truncate text-ink">{saveNovel.novelLink(novel.title)}</span>
    </a>
  )
}
