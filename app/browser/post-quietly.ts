/** Posts an empty form without leaving the page. Resolves to whether the server accepted it. */
export async function postQuietly(action: string): Promise<boolean> {
  try {
    const answer = await fetch(action, { method: "POST", redirect: "manual" })
    return answer.ok || answer.type === "opaqueredirect"
  } catch {
    return false
  }
}
