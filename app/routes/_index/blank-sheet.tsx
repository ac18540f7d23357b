import { Link } from "react-router"
import { story } from "#app/copy/story.ts"
import { storyPath } from "#app/domain/paths.ts"
import { buttonClass } from "#app/ui/button.tsx"

/** What stands on the sheet before there is a text. */
export function BlankSheet({ last }: { last: string | null }) {
  const { title, text, steps } = story.empty
  return (
    <div className="mx-auto grid max-w-measure justify-items-center gap-4 py-4 text-center md:gap-6 md:py-6 lg:min-h-[max(23rem,calc(100dvh-25rem))] lg:content-center">
      <p role="img" aria-label={title} className="writing-boxes font-serif">
        {[...title].map((character) => (
          <span key={character}>{character}</span>
        ))}
      </p>
      <p className="text-balance text-soft">{text}</p>
      {last && (
        <Link to={storyPath({ generation: last })} className={buttonClass("plain")}>
          {story.last}
        </Link>
      )}
      <ol className="mt-2 grid w-full gap-4 border-t border-line pt-6 text-left md:grid-cols-3 md:gap-6">
        {steps.map(({ mark, name, says }) => (
          <li key={mark} className="grid grid-cols-[2.25rem_1fr] gap-x-3">
            <span
              aria-hidden="true"
              className="row-span-2 grid size-9 place-items-center rounded-full bg-generate-wash font-serif font-semibold text-generate-ink"
            >
              {mark}
            </span>
            <span className="text-[0.9375rem] font-semibold">{name}</span>
            <span className="text-sm text-balance text-soft">{says}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
