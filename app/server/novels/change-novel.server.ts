import type { RouterContextProvider } from "react-router"
import { type NovelFailure, toNovelContent } from "../../domain/novel.ts"
import { type Outcome, refusal, success } from "../../domain/outcome.ts"
import { toSingleLine } from "../../domain/single-line.ts"
import { accessFailure, findSignedIn } from "../account/signed-in.server.ts"
import type { Database } from "../database.types.ts"
import { findOwnNovel, isNovelId } from "./find-novel.server.ts"
import { findNovelProblem } from "./novel-problem.server.ts"

type Context = Readonly<RouterContextProvider>
type Change = Database["public"]["Tables"]["novels"]["Update"]
type Changed = Promise<Outcome<null, NovelFailure>>

/** Opens a novel to all who have its link, or closes it. */
export async function publishNovel(context: Context, id: string, isPublic: boolean): Changed {
  if (!isPublic) return changeNovel(context, id, { is_public: false })
  const found = await findOwnNovel(context, id)
  if (!found.ok) return found
  // What the ban sees grows, and older novels were kept before it did.
  const problem = findNovelProblem(found.value)
  return problem ? refusal(problem) : changeNovel(context, id, { is_public: true })
}

export async function renameNovel(context: Context, id: string, title: string): Changed {
  const found = await findOwnNovel(context, id)
  if (!found.ok) return found
  const renamed = { ...found.value, title: toSingleLine(title) }
  const problem = findNovelProblem(renamed)
  return problem ? refusal(problem) : changeNovel(context, id, { title: renamed.title })
}

export async function editNovel(context: Context, id: string, content: string): Changed {
  const found = await findOwnNovel(context, id)
  if (!found.ok) return found
  const edited = { ...found.value, content: toNovelContent(content) }
  const problem = findNovelProblem(edited)
  return problem ? refusal(problem) : changeNovel(context, id, { content: edited.content })
}

export async function deleteNovel(context: Context, id: string): Changed {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  if (!isNovelId(id)) return refusal("not-found")
  const { account, supabase } = signedIn.value
  const { data, error, status } = await supabase
    .from("novels")
    .delete()
    .eq("id", id)
    .eq("user_id", account.id)
    .select("id")
  if (error) return refusal(accessFailure(error, status))
  return data.length > 0 ? success(null) : refusal("not-found")
}

async function changeNovel(context: Context, id: string, change: Change): Changed {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  if (!isNovelId(id)) return refusal("not-found")
  const { account, supabase } = signedIn.value
  const { data, error, status } = await supabase
    .from("novels")
    .update(change)
    .eq("id", id)
    .eq("user_id", account.id)
    .select("id")
  if (error) return refusal(accessFailure(error, status))
  return data.length > 0 ? success(null) : refusal("not-found")
}
