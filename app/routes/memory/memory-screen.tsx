import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { Form, Link, useFetcher, useLocation, useNavigate, useSearchParams } from "react-router"
import { memoryKindText, readToText, memory as text } from "#app/copy/memory.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { MEMORY_KINDS, type MemoryKind } from "#app/domain/memory/story-memory.ts"
import { entryAnchor, type Shown, textPath } from "#app/domain/paths.ts"
import { type MemoryAnswer, MemoryFields, memoryAnswerText } from "#app/routes/memory/memory-fields.tsx"
import type { MemoryResult } from "#app/routes/memory/memory-form.server.ts"
import type { MemoryView, ShownEntry } from "#app/server/story-memory/memory-view.server.ts"
import { Button } from "#app/ui/button.tsx"
import { LoginElsewhere } from "#app/ui/login-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { LockButton } from "#app/ui/novel/memory-list.tsx"
import { Problem } from "#app/ui/problem.tsx"

interface MemoryScreenProps {
  view: MemoryView
  /** The id of the entry that the page may add. */
  newId: string
  answered: MemoryAnswer | undefined
  page: string
  /** The page whose paragraphs the entries lead to, and the one to go back to. */
  shown: Shown
  back: string
}

// Padding that takes no place makes a word of two characters as wide as a thumb.
const LINK =
  "inline-flex min-h-11 min-w-11 -mx-2 px-2 items-center text-sm text-soft underline underline-offset-4"

const SHEET =
  "mx-auto flex max-w-3xl flex-col gap-6 rounded-xl border border-line bg-sheet px-4 py-6 shadow-sm md:px-10 md:py-8"

/** A memory by kinds, each entry with its forms. With script they are sent without leaving the page. */
export function MemoryScreen({ view, newId, answered, page, shown, back }: MemoryScreenProps) {
  const { title, sections, read, whole, isWriting } = view
  const fetcher = useFetcher<MemoryAnswer>()
  const answer = fetcher.data ?? answered
  const [search] = useSearchParams()
  const navigate = useNavigate()
  // An open form would still show what was taken back.
  const isUndone = fetcher.data?.intent === "restore" && !fetcher.data.failure
  useEffect(() => {
    if (isUndone) void navigate(page, { replace: true, preventScrollReset: true })
  }, [isUndone, navigate, page])
  const undone = useWhileHere(isUndone ? fetcher.data : undefined)
  const open = undone ? null : search.get("entry")
  const entries = useShownEntries(view.entries, answer, open)
  const stray = useStrayForm(entries, answer)
  const isEmpty = entries.length === 0 && sections.length === 0
  const desk: Desk = { page, shown, answer, Form: fetcher.Form, isWriting, open }
  const refusedAdd = answer?.intent === "add" && answer.failure ? answer : stray
  const adding = MEMORY_KINDS.find((kind) => kind === search.get("add")) ?? kindIn(stray)
  const kinds = MEMORY_KINDS.filter(
    (kind) => entries.some((entry) => entry.kind === kind) || removedOf(answer, kind) !== null,
  )
  return (
    <section className={SHEET}>
      <header className="flex flex-col gap-2">
        <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span className="font-serif text-lg">{text.about(title)}</span>
          <a href={back} className={LINK}>
            {text.backToText}
          </a>
        </p>
        <p className="border-t border-line pt-3 text-sm tabular-nums">
          {isEmpty ? text.empty : readToText(read, whole)}
        </p>
        <p className="text-sm text-soft">{text.intro}</p>
        {isWriting && (
          <p role="status" className="rounded-lg border border-edge bg-wash px-4 py-1 text-sm">
            {text.writing}{" "}
            <a
              href={page}
              className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4"
            >
              {text.reload}
            </a>
          </p>
        )}
        {answer !== stray && <General answer={answer} entries={entries} desk={desk} />}
      </header>
      {kinds.map((kind) => (
        <Group key={kind} heading={memoryKindText[kind].label}>
          <Entries kind={kind} entries={entries} desk={desk} />
        </Group>
      ))}
      {sections.length > 0 && (
        <Group heading={text.summaries} hint={text.summariesHint}>
          {sections.map(({ line, paragraph }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids, and keep their order
            <li key={at} className="flex items-start gap-3 border-b border-line py-1 last:border-0">
              <p className="grow py-2.5 text-sm">{line}</p>
              <a
                href={textPath(shown, paragraph)}
                aria-label={text.inTextLabel(line)}
                className={`${LINK} shrink-0`}
              >
                {text.inText}
              </a>
            </li>
          ))}
        </Group>
      )}
      {(!isWriting || refusedAdd) && <Adding kind={adding} newId={newId} refused={refusedAdd} desk={desk} />}
    </section>
  )
}

