import { data, isRouteErrorResponse } from "react-router"

const SERVER_ERROR = 500
const UNAVAILABLE = 503

/** What the server answers; where the line broke or nothing could answer, this instead: the form is kept. */
export async function answerOr<Answer, Lost>(ask: () => Promise<Answer>, whenLost: () => Lost) {
  try {
    return await ask()
  } catch (error) {
    const isAnswer = error instanceof Response || (isRouteErrorResponse(error) && error.status < SERVER_ERROR)
    if (isAnswer) throw error
    // With this status the page is not loaded again, which would fail as well and take the form away.
    return data(whenLost(), UNAVAILABLE)
  }
}
