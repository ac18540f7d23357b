import { createClient } from "@supabase/supabase-js"
import type { Database } from "#app/server/supabase/database.types.ts"
import type { Backend } from "../streams/processes.ts"

const CHARACTERS = 10_000
const PARAGRAPH = "雨停的时候，修表匠听见怀表里有人说话，声音很轻，像隔着一层纸。"

/** Publishes a novel of 10,000 characters that moderation has seen, and returns its id. */
export async function publishNovel({ url, publishableKey, secretKey }: Backend): Promise<string> {
  const auth = { persistSession: false }
  const account = { email: "author@example.com", password: crypto.randomUUID() }
  const { data: signedUp, error } = await createClient(url, publishableKey, { auth }).auth.signUp(account)
  if (error) throw error
  const admin = createClient<Database>(url, secretKey, { auth })
  const content = Array.from({ length: CHARACTERS / PARAGRAPH.length }, () => PARAGRAPH).join("\n\n")
  const { data } = await admin
    .from("novels")
    .insert({
      user_id: signedUp.user?.id ?? "",
      title: "怀表",
      content,
      is_public: true,
      content_level: 1,
      reviewed_at: new Date().toISOString(),
    })
    .select("id")
    .single()
    .throwOnError()
  return data.id
}