/** The last answer that was given here, until the visitor goes to another page or opens another form. */
function useWhileHere(answer: MemoryAnswer | undefined): MemoryAnswer | undefined {
  const { key } = useLocation()
  const [kept, setKept] = useState<{ answer: MemoryAnswer; at: string }>()
  if (answer && answer !== kept?.answer) setKept({ answer, at: key })
  return kept?.at === key ? kept.answer : undefined
}

/**
 * The page's entries, without the one that an answer says is gone: the answer comes before the page without it. An
 * entry that somebody else has removed stays while its form is open, and so does what is typed there.
 */
function useShownEntries(
  entries: ShownEntry[],
  answer: MemoryAnswer | undefined,
  open: string | null,
): ShownEntry[] {
  const gone = isRemoval(answer) || answer?.failure === "memory-gone" ? idOf(answer) : null
  const left = entries.filter(({ id }) => id !== gone)
  const opened = left.find(({ id }) => id === open)
  const [held, setHeld] = useState(opened)
  if (opened && opened !== held) setHeld(opened)
  if (held && held.id === gone) setHeld(undefined)
  return opened || !held || held.id !== open || held.id === gone ? left : [...left, held]
}

/** A refused edit whose entry is gone. Its form stays, to add the entry anew, until that is done. */
function useStrayForm(entries: ShownEntry[], answer: MemoryAnswer | undefined): MemoryAnswer | undefined {
  const isAdded = answer?.intent === "add" && !answer.failure
  const isStray =
    answer?.intent === "edit" && answer.failure && !entries.some(({ id }) => id === idOf(answer))
  const last = useWhileHere(isStray || isAdded ? answer : undefined)
  return last?.intent === "edit" ? last : undefined
}

/** What all entries of a page share. */
interface Desk {
  page: string
  shown: Shown
  answer: MemoryAnswer | undefined
  Form: ReturnType<typeof useFetcher>["Form"]
  isWriting: boolean
  /** The id of the entry whose form is open. */
  open: string | null
}

function Group({ heading, hint, children }: { heading: string; hint?: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="border-b border-line pb-1 text-sm font-semibold text-soft">{heading}</h2>
      {hint && <p className="pt-2 text-sm text-soft">{hint}</p>}
      <ul>{children}</ul>
    </section>
  )
}

/** The entries of one kind, and in the place of a removed one the word that it is gone. */
function Entries({ kind, entries, desk }: { kind: MemoryKind; entries: ShownEntry[]; desk: Desk }) {
  const removed = removedOf(desk.answer, kind)
  const shown = entries.map((entry, at) => ({ entry, at })).filter(({ entry }) => entry.kind === kind)
  const before = removed ? shown.filter(({ at }) => at < removed.index) : shown
  const line = ({ entry }: { entry: ShownEntry }) => <Entry key={entry.id} entry={entry} desk={desk} />
  return (
    <>
      {before.map(line)}
      {removed && (
        <li
          key="removed"
          id={entryAnchor(idOf(desk.answer))}
          className="border-b border-line py-2 last:border-0"
        >
          <DoneInPlace answer={desk.answer} desk={desk}>
            {text.removed(removed.name)}
          </DoneInPlace>
        </li>
      )}
      {shown.slice(before.length).map(line)}
    </>
  )
}

