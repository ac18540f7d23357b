import { Fragment, memo } from "react"
import { headedParagraphs, type Section } from "#app/domain/sections.ts"
import { isSceneBreak } from "#app/domain/story.ts"

interface StoryTextProps {
  text: string
  sections?: readonly Section[]
  /** Another part follows this text. */
  goesOn?: boolean
}

/**
 * A novel's text, with the headings of its sections. While it grows, only the last paragraph renders again; beside a
 * text that grows, nothing of it does.
 */
export const StoryText = memo(function StoryText({ text, sections = [], goesOn = false }: StoryTextProps) {
  return headedParagraphs(text, sections, goesOn).map(({ heading, paragraph }, index) => (
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
