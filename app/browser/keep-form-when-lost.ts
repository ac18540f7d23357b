import { data, isRouteErrorResponse } from "react-router"

const SERVER_ERROR = 500
const UNAVAILABLE = 503

interface ClientAction<Answer> {
  request: Request
  serverAction(): Promise<Answer>
}

/**
 * Calls the server's action. If the connection breaks or the server fails, it returns `whenLost`'s data with a 503
 * instead, so that the page keeps the form. Rethrows the server's own refusals.
 */
export async function keepFormWhenLost<Answer, Lost>(
  { request, serverAction }: ClientAction<Answer>,
  whenLost: (form: FormData) => Lost,
) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    const isAnswer = error instanceof Response || (isRouteErrorResponse(error) && error.status < SERVER_ERROR)
    if (isAnswer) throw error
    // After a 5xx the router does not revalidate, which would fail, too, and replace the page and its form.
    return data(whenLost(form), UNAVAILABLE)
  }
}
