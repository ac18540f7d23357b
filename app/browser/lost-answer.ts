import { data, isRouteErrorResponse } from "react-router"

const SERVER_ERROR = 500
const UNAVAILABLE = 503

interface Asked<Answer> {
  request: Request
  serverAction(): Promise<Answer>
}

/** The server's answer to a form; where the line broke or nothing could answer, this instead: the form is kept. */
export async function answerOr<Answer, Lost>(asked: Asked<Answer>, whenLost: (form: FormData) => Lost) {
  const form = await asked.request.clone().formData()
  try {
    return await asked.serverAction()
  } catch (error) {
    const isAnswer = error instanceof Response || (isRouteErrorResponse(error) && error.status < SERVER_ERROR)
    if (isAnswer) throw error
    // With this status the page is not loaded again, which would fail as well and take the form away.
    return data(whenLost(form), UNAVAILABLE)
  }
}
