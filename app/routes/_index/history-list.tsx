import { useId, useMemo, useState } from "react"
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
}

const LIST = "flex max-h-48 flex-wrap gap-2 overflow-y-auto [scrollbar-width:thin]"
const CHIP =
  "flex w-[calc(50%-0.25rem)] max-w-[180px] items-stretch overflow-hidden rounded-xl border bg-sheet has-focus-visible:overflow-visible"
const CHIP_LOOK = {
  plain: "border-line",
  shown: "border-generate-ink shadow-[inset_3px_0_var(--color-generate-ink)]",
} as const
const CHIP_LABEL =
  "flex min-w-0 grow flex-col gap-0.5 rounded-l-xl py-1.5 pl-3 text-left text-xs hover:bg-wash/60"
const STATE_LOOK: Partial<Record<GenerationStatus, string>> = {
  failed: "text-danger",
  stopped: "text-soft",
  outlined: "text-continue-ink",
}

/** This device's history; without script, the visitor's generations that the server has. */
export function HistoryList({ begun, isShown, onSelect, onDelete }: HistoryListProps) {
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
      {items === null && <Begun begun={begun} />}
      {unkept.length > 0 && (
        <p role="status" className="mb-2 rounded-lg border border-edge bg-wash px-4 py-2 text-sm">
          {history.unkept(unkept.length)}
        </p>
      )}
      {items?.length === 0 && <p className="text-sm text-soft">{history.empty}</p>}
      <ul className={LIST}>
        {items?.map((item) => (
          <Chip
            key={item.id ?? item.text}
            item={item}
            shown={isShown(item)}
            onSelect={() => onSelect(item)}
            onDelete={() => remove(item)}
          />
        ))}
      </ul>
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
  const marks = [...(parts > 1 ? [history.parts(parts)] : []), historyState[status] ?? ""]
  const detailsId = useId()
  return (
    <li className={`${CHIP} ${CHIP_LOOK[shown ? "shown" : "plain"]}`}>
      <button
        type="button"
        aria-label={[history.select(preview), ...marks].filter(Boolean).join(" ")}
        aria-describedby={detailsId}
        aria-current={shown}
        onClick={onSelect}
        className={CHIP_LABEL}
      >
        <ChipText preview={preview} parts={parts} status={status} />
        <span id={detailsId} className="flex flex-wrap gap-x-2 text-soft tabular-nums">
          {startedAt && <time dateTime={startedAt}>{begunText(startedAt, new Date())}</time>}
          {characters > 0 && <span>{history.length(characters)}</span>}
        </span>
      </button>
      <button
        type="button"
        aria-label={history.remove(preview)}
        onClick={onDelete}
        className="grid w-11 shrink-0 place-items-center rounded-r-xl text-soft hover:bg-wash/60 hover:text-danger"
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
      <ul className={LIST}>
        {begun.map(({ id, status, prompt, startedAt }) => (
          <li key={id} className={`${CHIP} ${CHIP_LOOK.plain} pr-3`}>
            <a href={storyPath({ generation: id })} className={`${CHIP_LABEL} text-ink no-underline`}>
              <ChipText preview={historyPreview(prompt)} parts={1} status={status} />
              <time dateTime={startedAt} className="text-soft tabular-nums">
                {begunTextInChina(startedAt)}
              </time>
            </a>
          </li>
        ))}
      </ul>
      {begun.length > 0 && <p className="mt-2 text-xs text-soft">{history.recent}</p>}
      <p className="hidden text-sm text-soft noscript:block">{history.needsScript}</p>
      <p className="text-sm text-soft noscript:hidden">{history.loading}</p>
    </>
  )
}

interface ChipTextProps {
  preview: string
  parts: number
  status: GenerationStatus
}

/** Two lines: how often it was continued, how it stands if it is not whole, and its first words. */
function ChipText({ preview, parts, status }: ChipTextProps) {
  const state = historyState[status]
  return (
    <span className="line-clamp-2 h-[38px] leading-[19px]">
      {parts > 1 && <b className="font-semibold text-continue-ink">{history.parts(parts)} </b>}
      {state && <b className={`font-semibold ${STATE_LOOK[status] ?? "text-generate-ink"}`}>{state} </b>}
      {preview}
    </span>
  )
}
