import { Form, href } from "react-router"
import { authorPageFailureText, authorPage as text } from "#app/copy/authors.ts"
import { withWait } from "#app/copy/limits.ts"
import { type FormAnswer, typedIn } from "#app/domain/forms/form-answer.ts"
import { authorPath } from "#app/domain/paths.ts"
import type { AuthorPage, AuthorPageFailure } from "#app/domain/profile.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { LoginElsewhere } from "#app/ui/login-link.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { SwitchField } from "#app/ui/switch-field.tsx"
import { TextArea } from "#app/ui/text-field.tsx"
import { useStoredValue } from "./use-stored-value.ts"

interface AuthorPageFormProps {
  accountId: string
  page: AuthorPage
  refused: FormAnswer<unknown, AuthorPageFailure, null> | undefined
  busy: boolean
  /** The form while it is being saved. */
  sent: FormData | undefined
}

/** Opens and closes the account's public page, and says what stands there. */
export function AuthorPageForm({ accountId, page, refused, busy, sent }: AuthorPageFormProps) {
  const about = useStoredValue<HTMLTextAreaElement>("about", page.about, sent)
  const reason = refused?.failure && withWait(authorPageFailureText[refused.failure], refused.waitSeconds)
  const isTooLong = refused?.failure === "about-too-long"
  const isOpen = refused ? typedIn(refused, "is_open") === "on" : page.isOpen
  return (
    <Form method="post" className="flex flex-col gap-4 border-t border-line pt-4">
      <h2 className="font-serif text-xl font-bold">{text.title}</h2>
      <Problem title={text.failed} text={isTooLong ? null : reason}>
        {refused?.failure === "login-required" && <LoginElsewhere next={href("/profile")} />}
      </Problem>
      <SwitchField
        id="is-open"
        name="is_open"
        label={text.isOpen}
        hint={text.isOpenHint}
        defaultChecked={isOpen}
      />
      <TextArea
        ref={about}
        id="about"
        label={text.about}
        name="about"
        rows={3}
        defaultValue={typedIn(refused, "about") ?? page.about}
        hint={text.aboutHint}
        error={isTooLong ? reason : null}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button name="intent" value="author" disabled={busy}>
          {text.save}
        </Button>
        {page.isOpen && (
          <a href={authorPath(accountId)} className={buttonClass("plain")}>
            {text.show}
          </a>
        )}
      </div>
    </Form>
  )
}
