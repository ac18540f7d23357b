import { useState } from "react"
import { data, Form, href, Link, redirect, redirectDocument } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import {
  accountFailureText,
  account as accountText,
  avatarLoginRequiredText,
  profileFailedTitle,
  profileFailureText,
  profile as text,
} from "#app/copy/account.ts"
import { withWait } from "#app/copy/limits.ts"
import { notices } from "#app/copy/notices.ts"
import { site } from "#app/copy/site.ts"
import type { AccountFailure, DeletionFailure } from "#app/domain/account.ts"
import {
  authorPageSchema,
  changePasswordSchema,
  deleteAccountSchema,
  profileFormSchema,
} from "#app/domain/forms/account-forms.ts"
import { type FormAnswer, isRefusedAt, typedIn } from "#app/domain/forms/form-answer.ts"
import { loginPath } from "#app/domain/paths.ts"
import { type AuthorPageFailure, avatarSrc } from "#app/domain/profile.ts"
import { answered, invalid, refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { replacePassword } from "#app/server/account/account.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"
import { readForm } from "#app/server/http/request-body.server.ts"
import { deleteAccount } from "#app/server/own-data/delete-account.server.ts"
import { getAuthorPage, saveAuthorPage } from "#app/server/profile/author-page.server.ts"
import { uploadAvatar } from "#app/server/profile/avatar.server.ts"
import { getProfile, saveProfile } from "#app/server/profile/profile.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { findAccount } from "#app/server/visitor/session.server.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { FileField } from "#app/ui/file-field.tsx"
import { HomeLink } from "#app/ui/home-link.tsx"
import { LoginElsewhere } from "#app/ui/login-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { NewPasswordField } from "#app/ui/new-password-field.tsx"
import { Notice } from "#app/ui/notice.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { TextField } from "#app/ui/text-field.tsx"
import type { Route } from "./+types/route"
import { AuthorPageForm } from "./author-page-form.tsx"
import { CurrentPasswordField } from "./current-password-field.tsx"
import { DeleteAccountForm } from "./delete-account-form.tsx"
import { useStoredValue } from "./use-stored-value.ts"

type ProfileFailure = keyof typeof profileFailureText

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export async function loader({ context }: Route.LoaderArgs) {
  const [profile, authorPage] = await Promise.all([getProfile(context), getAuthorPage(context)])
  return data(
    { account: findAccount(context), profile, authorPage },
    profile.ok ? 200 : FAILURE_STATUS[profile.failure],
  )
}

export async function action({ request, context }: Route.ActionArgs) {
  const { form, problem } = await readForm(request)
  if (form.get("intent") === "password") return changeOwnPassword(context, form)
  if (form.get("intent") === "delete") return deleteOwnAccount(context, form)
  if (form.get("intent") === "author") return changeAuthorPage(context, form)
  const submission = readFields(form, profileFormSchema)
  if (problem === "too-large") return refused(submission, { failure: "file-too-large" })
  if (submission.status !== "success") return refused(submission, invalid<"username-too-long">(submission))

  const { intent, username, avatar, ...fields } = submission.value
  const uploading = intent === "avatar"
  let avatarUrl = fields.avatar_url || null
  // A visitor who saves after choosing a picture wants to save the picture, too.
  if (uploading || (avatar && avatar.size > 0)) {
    if (!avatar) return refused(submission, { failure: "image-unsupported" })
    const uploaded = await uploadAvatar(context, avatar)
    if (!uploaded.ok) return refused(submission, uploaded)
    ;({ avatarUrl } = uploaded.value)
  }
  if (uploading) return answered(submission, { avatarUrl })

  const saved = await saveProfile(context, { username: username || null, avatarUrl })
  if (!saved.ok) return refused(submission, saved)
  await flash(context, "profileUpdated")
  return redirect(href("/profile"), 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

async function changeOwnPassword(context: Route.ActionArgs["context"], form: FormData) {
  const submission = readFields(form, changePasswordSchema)
  if (submission.status !== "success") return refused(submission, invalid<AccountFailure>(submission))
  const { current_password: current, password } = submission.value
  const changed = await replacePassword(context, { current, password })
  if (!changed.ok) return refused(submission, changed, { at: PASSWORD_FIELDS[changed.failure] })
  await flash(context, "passwordChanged")
  return redirect(href("/profile"), 303)
}

async function changeAuthorPage(context: Route.ActionArgs["context"], form: FormData) {
  const submission = readFields(form, authorPageSchema)
  if (submission.status !== "success") return refused(submission, invalid<AuthorPageFailure>(submission))
  const { is_open: isOpen, about } = submission.value
  const saved = await saveAuthorPage(context, { isOpen, about })
  if (!saved.ok) return refused(submission, saved)
  await flash(context, "authorPageUpdated")
  return redirect(href("/profile"), 303)
}

async function deleteOwnAccount(context: Route.ActionArgs["context"], form: FormData) {
  const submission = readFields(form, deleteAccountSchema)
  if (submission.status !== "success") return refused(submission, invalid<DeletionFailure>(submission))
  const deleted = await deleteAccount(context, submission.value.current_password)
  if (!deleted.ok) return refused(submission, deleted, { at: PASSWORD_FIELDS[deleted.failure] })
  await flash(context, "accountDeleted")
  // As after logging out: nothing of the account stays in the browser's cache or in this page's memory.
  return redirectDocument("/", { status: 303, headers: { "Clear-Site-Data": '"cache"' } })
}

/** The field that Supabase refused, if it was one. */
const PASSWORD_FIELDS: Partial<Record<AccountFailure, string>> = {
  "credentials-wrong": "current_password",
  "password-weak": "password",
}

export default function Profile({ loaderData, actionData: answer }: Route.ComponentProps) {
  const navigation = useLiveNavigation()
  const { account, profile, authorPage } = loaderData
  const sending = navigation.formData?.get("intent") ?? null
  const passwordChanges = usePasswordChanges(loaderData, sending)
  const storedName = (profile.ok && profile.value.username) || ""
  const sent = (intent: string) => (sending === intent ? navigation.formData : undefined)
  const nameField = useStoredValue<HTMLInputElement>("username", storedName, sent("save"))
  const password = answer?.intent === "password" ? answer : undefined
  const atAuthorPage = answer?.intent === "author" ? answer : undefined
  const atDeletion = answer?.intent === "delete" ? answer : undefined
  const saving = answer?.intent === "save" || answer?.intent === "avatar" ? answer : undefined
  const failure = saving?.failure ?? null
  const problem = failure && failure !== "username-too-long" && (
    <Problem {...problemOf(failure, saving?.intent === "avatar", saving?.waitSeconds)}>
      {profile.ok && failure === "login-required" && <LoginElsewhere next={href("/profile")} />}
    </Problem>
  )
  if (!profile.ok && profile.failure === "login-required") {
    const typed = typedIn(saving, "username") || typedIn(atAuthorPage, "about")
    return (
      <MessagePage {...site.loginRequired} note={typed && text.typed(typed)}>
        {problem}
        <Link to={loginPath({ next: href("/profile") })} className={buttonClass("generate")}>
          {site.login}
        </Link>
        <HomeLink />
      </MessagePage>
    )
  }
  if (!profile.ok || !account) {
    const reason = profileFailureText[profile.ok ? "login-required" : profile.failure]
    return (
      <MessagePage title={profileFailedTitle.load} text={reason}>
        {problem}
        <a href={href("/profile")} className={buttonClass("generate")}>
          {text.retry}
        </a>
      </MessagePage>
    )
  }
  const avatarUrl = saving?.result?.avatarUrl || typedIn(saving, "avatar_url") || profile.value.avatarUrl
  const username = typedIn(saving, "username") ?? profile.value.username ?? ""
  const busy = navigation.state !== "idle"
  return (
    <section className="mx-auto flex max-w-xl flex-col gap-6 rounded-xl border border-line bg-sheet p-5 md:p-8">
      <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
      {saving?.result && (
        <div role="status">
          <Notice {...notices.avatarUploaded} />
        </div>
      )}
      {problem}

      <Form
        method="post"
        encType="multipart/form-data"
        className="flex flex-col gap-4 [reading-flow:flex-visual]"
      >
        {/* The Enter key presses the form's first button. */}
        <button type="submit" name="intent" value="save" hidden />
        <input type="hidden" name="avatar_url" value={avatarUrl ?? ""} />
        <TextField id="email" label={text.email} type="email" value={account.email} readOnly />
        <TextField
          ref={nameField}
          id="username"
          label={text.username}
          name="username"
          defaultValue={username}
          placeholder={accountText.noUsername}
          hint={text.usernameHint}
          error={failure === "username-too-long" ? profileFailureText[failure] : null}
        />
        {/* Last, because a file that is too large is where the reading of a form ends. */}
        <div className="order-first mb-2 flex flex-wrap items-center gap-4">
          <Avatar src={avatarSrc(avatarUrl)} name={account.email} size="large" />
          <div className="flex min-w-0 flex-col gap-2">
            <FileField
              id="avatar"
              name="avatar"
              label={text.changeAvatar}
              accept="image/png,image/jpeg,image/webp,image/gif"
              hint={text.avatarHint}
            />
            <Button name="intent" value="avatar" disabled={busy} className="self-start">
              {text.upload}
            </Button>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button name="intent" value="save" look="generate" disabled={busy}>
            {sending === "save" ? text.saving : text.save}
          </Button>
          <Link to={href("/my-novels")} className={buttonClass("plain")}>
            {text.myNovels}
          </Link>
        </div>
      </Form>

      {authorPage.ok && (
        <AuthorPageForm
          accountId={account.id}
          page={authorPage.value}
          refused={atAuthorPage}
          busy={busy}
          sent={sent("author")}
        />
      )}

      <PasswordForm key={passwordChanges} email={account.email} refused={password} busy={busy} />

      <Form method="post" action={href("/logout")} className="flex flex-col gap-2 border-t border-line pt-4">
        <input type="hidden" name="scope" value="everywhere" />
        <p className="text-sm text-soft">{accountText.logoutEverywhereHint}</p>
        <Button className="self-start">{accountText.logoutEverywhere}</Button>
      </Form>

      <section aria-labelledby="own-data" className="flex flex-col gap-2 border-t border-line pt-4">
        <h2 id="own-data" className="font-serif text-xl font-bold">
          {accountText.ownData.title}
        </h2>
        <p className="text-pretty text-sm text-soft">{accountText.ownData.text}</p>
        <p className="flex flex-wrap gap-2">
          <a href={href("/my-novels/export")} download className={buttonClass("plain")}>
            {accountText.ownData.novels}
          </a>
          <a href={href("/profile/export")} download className={buttonClass("plain")}>
            {accountText.ownData.others}
          </a>
        </p>
      </section>

      <DeleteAccountForm
        email={account.email}
        refused={atDeletion}
        busy={busy}
        isDeleting={sending === "delete"}
      />
    </section>
  )
}

/** How often the password was changed. Each change empties the password's form; the other forms keep what is typed. */
function usePasswordChanges(loaded: object, sending: FormDataEntryValue | null): number {
  const [last, setLast] = useState({ loaded, sending, changes: 0 })
  if (loaded === last.loaded && sending === last.sending) return last.changes
  const isChanged = loaded !== last.loaded && last.sending === "password"
  const changes = last.changes + (isChanged ? 1 : 0)
  setLast({ loaded, sending, changes })
  return changes
}

interface PasswordFormProps {
  email: string
  refused: FormAnswer<unknown, AccountFailure, null> | undefined
  busy: boolean
}

function PasswordForm({ email, refused, busy }: PasswordFormProps) {
  const { changePassword: words } = accountText
  const reason = refused?.failure && withWait(accountFailureText[refused.failure], refused.waitSeconds)
  const isCurrentWrong = isRefusedAt(refused, "current_password")
  const atNew = isRefusedAt(refused, "password")
  return (
    <Form
      id="change-password"
      method="post"
      className="flex scroll-mt-4 flex-col gap-4 border-t border-line pt-4"
    >
      <h2 className="font-serif text-xl font-bold">{words.title}</h2>
      <Problem title={words.failed} text={isCurrentWrong || atNew ? null : reason} />
      <CurrentPasswordField
        id="current-password"
        label={words.current}
        email={email}
        error={isCurrentWrong ? words.currentWrong : null}
      />
      <NewPasswordField id="new-password" error={atNew ? reason : null} />
      <p className="text-sm text-soft">{words.text}</p>
      <div className="flex flex-wrap items-center gap-4">
        <Button name="intent" value="password" disabled={busy}>
          {words.submit}
        </Button>
        <a href={href("/forgot-password")} className="text-sm text-soft underline underline-offset-4">
          {accountText.forgot}
        </a>
      </div>
    </Form>
  )
}

/** A refused action: what failed, above the reason. */
function problemOf(
  failure: ProfileFailure,
  uploading: boolean,
  waitSeconds: number | undefined,
): { title: string; text: string } {
  if (failure === "file-too-large")
    return { title: profileFailedTitle[failure], text: profileFailureText[failure] }
  const title = uploading ? profileFailedTitle.upload : profileFailedTitle.update
  if (uploading && failure === "login-required") return { title, text: avatarLoginRequiredText }
  return { title, text: withWait(profileFailureText[failure], waitSeconds) }
}
