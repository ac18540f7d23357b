import { memo } from "react"
import { href } from "react-router"
import { story } from "#app/copy/story.ts"
import { countCharacters } from "#app/domain/count-characters.ts"
import { novelPath } from "#app/domain/paths.ts"
import { lastPages } from "#app/domain/reading/parts.ts"
import type { Section } from "#app/domain/sections.ts"
import { StoryText } from "./story-text.tsx"

interface ExistingTextProps {
  text: string
  sections?: readonly Section[]
  /** Another part follows this text. */
  goesOn?: boolean
  /** Links lead to its paragraphs. */
  isNumbered?: boolean
  /** The ids of what holds all of it: the saved novel, or else the generation. */
  novel?: string
  generation?: string
}

/** The text that goes on below it: of a long one its end, with a link to the whole. */
export const ExistingText = memo(function ExistingText(props: ExistingTextProps) {
  const { text, sections = [], goesOn = false, isNumbered = false } = props
  const shown = lastPages(text, sections)
  const isCut = shown.first > 0
  return (
    <>
      {isCut && (
        <p className="mb-4 flex flex-wrap items-center gap-x-3 border-line border-b pb-2 font-sans text-sm text-soft [text-indent:0]">
          <span>{story.earlier(countCharacters(text.slice(0, shown.at)))}</span>
          <WholeText {...props} />
        </p>
      )}
      <StoryText
        text={shown.text}
        sections={shown.sections}
        goesOn={goesOn || isCut}
        firstParagraph={isNumbered ? shown.first : undefined}
      />
    </>
  )
})

function WholeText({ novel, generation }: Pick<ExistingTextProps, "novel" | "generation">) {
  if (novel)
    return (
      <a href={novelPath(novel)} className={LINK}>
        {story.readWhole}
      </a>
    )
  if (!generation) return null
  return (
    <a href={href("/generations/:id/text", { id: generation })} download className={LINK}>
      {story.downloadWhole}
    </a>
  )
}

const LINK = "inline-flex min-h-11 items-center underline underline-offset-4"
