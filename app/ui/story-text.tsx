import { memo } from "react"
import { isSceneBreak, paragraphsOf } from "#app/domain/story.ts"

/** A novel's text. While it grows, only the last paragraph renders again. */
export function StoryText({ text }: { text: string }) {
  return paragraphsOf(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs only grow at the end, so the index identifies them
    <Paragraph key={index} text={paragraph} />
  ))
}

const Paragraph = memo(function Paragraph({ text }: { text: string }) {
  return <p className={isSceneBreak(text) ? "scene-break" : undefined}>{text}</p>
})
