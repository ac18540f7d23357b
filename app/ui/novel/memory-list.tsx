import { useFetcher } from "react-router"
import { withWait } from "#app/copy/limits.ts"
import { memoryFailureText, memoryKindText, memory as text } from "#app/copy/memory.ts"
import { novelPage } from "#app/copy/novels.ts"
import { MEMORY_KINDS, type MemoryEntry } from "#app/domain/memory/story-memory.ts"
import { entryAnchor } from "#app/domain/paths.ts"

interface MemoryListProps {
  entries: readonly MemoryEntry[]
  /** The page that changes the rest of it. */
  page: string
  /** The engine is writing the text, so nothing can be changed. */
  isWriting?: boolean
}

/** What the engine remembers, to read beside the text, with a lock at each entry. */
export function MemoryList({ entries, page, isWriting = false }: MemoryListProps) {
  const kinds = MEMORY_KINDS.filter((kind) => entries.some((entry) => entry.kind === kind))
  return (
    <>
      {kinds.length === 0 && <p className="text-sm text-soft">{novelPage.noMemory}</p>}
      {kinds.map((kind) => (
        <section key={kind} className="mt-4 first:mt-0">
          <h3 className="border-b border-line pb-1 text-xs font-semibold tracking-widest text-soft">
            {memoryKindText[kind].label}
          </h3>
          <ul>
            {entries
              .filter((entry) => entry.kind === kind)
              .map((entry) => (
                <MemoryLine key={entry.id} entry={entry} page={page} isWriting={isWriting} />
              ))}
          </ul>
        </section>
      ))}
      <p className="mt-2 flex flex-wrap gap-x-5 text-sm">
        {!isWriting && (
          <a
            href={`${page}?add=person#add`}
            className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4"
          >
            {text.add}
          </a>
        )}
        <a href={page} className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4">
          {novelPage.openMemory}
        </a>
      </p>
    </>
  )
}

interface MemoryLineProps extends Required<Omit<MemoryListProps, "entries">> {
  entry: MemoryEntry
}

/** The answer of a memory's page to the form of a lock. */
interface LockAnswer {
  failure: string | null
  waitSeconds?: number
}

function MemoryLine({ entry: { id, name, fixed, now, by, open }, page, isWriting }: MemoryLineProps) {
  const { Form, data, state } = useFetcher<LockAnswer>()
  const isAuthors = by === "author"
  const line = [fixed, now && `${text.now}${now}`].filter(Boolean).join(" ")
  const failure = state === "idle" ? data?.failure : null
  const failureTexts: Record<string, string> = memoryFailureText
  return (
    <li className="border-b border-line pb-2 last:border-0">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 py-2.5">
          <b className="font-serif font-semibold">{name}</b>
          {!open && <span className="ml-2 text-xs text-soft">{text.settled}</span>}
        </p>
        {isWriting ? (
          isAuthors && (
            <span className="inline-flex min-h-11 shrink-0 items-center text-xs text-soft">
              {text.locked}
            </span>
          )
        ) : (
          <Form method="post" action={`${page}#${entryAnchor(id)}`} className="shrink-0">
            <input type="hidden" name="id" value={id} />
            <LockButton name={name} isLocked={isAuthors} isBusy={state !== "idle"} />
          </Form>
        )}
      </div>
      {line !== "" && <p className="-mt-1 text-sm text-soft">{line}</p>}
      {failure && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {withWait(failureTexts[failure] ?? text.refused, data?.waitSeconds)}
        </p>
      )}
    </li>
  )
}

interface LockButtonProps {
  name: string
  isLocked: boolean
  isBusy?: boolean
}

/** Locks an entry, so that the engine leaves it alone, or lets it go again. */
export function LockButton({ name, isLocked, isBusy = false }: LockButtonProps) {
  return (
    <button
      type="submit"
      name="intent"
      value={isLocked ? "unlock" : "lock"}
      aria-label={isLocked ? text.unlockLabel(name) : text.lockLabel(name)}
      aria-busy={isBusy}
      className={`-mr-2 inline-flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-sm hover:bg-wash ${isLocked ? "font-semibold text-continue-ink" : "text-soft"}`}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 fill-none stroke-current stroke-2">
        <path d={isLocked ? "M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3" : "M6 11h12v9H6zM9 11V7a3 3 0 0 1 6 0"} />
      </svg>
      {isLocked ? text.locked : text.lock}
    </button>
  )
}
