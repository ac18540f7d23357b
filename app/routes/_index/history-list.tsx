import { type ReactNode, useId, useMemo, useState } from "react"
import { notify } from "#app/browser/notices.ts"
import {
  deleteNovel,
  type HistoryItem,
  useNovelHistory,
  useUnkeptNovels,
} from "#app/browser/novel-history.ts"
import { notices } from "#app/copy/notices.ts"
import { begunText, begunTextInChina, history, historyState } from "#app/copy/story.ts"
import { countCharacters } from "#app/domain/count-characters.ts"
import type { BegunGeneration, GenerationStatus } from "#app/domain/generation.ts"
import { storyPath } from "#app/domain/paths.ts"
import { countParts } from "#app/domain/sections.ts"
import { historyPreview } from "#app/domain/story.ts"
import { Button } from "#app/ui/button.tsx"

interface HistoryListProps {
  /** The visitor's generations that the server has, for browsers without script. */
  begun: BegunGeneration[]
  isShown(item: HistoryItem): boolean
  onSelect(item: HistoryItem): void
  onDelete(item: HistoryItem): void
  /** Stands under the heading. */
  children?: ReactNode
}

const LIST = "flex max-h-48 flex-wrap gap-2 overflow-y-auto [scrollbar-width:thin]"
const CHIP = "grid w-[calc(50%-0.25rem)] max-w-[11.25rem] min-w-[min(100%,8.5rem)] rounded-xl border bg-sheet"
const CHIP_LOOK = {
  plain: "border-line",
  shown: "border-generate-ink shadow-[inset_3px_0_var(--color-generate-ink)]",
} as const
const CHIP_LABEL = "flex min-w-0 flex-col rounded-l-xl pt-1.5 pl-3 text-left text-xs hover:bg-wash/60"
const CHIP_DETAILS = "flex flex-wrap gap-x-2 pb-1.5 text-xs text-soft tabular-nums"
const MARK_LOOK: Partial<Record<GenerationStatus, string>> = {
  running: "text-generate-ink",
  paused: "text-generate-ink",
  failed: "text-danger",
  stopped: "text-soft",
}

/** This device's history; without script, the visitor's generations that the server has. */
export function HistoryList({ begun, isShown, onSelect, onDelete, children }: HistoryListProps) {
  const items = useNovelHistory()
  const unkept = useUnkeptNovels()
  const [deleted, setDeleted] = useState<{ undo(): void } | null>(null)

  function remove(item: HistoryItem) {
    const undo = deleteNovel(item)
    setDeleted({ undo })
    notify(notices.deleted)
    onDelete(item)
  }

  return (
    <section aria-labelledby="history-heading">
      {/* The undo button is above the list, because a notice may cover what is below. */}
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id="history-heading" className="font-semibold">
          {history.heading}
        </h2>
        {deleted && (
          <Button
            type="button"
            onClick={() => {
              deleted.undo()
              setDeleted(null)
            }}
          >
            {history.undo}
          </Button>
        )}
      </div>
      {children}
      {items === null && <Begun begun={begun} />}
      {unkept.length > 0 && (
        <p role="status" className="mb-2 rounded-lg border border-edge bg-wash px-4 py-2 text-sm">
          {history.unkept(unkept.length)}
        </p>
      )}
      {items?.length === 0 && <p className="text-sm text-soft">{history.empty}</p>}
      {items !== null && items.length > 0 && (
        <ul className={LIST}>
          {items.map((item) => (
            <Chip
              key={item.id ?? item.text}
              item={item}
              shown={isShown(item)}
              onSelect={() => onSelect(item)}
              onDelete={() => remove(item)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ChipProps {
  item: HistoryItem
  shown: boolean
  onSelect(): void
  onDelete(): void
}

function Chip({ item, shown, onSelect, onDelete }: ChipProps) {
  const { text, sections, status, startedAt } = item
  const preview = historyPreview(text || item.prompt)
  const parts = useMemo(() => countParts(text, sections), [text, sections])
  const characters = useMemo(() => countCharacters(text), [text])
  const marks = [parts > 1 && history.parts(parts), historyState[status]].filter(
    (mark) => mark !== false && mark !== undefined,
  )
  const detailsId = useId()
  return (
    <li
      className={`${CHIP} ${CHIP_LOOK[shown ? "shown" : "plain"]} grid-cols-[minmax(0,1fr)_auto] grid-rows-[2.875rem_auto]`}
    >
      <button
        type="button"
        aria-label={history.select([...marks, preview].join(" "))}
        aria-describedby={detailsId}
        aria-current={shown}
        onClick={onSelect}
        className={`${CHIP_LABEL} col-start-1 row-span-2 row-start-1`}
      >
        <ChipText preview={preview} marks={marks} status={status} />
      </button>
      <p id={detailsId} className={`${CHIP_DETAILS} pointer-events-none col-start-1 row-start-2 pl-3`}>
        {startedAt && <time dateTime={startedAt}>{begunText(startedAt, new Date())}</time>}
        {characters > 0 && <span>{history.length(characters)}</span>}
      </p>
      <button
        type="button"
        aria-label={history.remove(preview)}
        onClick={onDelete}
        className="col-start-2 row-span-2 row-start-1 grid w-11 place-items-center rounded-r-xl text-soft hover:bg-wash/60 hover:text-danger"
      >
        <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-none stroke-current stroke-[1.75]">
          <path d="M6 6l12 12M18 6L6 18" strokeLinecap="round" />
        </svg>
      </button>
    </li>
  )
}

function Begun({ begun }: { begun: BegunGeneration[] }) {
  return (
    <>
      {begun.length > 0 && (
        <>
          <ul className={LIST}>
            {begun.map(({ id, status, prompt, startedAt }) => (
              <li key={id} className={`${CHIP} ${CHIP_LOOK.plain}`}>
                <a
                  href={storyPath({ generation: id })}
                  className={`${CHIP_LABEL} pr-3 text-ink no-underline`}
                >
                  <ChipText
                    preview={historyPreview(prompt)}
                    marks={[historyState[status] ?? []].flat()}
                    status={status}
                  />
                  <span className={CHIP_DETAILS}>
                    <time dateTime={startedAt}>{begunTextInChina(startedAt)}</time>
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-xs text-soft">{history.recent}</p>
        </>
      )}
      <p className="hidden text-sm text-soft noscript:block">{history.needsScript}</p>
      <p className="text-sm text-soft resting:hidden noscript:hidden">{history.loading}</p>
      {begun.length === 0 && <p className="hidden text-sm text-soft resting:block">{history.empty}</p>}
    </>
  )
}

interface ChipTextProps {
  preview: string
  /** How often it was continued, and how it stands if it is not whole. */
  marks: string[]
  status: GenerationStatus
}

/** Two lines: its marks and its first words. */
function ChipText({ preview, marks, status }: ChipTextProps) {
  return (
    <span className="line-clamp-2 h-[2.375rem] leading-[1.1875rem]">
      {marks.map((mark) => (
        <b key={mark} className={`font-semibold ${MARK_LOOK[status] ?? "text-continue-ink"}`}>
          {mark}{" "}
        </b>
      ))}
      {preview}
    </span>
  )
}
