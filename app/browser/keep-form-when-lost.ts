import { data, isRouteErrorResponse } from "react-router"
import type { FormAnswer } from "#app/domain/forms/form-answer.ts"

const SERVER_ERROR = 500
const UNAVAILABLE = 503

interface ClientAction<Answer> {
  request: Request
  serverAction(): Promise<Answer>
}

type IntentOf<Answer> = Answer extends { intent: infer Intent } ? Intent : never

/**
 * Calls the server's action. If the connection breaks or the server fails, it answers "backend-down" with a 503
 * instead, so that the page keeps the form. Rethrows the server's own refusals.
 */
export async function keepFormWhenLost<Answer>({ request, serverAction }: ClientAction<Answer>) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    const isAnswer = error instanceof Response || (isRouteErrorResponse(error) && error.status < SERVER_ERROR)
    if (isAnswer) throw error
    // After a 5xx the router does not revalidate, which would fail, too, and replace the page and its form.
    return data(lostAnswer<IntentOf<Answer>>(form), UNAVAILABLE)
  }
}

/** The same for a form that other pages post, too: there the lost request keeps the page that has it. */
export async function keepOwnFormWhenLost<Answer>(action: ClientAction<Answer>) {
  const isOwn = new URL(action.request.url).pathname === window.location.pathname
  return isOwn ? keepFormWhenLost(action) : action.serverAction()
}

// The fields still hold what the visitor typed; this is for pages that show more than the fields.
function lostAnswer<Intent>(form: FormData): FormAnswer<Intent, "backend-down", null> {
  const typed = [...form].flatMap(([name, value]) =>
    typeof value === "string" && !name.includes("password") ? [[name, value]] : [],
  )
  return {
    intent: form.get("intent") as Intent,
    form: { initialValue: Object.fromEntries(typed) },
    failure: "backend-down",
    waitSeconds: undefined,
    result: null,
  }
}
