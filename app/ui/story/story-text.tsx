import { Fragment, memo } from "react"
import { type HeadedParagraph, headedParagraphs, type Section } from "#app/domain/sections.ts"
import { isSceneBreak } from "#app/domain/story.ts"

interface StoryTextProps {
  text: string
  sections?: readonly Section[]
  /** Another part follows this text. */
  goesOn?: boolean
  /** The number of its first paragraph, if links lead to `#p` and the number of a paragraph. */
  firstParagraph?: number | undefined
}

/**
 * A novel's text, with the headings of its sections. While it grows, only the last paragraph renders again; beside a
 * text that grows, nothing of it does.
 */
export const StoryText = memo(function StoryText(props: StoryTextProps) {
  const { text, sections = [], goesOn = false, firstParagraph } = props
  return <StoryParagraphs paragraphs={headedParagraphs(text, sections, goesOn)} first={firstParagraph} />
})

interface StoryParagraphsProps {
  paragraphs: readonly HeadedParagraph[]
  /** The number of the first one, if links lead to `#p` and a number, or to `#c` for the heading before it. */
  first?: number | undefined
}

/** Paragraphs of a novel with the headings before them. */
export function StoryParagraphs({ paragraphs, first }: StoryParagraphsProps) {
  return paragraphs.map(({ heading, paragraph }, index) => {
    const number = first === undefined ? undefined : first + index
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs only grow at the end, so the index identifies them
      <Fragment key={index}>
        {heading !== null && <h2 id={number === undefined ? undefined : `c${number}`}>{heading}</h2>}
        <Paragraph text={paragraph} id={number === undefined ? undefined : `p${number}`} />
      </Fragment>
    )
  })
}

const Paragraph = memo(function Paragraph({ text, id }: { text: string; id: string | undefined }) {
  return (
    <p id={id} className={isSceneBreak(text) ? "scene-break" : undefined}>
      {text}
    </p>
  )
})
