import { href, type MetaDescriptor } from "react-router"
import { saveNovel } from "#app/copy/novels.ts"
import { reading } from "#app/copy/reading.ts"
import { site } from "#app/copy/site.ts"
import type { ReadNovel } from "#app/domain/novel.ts"
import { sharedPath } from "#app/domain/paths.ts"
import type { ReadingPage } from "#app/domain/reading/parts.ts"
import { isSceneBreak } from "#app/domain/story.ts"
import { excerpt, firstSentence, toSingleLine } from "#app/domain/text.ts"
import { pageMeta, publicAddress } from "#app/routes/page-meta.ts"

const DESCRIPTION_CHARS = 100

type Matches = Parameters<typeof pageMeta>[0]["matches"]

/**
 * The metadata of a public novel's page, each part's own. An adult novel must not come here: link previews show
 * nothing of it.
 */
export function novelMeta(novel: ReadNovel, page: ReadingPage, matches: Matches): MetaDescriptor[] {
  const { part, paragraphs } = page
  const title = toSingleLine(novel.title)
  const heading = part > 1 ? reading.partOf(title, part) : title
  const lines = paragraphs.map(({ paragraph }) => paragraph).filter((line) => !isSceneBreak(line))
  const description = excerpt(firstSentence(lines.join("\n")), DESCRIPTION_CHARS)
  const author = novel.authorName && toSingleLine(novel.authorName)
  const path = sharedPath(novel.id, part)
  const picture = href("/shared/:id/picture.png", { id: novel.id })
  const address = publicAddress(matches, path)
  const whole = address && new URL(sharedPath(novel.id), address).href
  const work = {
    "@type": "CreativeWork",
    name: title,
    ...(author && { author: { "@type": "Person", name: author } }),
    ...(address && { url: whole, image: new URL(picture, address).href }),
  }
  const told = {
    publisher: { "@type": "Organization", name: site.name },
    description,
    inLanguage: "zh-Hans",
    dateCreated: novel.createdAt,
    dateModified: novel.updatedAt,
    isAccessibleForFree: true,
    digitalSourceType: "https://schema.org/TrainedAlgorithmicMediaDigitalSource",
  }
  const shown =
    part > 1
      ? { ...work, name: heading, ...(address && { url: address.href }), position: part, isPartOf: work }
      : work
  return [
    ...pageMeta({
      title: `${heading} · ${site.name}`,
      heading,
      description,
      picture: { path: picture, shows: [saveNovel.novelLink(title), author].filter(Boolean).join(" · ") },
      type: "article",
      path,
      matches,
    }),
    ...(author ? [{ name: "author", content: author }] : []),
    { property: "article:published_time", content: novel.createdAt },
    { property: "article:modified_time", content: novel.updatedAt },
    { "script:ld+json": { "@context": "https://schema.org", ...shown, ...told } },
  ]
}
