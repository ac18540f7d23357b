import { data, href, Link, redirect } from "react-router"
import { outline as copy } from "#app/copy/outline.ts"
import { badRequestText } from "#app/copy/problems.ts"
import { story } from "#app/copy/story.ts"
import { isBeingWritten } from "#app/domain/generation.ts"
import { OUTLINE_FORM_MAX_BYTES } from "#app/domain/limits.ts"
import {
  cardOf,
  cardProblems,
  cardsText,
  editOf,
  isSameCard,
  OUTLINE_CARDS_MAX,
  OUTLINE_MAX_CHARS,
  outlineCharactersMax,
  outlineOf,
  outlineProblems,
} from "#app/domain/outline/outline.ts"
import {
  laterCardsIn,
  OUTLINE_FORM_MAX_FIELDS,
  pressed,
  readOutlineForm,
} from "#app/domain/outline/outline-form.ts"
import { storyPath } from "#app/domain/paths.ts"
import { isLongerThan } from "#app/domain/text.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { LaterCards } from "#app/routes/later-cards.tsx"
import type { OutlineAnswer } from "#app/routes/outline-answer.ts"
import { OutlineButtons, OutlineForm } from "#app/routes/outline-form.tsx"
import { takeForm } from "#app/routes/take-form.server.ts"
import { env } from "#app/server/config/env.server.ts"
import {
  askForAnother,
  changeCards,
  findPlanState,
  writeOutline,
} from "#app/server/generation/outlines.server.ts"
import { isConfirmedAdult, ownerOf, rememberGeneration } from "#app/server/visitor/visitor.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import type { Route } from "./+types/route"

const UNTOLD: OutlineAnswer = {
  form: null,
  cards: null,
  focus: null,
  problems: {},
  failure: null,
  refusal: null,
  waitSeconds: undefined,
  begun: [],
}

export const meta: Route.MetaFunction = () => [{ title: copy.page }, { name: "robots", content: "noindex" }]

/** The plan that waits for its author, or the cards of one in progress that are not begun, for browsers without script. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const maxLevel = env.MAX_CONTENT_LEVEL
  const found = await findPlanState(id, ownerOf(context))
  if (typeof found === "string") return data({ found, maxLevel }, FAILURE_STATUS[found])
  const { status, plan, former, beat } = found
  return data({ found: { status, plan, former, beat }, maxLevel }, 200)
}

/** Every button of the outline: those that change it answer with the form as it is then. */
export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const form = await takeForm(request, OUTLINE_FORM_MAX_BYTES, { maxFields: OUTLINE_FORM_MAX_FIELDS })
  const intent = String(form.get("intent") ?? "keep")
  if (intent === "change") return await change(id, form, { request, context })
  const sent = readOutlineForm(form)
  const next = pressed(sent, intent)
  if (next) return data({ ...UNTOLD, ...next })

  const kept = { ...UNTOLD, form: sent }
  const found = await findPlanState(id, ownerOf(context))
  if (typeof found === "string") return data({ ...kept, failure: found }, FAILURE_STATUS[found])
  const charactersMax = outlineCharactersMax(found.contextTokens, outlineOf(found.plan))
  const cardsMax = Math.max(OUTLINE_CARDS_MAX, found.plan.beats.length)
  const problems = outlineProblems(sent.shown, { charactersMax, cardsMax })
  const [focus = null] = Object.keys(problems)
  const failure = Object.values(problems)[0]
  if (failure) return data({ ...kept, problems, focus, failure }, FAILURE_STATUS[failure])

  const visit = { confirmedAdult: await isConfirmedAdult(request) }
  const take = intent === "another" ? askForAnother : writeOutline
  const taken = await take(context, id, sent.shown, visit)
  if (!taken.ok) return untaken(kept, taken)
  await rememberGeneration(context, id)
  return redirect(storyPath({ generation: id }), 303)
}

type Untaken = Exclude<Awaited<ReturnType<typeof changeCards>>, { ok: true }>

