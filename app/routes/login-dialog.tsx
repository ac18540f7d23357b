import { type MouseEvent, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { href, PrefetchPageLinks, useFetcher, useLocation } from "react-router"
import { account } from "../copy/account.ts"
import type { AccountFailure } from "../domain/account.ts"
import { AuthFields, type AuthTab, TAB_CLASS, TabList } from "../ui/auth-fields.tsx"
import { Button, buttonClass } from "../ui/button.tsx"

const TABS: AuthTab[] = ["login", "register"]

/** The login button: a link to the login page, which script turns into a dialog over this one. */
export function LoginDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(false)
  const [tab, setTab] = useState<AuthTab>("login")
  const { pathname, search, hash } = useLocation()
  const submission = useFetcher<{
    tab: AuthTab
    failure: AccountFailure
    waitSeconds?: number
    email: string
  }>()
  const address = `${href("/login")}?${new URLSearchParams({ next: pathname + search + hash })}`
  const refused = submission.data?.tab === tab ? submission.data : null

  function open(event: MouseEvent) {
    event.preventDefault()
    // The fields must be there for the first of them to be focused.
    flushSync(() => setOpened(true))
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLInputElement>("input[type=email]")?.focus()
  }

  if (pathname === href("/login")) return null
  return (
    <>
      <a href={address} onClick={open} className={buttonClass("plain")}>
        {account.login}
      </a>
      <dialog
        ref={dialog}
        aria-label={account[tab]}
        onClose={() => setOpened(false)}
        className="m-auto w-[min(26rem,92vw)] rounded-xl border border-line bg-sheet p-5 text-ink shadow-xl backdrop:bg-black/50 md:p-8"
      >
        {/* On a line that breaks later, the form's own code is there to say so. */}
        {opened && <PrefetchPageLinks page={address} />}
        {opened && (
          <submission.Form key={tab} method="post" action={address}>
            <AuthFields
              tab={tab}
              failure={refused?.failure ?? null}
              waitSeconds={refused?.waitSeconds}
              email={refused?.email ?? ""}
              busy={submission.state !== "idle"}
              tabs={
                <TabList>
                  {TABS.map((one) => (
                    <button
                      key={one}
                      type="button"
                      role="tab"
                      aria-selected={one === tab}
                      onClick={() => setTab(one)}
                      className={TAB_CLASS}
                    >
                      {account[one]}
                    </button>
                  ))}
                </TabList>
              }
            />
          </submission.Form>
        )}
        <form method="dialog" className="mt-3">
          <Button className="w-full">{account.close}</Button>
        </form>
      </dialog>
    </>
  )
}