function Entry({ entry, desk }: { entry: ShownEntry; desk: Desk }) {
  const { id, kind, name, aliases, fixed, now, by, open, paragraph } = entry
  const { answer, isWriting, page, shown, Form } = desk
  const own = idOf(answer) === id ? answer : undefined
  const refused = own?.failure && own.intent === "edit" ? own : undefined
  // What was typed comes back also where it cannot be saved now.
  const isOpen = desk.open === id && (!isWriting || refused !== undefined)
  const here = `${page}${isOpen ? searchOf({ entry: id }) : ""}#${entryAnchor(id)}`
  const isAuthors = by === "author"
  const done = own && !own.failure && own.intent !== "add" ? own : undefined
  return (
    <li id={entryAnchor(id)} className="scroll-mt-4 border-b border-line py-1 last:border-0">
      <div className="flex items-start gap-3">
        <h3 className="grow py-2 font-serif text-lg leading-7 font-bold">
          {name}
          {!open && <span className="ml-2 font-sans text-sm font-normal text-soft">{text.settled}</span>}
        </h3>
        {isWriting ? (
          isAuthors && (
            <span className="inline-flex min-h-11 shrink-0 items-center text-sm">{text.locked}</span>
          )
        ) : (
          <Form method="post" action={here} className="shrink-0">
            <input type="hidden" name="id" value={id} />
            <LockButton name={name} isLocked={isAuthors} />
          </Form>
        )}
      </div>
      {aliases.length > 0 && <p className="mb-1 text-sm text-soft">{text.aliases(aliases)}</p>}
      {fixed !== "" && (
        <p>
          {kind === "thread" && <span className="text-soft">{text.begins}</span>}
          {fixed}
        </p>
      )}
      {now !== "" && (
        <p>
          <span className="text-soft">{text.now}</span>
          {now}
        </p>
      )}
      <p className="flex gap-x-4">
        {paragraph !== null && (
          <a href={textPath(shown, paragraph)} aria-label={text.inTextLabel(name)} className={LINK}>
            {text.inText}
          </a>
        )}
        {!isWriting && !isOpen && (
          <InPlace page={page} search={{ entry: id }} anchor={entryAnchor(id)} label={text.editLabel(name)}>
            {text.edit}
          </InPlace>
        )}
      </p>
      {done?.intent === "restore" && (
        <DoneInPlace answer={done} desk={desk}>
          {text.restored}
        </DoneInPlace>
      )}
      <div role="status">
        {done && done.intent in DONE && (
          <Done answer={done} desk={desk}>
            {DONE[done.intent as keyof typeof DONE]}
          </Done>
        )}
      </div>
      {own?.failure && own.intent !== "edit" && <Problem text={memoryAnswerText(own, kind)} />}
      {isOpen && <EditForm entry={entry} own={own} refused={refused} desk={desk} here={here} />}
    </li>
  )
}

interface EditFormProps {
  entry: ShownEntry
  /** The answer to this entry's last form. */
  own: MemoryAnswer | undefined
  /** That answer, if it refused an edit. */
  refused: MemoryAnswer | undefined
  desk: Desk
  here: string
}

function EditForm({ entry, own, refused, desk, here }: EditFormProps) {
  const { id, kind } = entry
  const { page, Form } = desk
  const seen = useSeenMark(entry, own, refused)
  return (
    <Form method="post" action={here} className="my-2 flex flex-col gap-4 rounded-lg bg-wash p-4">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="seen" value={seen} />
      <MemoryFields
        kind={kind}
        id={id}
        entry={entry}
        refused={refused}
        login={own?.failure === "login-required" && <LoginElsewhere next={page} />}
      />
      <div className="flex flex-wrap gap-2">
        <Button name="intent" value="edit" look="generate">
          {text.save}
        </Button>
        <Button name="intent" value="remove" look="danger">
          {text.remove}
        </Button>
        <InPlace page={page} search={{}} anchor={entryAnchor(id)}>
          {text.close}
        </InPlace>
      </div>
    </Form>
  )
}

/**
 * The mark of the entry that the fields of its form were filled from. An answer moves it on before the page is read
 * anew; the page alone does not, because the fields keep what was typed over what somebody else has changed.
 */
