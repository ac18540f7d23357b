import { href, type MetaDescriptor } from "react-router"
import { saveNovel } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import type { SharedNovel } from "#app/domain/novel.ts"
import { excerpt, firstSentence, toSingleLine } from "#app/domain/text.ts"
import { pageMeta, publicAddress } from "#app/routes/page-meta.ts"

const DESCRIPTION_CHARS = 100

type Matches = Parameters<typeof pageMeta>[0]["matches"]

/** A public novel's metadata. An adult novel must not come here: link previews show nothing of it. */
export function novelMeta(novel: SharedNovel, matches: Matches): MetaDescriptor[] {
  const title = toSingleLine(novel.title)
  const description = excerpt(firstSentence(novel.content), DESCRIPTION_CHARS)
  const author = novel.authorName && toSingleLine(novel.authorName)
  const path = href("/shared/:id/picture.png", { id: novel.id })
  const address = publicAddress(matches)
  const work = {
    "@context": "https://schema.org",
    "@type": "CreativeWork",
    name: title,
    ...(author && { author: { "@type": "Person", name: author } }),
    publisher: { "@type": "Organization", name: site.name },
    description,
    inLanguage: "zh-Hans",
    dateCreated: novel.createdAt,
    dateModified: novel.updatedAt,
    isAccessibleForFree: true,
    digitalSourceType: "https://schema.org/TrainedAlgorithmicMediaDigitalSource",
    ...(address && { url: address.href, image: new URL(path, address).href }),
  }
  return [
    ...pageMeta({
      title: `${title} · ${site.name}`,
      heading: title,
      description,
      picture: { path, shows: [saveNovel.novelLink(title), author].filter(Boolean).join(" · ") },
      type: "article",
      matches,
    }),
    ...(author ? [{ name: "author", content: author }] : []),
    { property: "article:published_time", content: novel.createdAt },
    { property: "article:modified_time", content: novel.updatedAt },
    { "script:ld+json": work },
  ]
}
