import { useEffect, useRef } from "react"
import { data, Form, href, Link } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { importedText, importFailureText, library as text } from "#app/copy/downloads.ts"
import { withWait } from "#app/copy/limits.ts"
import { saveNovel } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import type { Imported, ImportedNovel, ImportFailure } from "#app/domain/forms/library.ts"
import { importSchema } from "#app/domain/forms/novel-forms.ts"
import { FIELDS_MAX_BYTES, LIBRARY_FILE_MAX_BYTES } from "#app/domain/limits.ts"
import { loginPath } from "#app/domain/paths.ts"
import { answered, refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { wellFormed } from "#app/routes/take-form.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"
import { bytesOf, readForm } from "#app/server/http/request-body.server.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { importLibrary } from "#app/server/moved-texts/import-library.server.ts"
import { findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { confirmAdult, isConfirmedAdult } from "#app/server/visitor/visitor.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { FileField } from "#app/ui/file-field.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { ShelfHead } from "#app/ui/shelf/shelf.tsx"
import { Spinner } from "#app/ui/spinner.tsx"
import type { Route } from "./+types/route"

const TITLES_SHOWN = 20

export const meta: Route.MetaFunction = () => [{ title: `${text.import} · ${site.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = findSignedIn(context)
  const failure = signedIn.ok ? null : signedIn.failure
  return data(
    { failure, confirmedAdult: await isConfirmedAdult(request) },
    failure ? FAILURE_STATUS[failure] : 200,
  )
}

/** Saves the novels of a packed library that the account does not have yet. */
export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = findSignedIn(context)
  const taken = signedIn.ok ? await takeQuota(context, "library-import") : signedIn
  // Of who may not import, the file is read past and not kept.
  const maxBytes = taken.ok ? LIBRARY_FILE_MAX_BYTES + FIELDS_MAX_BYTES : FIELDS_MAX_BYTES
  const { form, problem } = await readForm(request, maxBytes, { fileMaxBytes: LIBRARY_FILE_MAX_BYTES })
  const submission = wellFormed(readFields(form, importSchema))
  const refuse = (answer: { failure: ImportFailure; waitSeconds?: number }) =>
    refused(submission, answer, { at: "library", result: null as ImportedNovel[] | null })
  if (!taken.ok) return refuse(taken)
  if (problem) return refuse({ failure: problem === "too-large" ? "file-too-large" : "malformed" })

  const { library, adult } = submission.value
  if (!library) return refuse({ failure: "file-missing" })
  if (adult) await confirmAdult(context)
  const confirmedAdult = adult || (await isConfirmedAdult(request))
  const imported = await importLibrary(context, await bytesOf(library), { confirmedAdult })
  return imported.ok ? answered(submission, imported.value) : refuse(imported)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { failure, confirmedAdult } = loaderData
  const busy = useLiveNavigation().state !== "idle"
  const error = actionData?.failure && withWait(importFailureText[actionData.failure], actionData.waitSeconds)
  if (failure) {
    const isLogin = failure === "login-required"
    return (
      <MessagePage
        title={isLogin ? site.loginRequired.title : text.failed}
        text={isLogin ? text.loginHint : importFailureText[failure]}
      >
        <Link to={loginPath({ next: href("/my-novels/import") })} className={buttonClass("generate")}>
          {site.login}
        </Link>
      </MessagePage>
    )
  }
  return (
    <div className="mx-auto max-w-3xl">
      <ShelfHead title={text.import} back={{ to: href("/my-novels"), label: text.back }} />
      {actionData?.result && <Result novels={actionData.result} />}
      <Form
        method="post"
        encType="multipart/form-data"
        className="flex flex-col gap-4 rounded-xl border border-line bg-sheet p-4 md:p-5"
      >
        <p className="text-sm text-pretty">{text.importHint}</p>
        <FileField
          id="library"
          name="library"
          label={text.file}
          accept=".zip,application/zip"
          required
          hint={text.fileHint}
          error={error}
        />
        {!confirmedAdult && (
          <label className="flex min-h-11 items-center gap-2 text-sm">
            <input type="checkbox" name="adult" className="size-5 shrink-0 accent-generate" />
            {text.adult}
          </label>
        )}
        <Button look="generate" disabled={busy} className="self-start">
          {busy && <Spinner />}
          {busy ? text.importing : text.submit}
        </Button>
      </Form>
    </div>
  )
}

/** How many novels came, how many were there, and which were refused and why. */
function Result({ novels }: { novels: ImportedNovel[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // React focuses fields and buttons by `autoFocus`, but no heading: the attribute serves pages without script.
  useEffect(() => {
    if (novels) heading.current?.focus()
  }, [novels])
  const became = (word: Imported) => novels.filter(({ imported }) => imported === word)
  const imported = became("imported")
  const already = became("already")
  const reasons = [...new Set(novels.map((novel) => novel.imported))].filter(
    (word) => word !== "imported" && word !== "already",
  )
  const others = text.others(already.length, novels.length - imported.length - already.length)
  return (
    <section className="mb-4 rounded-xl border border-line bg-sheet px-4 py-3 md:px-5">
      <h2
        ref={heading}
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: focuses the answer on a page that comes back with one
        autoFocus
        className="font-semibold"
      >
        {text.imported(imported.length)}
      </h2>
      {imported.length > 0 && <Titles novels={imported} />}
      {others && <p className="mt-2 text-sm">{others}</p>}
      <ul className="text-sm">
        {reasons.map((reason) => (
          <li key={reason} className="mt-2 border-line border-t pt-2">
            <p>{text.reason(became(reason).length, importedText(reason))}</p>
            <Titles novels={became(reason)} />
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <Link to={href("/my-novels")} className={buttonClass("tint")}>
          {text.toShelf}
        </Link>
      </p>
    </section>
  )
}

function Titles({ novels }: { novels: ImportedNovel[] }) {
  const titles = novels.slice(0, TITLES_SHOWN).map(({ title }) => saveNovel.novelLink(title))
  return (
    <p className="wrap-anywhere font-serif text-soft text-sm">
      {text.andMore(titles.join(""), novels.length - titles.length)}
    </p>
  )
}
