import type { ReactNode } from "react"
import { Form, Link } from "react-router"
import { myNovels } from "#app/copy/novels.ts"
import { SHELF_LINK } from "./shelf.tsx"

const FORM = "chosen"

/** A box that chooses one novel for the form of `ChosenNovels`. */
export function NovelBox({ id, title, isTicked }: { id: string; title: string; isTicked: boolean }) {
  return (
    <label className="-my-2.5 -ml-3 flex size-11 shrink-0 items-center justify-center">
      <input
        type="checkbox"
        form={FORM}
        name="id"
        value={id}
        defaultChecked={isTicked}
        aria-label={myNovels.chosen(title)}
        className="size-[1.125rem] accent-generate"
      />
    </label>
  )
}

/** What can be done with the chosen novels, in view while one chooses. `all` leads to the same page with all chosen. */
export function ChosenNovels({ all, children }: { all: string; children: ReactNode }) {
  return (
    <Form
      id={FORM}
      method="post"
      className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised px-4 py-2 shadow-float"
    >
      <p className="mr-auto text-sm text-soft">{myNovels.chosenHint}</p>
      <Link to={all} preventScrollReset replace className={SHELF_LINK}>
        {myNovels.chooseAll}
      </Link>
      {children}
    </Form>
  )
}