function useSeenMark(
  entry: ShownEntry,
  own: MemoryAnswer | undefined,
  refused: MemoryAnswer | undefined,
): string {
  const standing = own?.result?.standing?.mark
  const [seen, setSeen] = useState(standing ?? (typedIn(refused, "seen") || entry.mark))
  const [taken, setTaken] = useState(own)
  if (own !== taken) {
    setTaken(own)
    const marks = own?.result?.marks
    if (standing) setSeen(standing)
    else if (marks && (own.intent === "edit" || marks.found === seen)) setSeen(marks.left)
  }
  return seen
}

/** What a change says that leaves the pressed button where it is. */
const DONE = { edit: text.saved, lock: text.lockedNow, unlock: text.unlocked } as const

interface UnreadMemoryProps {
  answered: MemoryAnswer | undefined
  /** Why the memory cannot be read. */
  failure: string
  page: string
  /** Logging in may help. */
  isLoggedOut: boolean
  /** The way back. */
  children: ReactNode
}

/** In place of a memory that cannot be read, with the form that was refused for that, if one was, as it was typed. */
export function UnreadMemory({ answered, failure, page, isLoggedOut, children }: UnreadMemoryProps) {
  const login = isLoggedOut && <LoginElsewhere next={page} />
  const typed = (field: string) => typedIn(answered, field) ?? ""
  const kind = kindIn(answered)
  if (!answered?.failure || !kind) {
    return (
      <MessagePage title={text.failed} text={failure}>
        {login}
        {children}
      </MessagePage>
    )
  }
  const id = typed("id")
  const isNew = answered.intent === "add"
  const after = isNew ? `${searchOf({ add: kind })}#add` : `${searchOf({ entry: id })}#${entryAnchor(id)}`
  return (
    <section className={SHEET}>
      <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
      <Form method="post" action={page + after} className="flex flex-col gap-4 rounded-lg bg-wash p-4">
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="seen" value={typed("seen")} />
        <MemoryFields kind={kind} id={id} entry={null} refused={answered} login={login} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            name="intent"
            value={answered.intent}
            look={answered.intent === "remove" ? "danger" : "generate"}
          >
            {isNew ? text.add : answered.intent === "remove" ? text.remove : text.save}
          </Button>
        </div>
      </Form>
      {children}
    </section>
  )
}

interface AddingProps {
  kind: MemoryKind | undefined
  newId: string
  /** The form that comes back. */
  refused: MemoryAnswer | undefined
  desk: Desk
}

/** Links that open the form for a new entry of each kind, and the open one. */
function Adding({ kind, newId, refused, desk }: AddingProps) {
  const { answer, page, Form, isWriting } = desk
  const added = answer?.intent === "add" && !answer.failure ? answer : undefined
  // A new form as soon as the former entry is added, and not again while the next one is typed.
  const next = (added ?? refused)?.result?.nextId
  const [id, setId] = useState(next ?? newId)
  if (next !== undefined && next !== id) setId(next)
  return (
    <section id="add" className="scroll-mt-4">
      <h2 className="border-b border-line pb-1 text-sm font-semibold text-soft">{text.add}</h2>
      {!isWriting && (
        <p className="flex flex-wrap gap-x-5">
          {MEMORY_KINDS.map((one) => (
            <InPlace key={one} page={page} search={{ add: one }} anchor="add" isCurrent={one === kind}>
              {memoryKindText[one].label}
            </InPlace>
          ))}
        </p>
      )}
      <div role="status">
        {added && (
          <Done answer={added} desk={desk}>
            {text.added(added.result?.name ?? "")}
          </Done>
        )}
      </div>
      {kind && (
        <Form
          method="post"
          action={`${page}${searchOf({ add: kind })}#add`}
          className="mt-2 flex flex-col gap-4 rounded-lg bg-wash p-4"
        >
          <input type="hidden" name="kind" value={kind} />
          {/* A new form after each entry, whose first field then has the focus. */}
          <MemoryFields
            key={`${kind} ${id}`}
            kind={kind}
            id={id}
            entry={null}
            refused={refused}
            login={refused?.failure === "login-required" && <LoginElsewhere next={page} />}
          />
          <div className="flex flex-wrap gap-2">
            <Button name="intent" value="add" look="generate">
              {text.add}
            </Button>
            <InPlace page={page} search={{}} anchor="add">
              {text.close}
            </InPlace>
          </div>
        </Form>
      )}
    </section>
  )
}

