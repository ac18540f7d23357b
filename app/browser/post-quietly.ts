/** Posts a form, empty unless a body is given, without leaving the page. Resolves to whether the server accepted it. */
export async function postQuietly(action: string, body: URLSearchParams | null = null): Promise<boolean> {
  try {
    const answer = await fetch(action, { method: "POST", body, redirect: "manual" })
    return answer.ok || answer.type === "opaqueredirect"
  } catch {
    return false
  }
}
