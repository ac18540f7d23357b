/** Posts a form without leaving the page or looking at the answer; whether the server took it. */
export async function postQuietly(action: string): Promise<boolean> {
  try {
    const answer = await fetch(action, { method: "POST", redirect: "manual" })
    return answer.ok || answer.type === "opaqueredirect"
  } catch {
    return false
  }
}
