import { deleteNovel, type HistoryEntry, useNovelHistory } from "../../browser/novel-history.ts"
import { history } from "../../copy/story.ts"
import { historyPreview } from "../../domain/story.ts"

interface HistoryListProps {
  onSelect(entry: HistoryEntry): void
  onDelete(): void
}

/** What was written on this device. It lives in the browser, so it is the one thing that needs script. */
export function HistoryList({ onSelect, onDelete }: HistoryListProps) {
  const entries = useNovelHistory()
  return (
    <section aria-labelledby="history-heading">
      <h2 id="history-heading" className="mb-2 font-semibold">
        {history.heading}
      </h2>
      <p className="hidden text-sm text-soft noscript:block">{history.needsScript}</p>
      {entries.length === 0 && <p className="text-sm text-soft noscript:hidden">{history.empty}</p>}
      <ul className="flex max-h-48 flex-wrap gap-2 overflow-y-auto">
        {entries.map((entry, index) => {
          const preview = historyPreview(entry.text)
          return (
            <li
              key={entry.text}
              className="flex max-w-[180px] items-stretch rounded-full border border-line bg-sheet"
            >
              <button
                type="button"
                aria-label={history.select(preview)}
                onClick={() => onSelect(entry)}
                className="min-h-11 min-w-0 truncate rounded-l-full pl-4 text-sm hover:bg-wash"
              >
                {preview}
              </button>
              <button
                type="button"
                aria-label={history.remove(preview)}
                onClick={() => {
                  deleteNovel(index)
                  onDelete()
                }}
                className="min-h-11 w-10 shrink-0 rounded-r-full text-soft hover:bg-wash hover:text-danger"
              >
                ×
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
