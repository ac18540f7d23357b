import { useEffect, useRef } from "react"
import { data, href, Link } from "react-router"
import { keepOwnFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { settleTexts } from "#app/browser/movable-texts.ts"
import { movedText, novelFailureText, moveTexts as text } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { isSettled, isStored, type MovedText, textOnServer } from "#app/domain/forms/movable-text.ts"
import { moveSchema } from "#app/domain/forms/novel-forms.ts"
import { FORM_MAX_BYTES } from "#app/domain/limits.ts"
import { loginPath } from "#app/domain/paths.ts"
import { answered, refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { MoveTexts } from "#app/routes/move-texts.tsx"
import { findNovelOf } from "#app/routes/saved-novel.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { listMovable, moveTexts } from "#app/server/moved-texts/move-texts.server.ts"
import { rememberMovedIds } from "#app/server/visitor/moved-cookie.server.ts"
import { findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { ShelfHead } from "#app/ui/shelf/shelf.tsx"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = findSignedIn(context)
  const failure = signedIn.ok ? null : signedIn.failure
  return data(
    { failure, begun: await listMovable(request, context) },
    failure ? FAILURE_STATUS[failure] : 200,
  )
}

/** Moves the texts of the device into the account; without any, what the server knows of this visitor. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, moveSchema, FORM_MAX_BYTES)
  const { entries, before_login } = submission.value
  const begun = entries ? [] : await listMovable(request, context, before_login ? "before-login" : undefined)
  const texts = entries ?? begun.filter(({ isSaved }) => !isSaved).map(textOnServer)
  const moved = await moveTexts(context, texts, (generation) => findNovelOf(context, generation))
  if (!moved.ok) return refused(submission, moved, { result: null as MovedText[] | null })
  const settled = moved.value.filter(isSettled).map(({ key }) => key)
  const ids = texts.flatMap(({ id, key }) => (id !== null && settled.includes(key) ? [id] : []))
  await rememberMovedIds(request, context, ids)
  return answered(submission, moved.value)
}

export const clientAction = (args: Route.ClientActionArgs) => keepOwnFormWhenLost(args)

export default function Move({ loaderData, actionData }: Route.ComponentProps) {
  const { begun } = loaderData
  const failure = actionData?.failure ?? loaderData.failure
  const moved = actionData?.result ?? null

  useEffect(() => {
    if (moved) settleTexts(moved)
  }, [moved])

  if (failure === "login-required") {
    return (
      <MessagePage title={text.loginFirst} text={text.loginHint}>
        <Link to={loginPath({ next: href("/my-novels/move") })} className={buttonClass("generate")}>
          {site.login}
        </Link>
      </MessagePage>
    )
  }
  return (
    <div className="mx-auto max-w-3xl">
      <ShelfHead title={text.title} back={{ to: href("/my-novels"), label: text.back }} />
      {failure && (
        <div className="mb-4">
          <Problem title={text.failed} text={novelFailureText[failure]} />
        </div>
      )}
      {moved && <Moved texts={moved} />}
      {/* After an answer it stands here only where something is left. */}
      <MoveTexts begun={begun} settled={moved} />
      {(moved || begun.every(({ isSaved }) => isSaved)) && (
        <p className="mt-4">
          <Link to={href("/my-novels")} className={buttonClass(moved ? "generate" : "plain")}>
            {text.toShelf}
          </Link>
        </p>
      )}
    </div>
  )
}

/** What became of each text. */
function Moved({ texts }: { texts: MovedText[] }) {
  const count = texts.filter(isStored).length
  const heading = useRef<HTMLHeadingElement>(null)
  // Of `autoFocus`, React focuses fields and buttons only; it is there for a page without script.
  useEffect(() => {
    if (texts) heading.current?.focus()
  }, [texts])
  return (
    <section className="mb-4 rounded-xl border border-line bg-sheet px-4 md:px-5">
      <h2
        ref={heading}
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: focuses the answer on a page that comes back with one
        autoFocus
        className="border-b border-line py-3 font-semibold"
      >
        {text.moved(count, texts.length)}
      </h2>
      <ul className="divide-y divide-line">
        {texts.map(({ key, title, moved, novel }) => (
          <li key={key} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-2">
            {novel && moved !== "binned" ? (
              <Link
                to={href("/novels/:id", { id: novel.id })}
                className="inline-flex min-h-11 items-center font-serif text-ink underline underline-offset-4"
              >
                {title}
              </Link>
            ) : (
              <span className="font-serif">{title || text.untitled}</span>
            )}
            <span className={`text-sm ${isStored({ moved }) ? "text-generate-ink" : "text-soft"}`}>
              {movedText(moved)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
