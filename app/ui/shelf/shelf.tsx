import type { ReactNode } from "react"
import { Form, href, Link } from "react-router"
import { novelSortText, myNovels as text } from "#app/copy/novels.ts"
import { NOVEL_SORTS } from "#app/domain/novel.ts"
import { readShelfView, type ShelfView } from "#app/domain/paths.ts"
import { Button, buttonClass } from "../button.tsx"

/** The grid of one's own novels. */
export const SHELF_GRID = "grid gap-4 md:grid-cols-2"
export const SHELF_CARD =
  "flex min-w-0 flex-col rounded-xl border border-line bg-sheet px-4 pt-4 pb-2 md:px-5 md:pt-5"

interface HeadProps {
  title: string
  back: { to: string; label: string }
  children?: ReactNode
}

/** The heading of a list of novels, with a way back and what one does there first. */
export function ShelfHead({ title, back, children }: HeadProps) {
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
      <div className="flex items-center gap-1">
        <Link
          to={back.to}
          aria-label={back.label}
          className="-ml-3 flex size-11 items-center justify-center rounded-lg text-ink hover:bg-wash"
        >
          <svg
            viewBox="0 0 24 24"
            className="size-5 fill-none stroke-current stroke-[1.75]"
            aria-hidden="true"
          >
            <path d="M15 5l-7 7 7 7" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </Link>
        <h1 className="font-serif text-xl font-bold">{title}</h1>
      </div>
      {children}
    </header>
  )
}

/** The heading of one's own novels. */
export function OwnShelfHead() {
  return (
    <ShelfHead title={text.title} back={{ to: href("/"), label: text.back }}>
      <Link to={href("/")} className={`${buttonClass("generate")} font-semibold`}>
        {text.create}
      </Link>
    </ShelfHead>
  )
}

/** Search and order, which the address keeps. `children` are links beside them. */
export function ShelfSearch({ view, children }: { view: ShelfView; children?: ReactNode }) {
  return (
    <Form
      role="search"
      action={href("/my-novels")}
      className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] gap-2 md:flex md:flex-wrap"
    >
      <input
        key={view.query}
        type="search"
        name="query"
        defaultValue={view.query}
        aria-label={text.search}
        placeholder={text.search}
        className="min-h-11 min-w-0 max-w-md grow basis-48 rounded-lg border border-edge bg-sheet px-3 text-base placeholder:text-soft max-md:max-w-none"
      />
      <Button>{text.searchSubmit}</Button>
      <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-2 md:ml-auto">
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor="sort" className="text-sm text-soft">
            {text.sort}
          </label>
          <select
            key={view.sort}
            id="sort"
            name="sort"
            defaultValue={view.sort}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
            className="min-h-11 rounded-lg border border-edge bg-sheet px-3 text-base"
          >
            {NOVEL_SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {novelSortText[sort]}
              </option>
            ))}
          </select>
          {/* With script, the choice itself submits. */}
          <span className="hidden unhydrated:block">
            <Button>{text.sortSubmit}</Button>
          </span>
        </div>
        {children && <div className="ml-auto flex gap-4 md:ml-0">{children}</div>}
      </div>
    </Form>
  )
}

/** A link beside the search. */
export const SHELF_LINK =
  "inline-flex min-h-11 min-w-11 items-center justify-center text-sm text-soft underline underline-offset-4 hover:text-ink"

const CARDS = ["one", "two", "three", "four"]
const LINES = ["w-full", "w-[97%]", "w-full", "w-[62%]"]

/** Placeholders on the grid of the account's novels while they load. */
export function NovelSkeletons() {
  return (
    <>
      <p role="status" className="mb-4 text-sm text-soft">
        {text.loading}
      </p>
      <ul aria-busy="true" aria-label={text.loading} className={SHELF_GRID}>
        {CARDS.map((card) => (
          <li key={card} className={SHELF_CARD}>
            <Bar className="h-[1.375rem] w-[44%]" />
            <Bar className="mt-3 mb-[1.125rem] w-[30%]" />
            {LINES.map((width, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
              <Bar key={line} className={`mb-3 ${width}`} />
            ))}
            <div className="mt-2 flex min-h-[3.375rem] items-center border-t border-line pt-2">
              <Bar className="h-9 w-24" />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Bar({ className }: { className: string }) {
  return <div className={`skeleton min-h-3.5 rounded-md ${className}`} />
}

/** The account's novels while the page with them is on its way. */
export function ShelfOnItsWay({ search }: { search: string }) {
  return (
    <>
      <OwnShelfHead />
      <ShelfSearch view={readShelfView(new URLSearchParams(search))} />
      <NovelSkeletons />
    </>
  )
}

interface ShelfPagesProps {
  page: number
  pages: number
  /** The address of a page. */
  to(page: number): string
}

/** The way to the pages before and after this one. */
export function ShelfPages({ page, pages, to }: ShelfPagesProps) {
  return (
    <nav aria-label={text.page(page, pages)} className="mt-6 flex items-center justify-center gap-4">
      {page > 1 && (
        <Link to={to(page - 1)} className={buttonClass("plain")}>
          {text.previous}
        </Link>
      )}
      <span className="text-sm text-soft">{text.page(page, pages)}</span>
      {page < pages && (
        <Link to={to(page + 1)} className={buttonClass("plain")}>
          {text.next}
        </Link>
      )}
    </nav>
  )
}
