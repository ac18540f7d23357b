import { data, redirect } from "react-router"
import { notices } from "../../copy/notices.ts"
import { badRequestText } from "../../copy/problems.ts"
import { site } from "../../copy/site.ts"
import { env } from "../../server/env.server.ts"
import { findSnapshot, startGeneration } from "../../server/generation/generations.server.ts"
import { readForm } from "../../server/request-body.server.ts"
import { confirmAdult, isConfirmedAdult, ownerOf } from "../../server/visitor.server.ts"
import { findRefusal, REFUSAL_STATUS } from "../../server/walls.server.ts"
import type { Route } from "./+types/route"
import { answerForm, FORM_PROBLEM_STATUS, referenceStatus } from "./answer.server.ts"
import { parseGeneratorForm, removeReference, takeReferenceFile } from "./generator-form.server.ts"
import { HomeScreen } from "./home-screen.tsx"

export const meta: Route.MetaFunction = () => [{ title: site.title }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const id = searchParams.get("generation")
  const generation = id ? await findSnapshot(id, ownerOf(context)) : null
  const answer = {
    generation,
    generationMissing: id !== null && generation === null,
    formKey: crypto.randomUUID(),
    example: searchParams.get("example") ?? "",
    maxLevel: env.MAX_CONTENT_LEVEL,
    notice: searchParams.get("notice") === "login-to-list" ? notices.loginToList : null,
  }
  return data(answer, answer.generationMissing ? 404 : 200)
}

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST")
    throw data(badRequestText.method, { status: 405, headers: { Allow: "GET, HEAD, POST" } })
  const owner = ownerOf(context)
  const { form, problem } = await readForm(request)
  const intent = form.get("intent")
  if (intent === "save") return data({ ...answerForm(null), notice: notices.loginToSave }, 401)

  const reference = problem === "too-large" ? problem : await takeReferenceFile(form)
  if (intent === "remove-reference") removeReference(form)
  const continues = String(form.get("continues") ?? "")
  const continued = continues ? await findSnapshot(continues, owner) : null
  const submission = parseGeneratorForm(form, continued)

  if (problem) return data(answerForm(submission, { reference, problem }), FORM_PROBLEM_STATUS[problem])
  if (intent === "read-reference" || intent === "remove-reference" || referenceStatus(reference) !== 200) {
    return data(answerForm(submission, { reference, quiet: true }), referenceStatus(reference))
  }
  if (continues && !continued) return data(answerForm(submission, { problem: "existing-gone" }), 404)
  if (submission.status !== "success") return data(answerForm(submission), 400)

  const confirming = intent === "confirm-adult"
  const confirmedAdult = confirming || (await isConfirmedAdult(request))
  const refusal = findRefusal(submission.value, { confirmedAdult })
  if (refusal) return data(answerForm(submission, { refusal }), REFUSAL_STATUS[refusal])

  const id = await startGeneration(owner, String(form.get("key") ?? ""), submission.value)
  const headers = confirming ? { "Set-Cookie": await confirmAdult() } : undefined
  return redirect(`/?generation=${id}#story`, { status: 303, headers })
}

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  return <HomeScreen {...loaderData} answer={actionData} />
}