function untaken(kept: OutlineAnswer, taken: Untaken) {
  if (taken.failure !== "refused") {
    const { failure } = taken
    const { waitSeconds } = taken as { waitSeconds?: number }
    return data({ ...kept, failure, waitSeconds }, FAILURE_STATUS[failure])
  }
  const { refusal } = taken
  return data({ ...kept, failure: refusal.reason, refusal }, FAILURE_STATUS[refusal.reason])
}

async function change(
  id: string,
  form: FormData,
  { request, context }: Pick<Route.ActionArgs, "request" | "context">,
) {
  const cards = laterCardsIn(form)
  const kept: OutlineAnswer = { ...UNTOLD, cards }
  const found = await findPlanState(id, ownerOf(context))
  if (typeof found === "string") return data({ ...kept, failure: found }, FAILURE_STATUS[found])
  const { beats } = found.plan
  const changed = cards.filter(({ index, card }) => {
    const beat = beats[index]
    return beat !== undefined && !isSameCard(card, cardOf(beat))
  })
  const problems = cardProblems(
    changed.map(({ card }) => card),
    changed.map(({ index }) => index),
  )
  if (isLongerThan(cardsText(cards.map(({ card }) => card)), OUTLINE_MAX_CHARS))
    problems.outline = "outline-too-long"
  const [focus = null] = Object.keys(problems)
  const failure = Object.values(problems)[0]
  if (failure) return data({ ...kept, problems, focus, failure }, FAILURE_STATUS[failure])
  if (!isBeingWritten(found.status)) return data({ ...kept, failure: "outline-over" as const }, 409)
  if (changed.length === 0) return data({ ...kept })

  const edits = changed.map(({ index, card }) => editOf(index, card))
  const taken = await changeCards(context, id, edits, { confirmedAdult: await isConfirmedAdult(request) })
  if (!taken.ok) return untaken(kept, taken)
  const { begun } = taken.value
  return begun.length > 0 ? data({ ...kept, begun, failure: "card-begun" as const }, 409) : data({ ...kept })
}

export default function Outline({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { found, maxLevel } = loaderData
  const form = actionData?.form ?? null
  const back = storyPath({ generation: id })
  if (typeof found === "string" && form === null) {
    return (
      <MessagePage title={copy.title} text={badRequestText[found]}>
        <Link to={href("/")} className={buttonClass("plain")}>
          {copy.back}
        </Link>
      </MessagePage>
    )
  }
  const state = typeof found === "string" ? null : found
  const plan = {
    plan: [...(state?.plan.beats ?? [])],
    head: [...(state?.plan.head ?? [])],
    title: state?.plan.title ?? null,
    former: state?.former ?? null,
  }
  const isOutline = form !== null || state?.status === "outlined"
  return (
    <div className="by-text-size mx-auto max-w-[52rem]">
      <section className="sheet flex flex-col gap-4">
        {!isOutline && <h1 className="story-title">{copy.title}</h1>}
        {isOutline ? (
          <>
            <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
              <h1 className="font-semibold">{copy.title}</h1>
              <p className="text-soft">{copy.intro}</p>
            </div>
            <OutlineForm id={id} plan={plan} answer={actionData} />
            <OutlineButtons id={id} answer={actionData} maxLevel={maxLevel} className="outline-foot">
              <a href={href("/generations/:id/memory", { id })} className={buttonClass("quiet")}>
                {story.memory}
              </a>
            </OutlineButtons>
          </>
        ) : (
          <LaterCards
            id={id}
            plan={plan.plan}
            current={state && isBeingWritten(state.status) ? state.beat : plan.plan.length}
            answer={actionData}
            maxLevel={maxLevel}
          />
        )}
        <Link to={back} className="text-sm text-soft underline underline-offset-4">
          {state && isBeingWritten(state.status) ? copy.toStory : copy.back}
        </Link>
      </section>
    </div>
  )
}
