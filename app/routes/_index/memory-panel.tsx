import { type MouseEvent, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { href, useFetcher } from "react-router"
import { memory as text } from "#app/copy/memory.ts"
import { story } from "#app/copy/story.ts"
import type { MemoryEntry } from "#app/domain/memory/story-memory.ts"
import type { MemoryView } from "#app/server/story-memory/memory-view.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { MemoryList } from "#app/ui/novel/memory-list.tsx"

/** What the engine remembers of the text on the desk. */
export interface DeskMemory {
  entries: readonly MemoryEntry[]
  /** The page that changes it. */
  page: string
  /** The engine is writing the text. */
  isWriting: boolean
}

/** The memory's page of a generation or of a saved novel. */
export function memoryPage(of: "generations" | "novels", id: string): string {
  return of === "novels" ? href("/novels/:id/memory", { id }) : href("/generations/:id/memory", { id })
}

/** The memory as it is now; what was written while this page watched is not in what it was loaded with. */
export function useDeskMemory(loaded: DeskMemory | null, hasGrown: boolean): DeskMemory | null {
  const page = loaded?.page
  const { load, data } = useFetcher<{ view: MemoryView | null }>({ key: `memory:${page}` })
  useEffect(() => {
    if (page && hasGrown) void load(page)
  }, [page, hasGrown, load])
  return loaded && { ...loaded, entries: (hasGrown && data?.view?.entries) || loaded.entries }
}

/** The memory to read beside the text. */
export function MemoryPanel({ entries, page, isWriting }: DeskMemory) {
  return (
    <>
      {entries.length > 0 && (
        <p className="mb-4 text-xs text-soft">{isWriting ? text.writing : text.intro}</p>
      )}
      <MemoryList entries={entries} page={page} isWriting={isWriting} />
    </>
  )
}

/** Opens the memory in a sheet from below. Without script, it is a link to the memory's page. */
export function MemorySheet({ memory }: { memory: DeskMemory }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)

  function open(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    flushSync(() => setOpen(true))
    dialog.current?.showModal()
  }

  return (
    <>
      <a href={memory.page} onClick={open} className={`${buttonClass("quiet")} bar-button`}>
        {story.memory}
      </a>
      <dialog
        ref={dialog}
        aria-label={text.title}
        onClose={() => setOpen(false)}
        // A press on the shade around it closes it.
        closedby="any"
        className="from-below"
      >
        {isOpen && (
          <div className="from-below-page">
            <form method="dialog" className="from-below-head">
              <h2 className="font-serif text-lg font-bold">{text.title}</h2>
              <button
                type="submit"
                aria-label={text.closeSheet}
                className="-mr-3 grid size-11 place-items-center rounded-lg text-soft hover:bg-wash hover:text-ink"
              >
                <svg
                  aria-hidden="true"
                  viewBox="0 0 24 24"
                  className="size-4 fill-none stroke-current stroke-[1.75]"
                >
                  <path d="M6 6l12 12M18 6L6 18" strokeLinecap="round" />
                </svg>
              </button>
            </form>
            <MemoryPanel {...memory} />
          </div>
        )}
      </dialog>
    </>
  )
}
