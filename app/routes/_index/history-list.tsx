import { useState } from "react"
import { notify } from "#app/browser/notices.ts"
import {
  deleteNovel,
  type HistoryItem,
  useNovelHistory,
  useUnkeptNovels,
} from "#app/browser/novel-history.ts"
import { notices } from "#app/copy/notices.ts"
import { history, historyState } from "#app/copy/story.ts"
import type { BegunGeneration } from "#app/domain/generation.ts"
import { storyPath } from "#app/domain/paths.ts"
import { historyPreview } from "#app/domain/story.ts"
import { Button } from "#app/ui/button.tsx"

interface HistoryListProps {
  /** The visitor's generations that the server has, for browsers without script. */
  begun: BegunGeneration[]
  isShown(item: HistoryItem): boolean
  onSelect(item: HistoryItem): void
  onDelete(item: HistoryItem): void
}

const LIST = "grid max-h-48 grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2 overflow-y-auto"
const CHIP = "flex max-w-[180px] items-stretch rounded-full border"
const CHIP_LOOK = { plain: "border-line bg-sheet", shown: "border-ink bg-wash" } as const
const CHIP_LABEL =
  "flex min-h-11 min-w-0 grow flex-col items-start justify-center rounded-l-full pl-4 text-sm hover:bg-wash"

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
      <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
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
  const preview = historyPreview(item.text || item.prompt)
  return (
    <li className={`${CHIP} ${CHIP_LOOK[shown ? "shown" : "plain"]}`}>
      <button
        type="button"
        aria-label={[history.select(preview), historyState[item.status]].filter(Boolean).join(" ")}
        aria-current={shown}
        onClick={onSelect}
        className={CHIP_LABEL}
      >
        <ChipText preview={preview} state={historyState[item.status]} />
      </button>
      <button
        type="button"
        aria-label={history.remove(preview)}
        onClick={onDelete}
        className="min-h-11 w-10 shrink-0 rounded-r-full text-soft hover:bg-wash hover:text-danger"
      >
        ×
      </button>
    </li>
  )
}

function Begun({ begun }: { begun: BegunGeneration[] }) {
  return (
    <>
      <ul className={LIST}>
        {begun.map(({ id, status, prompt }) => (
          <li key={id} className={`${CHIP} ${CHIP_LOOK.plain} pr-4`}>
            <a href={storyPath({ generation: id })} className={`${CHIP_LABEL} text-ink no-underline`}>
              <ChipText preview={historyPreview(prompt)} state={historyState[status]} />
            </a>
          </li>
        ))}
      </ul>
      {begun.length > 0 && <p className="mt-2 text-sm text-soft">{history.recent}</p>}
      <p className="hidden text-sm text-soft noscript:block">{history.needsScript}</p>
      <p className="text-sm text-soft noscript:hidden">{history.loading}</p>
    </>
  )
}

function ChipText({ preview, state }: { preview: string; state: string | undefined }) {
  return (
    <>
      <span className="max-w-full truncate">{preview}</span>
      {state && <span className="text-xs text-soft">{state}</span>}
    </>
  )
}
