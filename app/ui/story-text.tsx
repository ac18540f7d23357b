import { Fragment, memo } from "react"
import { headedParagraphs, type Section } from "#app/domain/sections.ts"
import { isSceneBreak } from "#app/domain/story.ts"

/** A novel's text, with the headings of its sections. While it grows, only the last paragraph renders again. */
export const StoryText = memo(function StoryText({
  text,
  sections = [],
}: {
  text: string
  sections?: readonly Section[]
}) {
  return headedParagraphs(text, sections).map(({ heading, paragraph }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs only grow at the end, so the index identifies them
    <Fragment key={index}>
      {heading !== null && <h2>{heading}</h2>}
      <Paragraph text={paragraph} />
    </Fragment>
  ))
})

const Paragraph = memo(function Paragraph({ text }: { text: string }) {
  return <p className={isSceneBreak(text) ? "scene-break" : undefined}>{text}</p>
})
