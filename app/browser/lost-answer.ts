import { isRouteErrorResponse } from "react-router"

const SERVER_ERROR = 500

/** What the server answers; where the line broke or nothing could answer, this instead: the form is kept. */
export async function answerOr<Answer, Lost>(
  ask: () => Promise<Answer>,
  whenLost: () => Lost | Promise<Lost>,
): Promise<Answer | Lost> {
  try {
    return await ask()
  } catch (error) {
    const isAnswer = error instanceof Response || (isRouteErrorResponse(error) && error.status < SERVER_ERROR)
    if (isAnswer) throw error
    return whenLost()
  }
}
