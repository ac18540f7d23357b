import type { RouterContextProvider } from "react-router"
import { findSignedIn } from "../account/signed-in.server.ts"

/** Keeps a signed-in visitor's reference text. The generation that it is for never waits on this to work. */
export async function keepReferenceFile(
  context: Readonly<RouterContextProvider>,
  { text }: { name: string; text: string },
): Promise<void> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok || !text) return
  const { account, supabase } = signedIn.value
  const path = `reference_texts/${account.id}-${Date.now()}.txt`
  try {
    const { error } = await supabase.storage
      .from("novel_references")
      .upload(path, new TextEncoder().encode(text), { contentType: "text/plain", upsert: true })
    if (error) console.error(`a reference text was not kept: ${error.message}`)
  } catch (error) {
    console.error(`a reference text was not kept: ${error instanceof Error ? error.name : "unknown"}`)
  }
}