interface DoneProps {
  answer: MemoryAnswer | undefined
  desk: Desk
  children: ReactNode
}

/** Says what was done where the pressed button has gone: the focus comes here, which a voice reads. */
function DoneInPlace(props: DoneProps) {
  const said = useRef<HTMLDivElement>(null)
  const { answer } = props
  // Before the page gives a lost focus to its heading.
  useLayoutEffect(() => {
    if (answer && document.activeElement === document.body) said.current?.focus({ preventScroll: true })
  }, [answer])
  return (
    <div ref={said} tabIndex={-1} className="outline-none">
      <Done {...props} />
    </div>
  )
}

/** Says what was done, with the form that takes it back. */
function Done({ answer, desk, children }: DoneProps) {
  const undo = answer?.result?.undo
  const { Form, page } = desk
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 text-sm">
      {children}
      {undo && (
        <Form method="post" action={`${page}#${entryAnchor(undo.entry.id)}`}>
          <input type="hidden" name="id" value={undo.entry.id} />
          <input type="hidden" name="entry" value={JSON.stringify(undo.entry)} />
          <input type="hidden" name="over" value={undo.over} />
          <Button name="intent" value="restore">
            {text.undo}
          </Button>
        </Form>
      )}
    </div>
  )
}

/** What there is to say of an entry that the page does not show: a refusal, or that it was removed before. */
function General({ answer, entries, desk }: { entries: ShownEntry[] } & Pick<DoneProps, "answer" | "desk">) {
  if (isRemoval(answer) && !answer?.result?.undo) {
    return (
      <DoneInPlace answer={answer} desk={desk}>
        {text.removedBefore}
      </DoneInPlace>
    )
  }
  if (!answer?.failure || answer.intent === "add") return null
  if (entries.some(({ id }) => id === idOf(answer))) return null
  return <Problem title={text.refused} text={memoryAnswerText(answer, "person")} />
}

interface InPlaceProps {
  page: string
  search: Record<string, string>
  /** Where a page without script opens. */
  anchor: string
  label?: string
  isCurrent?: boolean
  children: ReactNode
}

/** A link to the same page with another form open. With script the page does not move. */
function InPlace({ page, search, anchor, label, isCurrent, children }: InPlaceProps) {
  const navigate = useNavigate()
  const to = page + searchOf(search)

  function stay(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(to, { replace: true, preventScrollReset: true })
  }

  return (
    <Link
      to={`${to}#${anchor}`}
      onClick={stay}
      aria-label={label}
      aria-current={isCurrent ? "true" : undefined}
      className={`${LINK} aria-[current=true]:font-semibold aria-[current=true]:text-ink`}
    >
      {children}
    </Link>
  )
}

/** A removal of an entry of this kind that the page has just been told of; null if there is none. */
function removedOf(answer: MemoryAnswer | undefined, kind: MemoryKind): MemoryResult | null {
  const result = isRemoval(answer) ? answer?.result : null
  return result?.undo?.entry.kind === kind ? result : null
}

function isRemoval(answer: MemoryAnswer | undefined): boolean {
  return answer?.intent === "remove" && !answer.failure
}

/** The kind of the entry whose form came back. */
function kindIn(answer: MemoryAnswer | undefined): MemoryKind | undefined {
  return MEMORY_KINDS.find((kind) => kind === typedIn(answer, "kind"))
}

function idOf(answer: MemoryAnswer | undefined): string {
  return answer?.form.initialValue?.id ?? ""
}

function searchOf(search: Record<string, string>): string {
  const query = new URLSearchParams(search).toString()
  return query && `?${query}`
}
