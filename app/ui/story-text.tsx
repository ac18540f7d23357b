import { memo } from "react"
import { isSceneBreak, paragraphsOf } from "#app/domain/story.ts"

/** A novel's text. Only the paragraph that grows is rendered again while it is written. */
export function StoryText({ text }: { text: string }) {
  return paragraphsOf(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs only grow at the end, so the place is the identity
    <Paragraph key={index} text={paragraph} />
  ))
}

const Paragraph = memo(function Paragraph({ text }: { text: string }) {
  return <p className={isSceneBreak(text) ? "scene-break" : undefined}>{text}</p>
})
