import { type MouseEvent, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { href, PrefetchPageLinks, useFetcher, useLocation } from "react-router"
import { account } from "#app/copy/account.ts"
import { loginPath } from "#app/domain/paths.ts"
import { AuthFields, type AuthTab, TabList } from "#app/ui/auth-fields.tsx"
import { buttonClass } from "#app/ui/button.tsx"
import { Dialog } from "#app/ui/dialog.tsx"
import { OPENS_LOGIN } from "#app/ui/login-link.tsx"
import type { clientAction as resend } from "./auth.confirm/route.tsx"
import type { clientAction as login } from "./login/route.tsx"
import { BACK_CLASS, SentMail } from "./sent-mail.tsx"

/** The login button: a link to the login page. With script, it opens a dialog over this page instead. */
export function LoginDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(false)
  const [tab, setTab] = useState<AuthTab>("login")
  const [email, setEmail] = useState("")
  const { pathname, search } = useLocation()
  const submission = useFetcher<typeof login>()
  const resending = useFetcher<typeof resend>()
  // Without the hash, which would scroll the page after the login.
  const here = loginPath({ next: pathname + search })
  const [address, setAddress] = useState(here)
  const answer = submission.data ?? null

  function show(next: AuthTab) {
    submission.reset()
    resending.reset()
    setTab(next)
  }

  function choose(next: AuthTab) {
    // The form of the other tab takes the place of the pressed button.
    flushSync(() => show(next))
    dialog.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus()
  }

  function open(event: MouseEvent | globalThis.MouseEvent, link: Element) {
    event.preventDefault()
    setAddress(link.getAttribute("href") ?? here)
    show("login")
    // Render the fields before focusing the first one.
    flushSync(() => setOpened(true))
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLInputElement>("input[type=email]")?.focus()
  }

  // Other login links on the page open the dialog, too, so that the reader keeps their place in the text.
  const opener = useRef(open)
  opener.current = open
  useEffect(() => {
    const openFromLink = (event: globalThis.MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest(`[${OPENS_LOGIN}]`)
      if (link && !event.defaultPrevented && dialog.current) opener.current(event, link)
    }
    document.addEventListener("click", openFromLink)
    return () => document.removeEventListener("click", openFromLink)
  }, [])

  if (pathname === href("/login")) return null
  return (
    <>
      <a href={here} onClick={(event) => open(event, event.currentTarget)} className={buttonClass("plain")}>
        {account.login}
      </a>
      <Dialog ref={dialog} aria-label={account[tab]} close={account.close} onClose={() => setOpened(false)}>
        {/* A sent mail has a heading of its own. */}
        {!answer?.result && <h2 className="mb-4 pr-10 font-serif text-xl font-bold">{account[tab]}</h2>}
        {/* Load the login route's code now, so that it can report a connection that breaks later. */}
        {opened && <PrefetchPageLinks page={address} />}
        {opened && answer?.result ? (
          <SentMail
            {...answer.result}
            resent={resending.data}
            busy={resending.state !== "idle"}
            Form={resending.Form}
            back={
              <button type="button" onClick={() => choose("register")} className={BACK_CLASS}>
                {account.sentMail.wrongAddress}
              </button>
            }
          />
        ) : (
          opened && (
            <submission.Form key={tab} method="post" action={address} preventScrollReset>
              <AuthFields
                tab={tab}
                failure={answer?.failure ?? null}
                waitSeconds={answer?.waitSeconds}
                email={email}
                onEmailChange={setEmail}
                busy={submission.state !== "idle"}
                tabs={
                  <TabList selected={tab}>
                    {(one, props) => <button type="button" onClick={() => choose(one)} {...props} />}
                  </TabList>
                }
              />
            </submission.Form>
          )
        )}
      </Dialog>
    </>
  )
}
