import { Fragment, type KeyboardEvent, type ReactNode } from "react"
import { href } from "react-router"
import { account, accountFailureText } from "#app/copy/account.ts"
import { withWait } from "#app/copy/limits.ts"
import { type AccountFailure, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "#app/domain/account.ts"
import { RESEND_PATH } from "#app/domain/paths.ts"
import { Button } from "./button.tsx"
import { Problem } from "./problem.tsx"
import { Spinner } from "./spinner.tsx"
import { EmailField, TextField } from "./text-field.tsx"

const TABS = ["login", "register"] as const
export type AuthTab = (typeof TABS)[number]

interface AuthFieldsProps {
  tab: AuthTab
  /** The two tabs: links on the page, buttons in the dialog. */
  tabs: ReactNode
  failure: AccountFailure | null
  waitSeconds: number | undefined
  email: string
  onEmailChange?(email: string): void
  busy: boolean
}

/** The fields for signing in and up. The caller provides the form. */
export function AuthFields({ tab, tabs, failure, waitSeconds, email, onEmailChange, busy }: AuthFieldsProps) {
  const registering = tab === "register"
  const isRefusedForNow = failure === "too-many-attempts" && !registering
  return (
    <fieldset disabled={busy} className="flex min-w-0 flex-col gap-4">
      {tabs}
      <input type="hidden" name="intent" value={tab} />
      <Problem
        title={failure ? account.failed[tab] : undefined}
        text={failure && withWait(accountFailureText[failure], waitSeconds)}
      />
      {isRefusedForNow && <p className="text-sm text-soft">{account.mailInstead}</p>}
      {failure === "email-unconfirmed" && (
        <a href={RESEND_PATH} className="self-start text-sm underline underline-offset-4">
          {account.resend}
        </a>
      )}
      <EmailField
        id={`${tab}-email`}
        defaultValue={email}
        onChange={(event) => onEmailChange?.(event.currentTarget.value)}
        required
      />
      <TextField
        id={`${tab}-password`}
        label={account.password}
        type="password"
        name="password"
        autoComplete={registering ? "new-password" : "current-password"}
        minLength={registering ? PASSWORD_MIN_CHARS : undefined}
        maxLength={PASSWORD_MAX_CHARS}
        hint={registering ? account.passwordHint : undefined}
        required
      />
      <Button look="generate" className="w-full">
        {busy && <Spinner />}
        {busy ? account.submitting : registering ? account.submitRegister : account.submitLogin}
      </Button>
      {!registering && (
        <a
          href={href("/forgot-password")}
          className="self-start text-sm text-soft underline underline-offset-4"
        >
          {account.forgot}
        </a>
      )}
      <p className="text-xs text-soft">{account.terms}</p>
    </fieldset>
  )
}

interface TabListProps {
  selected: AuthTab
  /** Makes a tab of these properties: a link or a button. */
  children(tab: AuthTab, props: { role: "tab"; className: string; children: string }): ReactNode
}

export function TabList({ selected, children }: TabListProps) {
  const className =
    "flex min-h-11 grow items-center justify-center rounded-lg text-ink no-underline aria-selected:bg-sheet aria-selected:font-semibold aria-selected:shadow-sm"
  return (
    <div role="tablist" onKeyDown={goToTab} className="flex gap-1 rounded-xl bg-wash p-1">
      {TABS.map((tab) => {
        const props = {
          role: "tab",
          className,
          children: account[tab],
          "aria-selected": tab === selected,
        } as const
        return <Fragment key={tab}>{children(tab, props)}</Fragment>
      })}
    </div>
  )
}

// Both are in the order of the Tab key, too, because without script there are no arrow keys.
function goToTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")]
  tabs.find((tab) => tab !== document.activeElement)?.focus()
}
