import { hash, randomBytes } from "node:crypto"
import type { RouterContextProvider } from "react-router"
import { editedParts, editedRequest, keptText } from "#app/domain/edits/edition.ts"
import { hasEnded } from "#app/domain/generation.ts"
import type { Refusal } from "#app/domain/generation-request.ts"
import { findContentProblem } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { joinStory } from "#app/domain/story.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { admit } from "#app/server/moderation/admit.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import { createEdition, storesGenerations } from "./generation-rows.server.ts"
import {
  findRemembered,
  type RememberedGeneration,
  storeAway,
  type Unreadable,
} from "./generations.server.ts"
import { findNovelLink } from "./novel-link.server.ts"

const ID_BYTES = 16

/** Why an edited text was not kept. `still-writing`: the engine adds to it. */
export type EditFailure =
  | Unreadable
  | Refusal["reason"]
  | "content-missing"
  | "content-too-long"
  | "too-many-attempts"
  | "still-writing"

/** An ended generation with a text, which its author may edit. */
export async function findEditable(
  id: string,
  owner: string,
): Promise<Outcome<RememberedGeneration, Unreadable | "still-writing">> {
  const found = await findRemembered(id, owner)
  if (typeof found === "string") return refusal(found)
  const { status, request, text } = found.snapshot
  if (request.paragraph || text === "") return refusal("unknown-generation")
  return hasEnded(status) ? success(found) : refusal("still-writing")
}

/**
 * Keeps an edited text of an ended generation as a generation of its own, and returns its id; that of the former where
 * nothing was changed. The same form keeps the same text once. All of it passes the ban, and its own words may raise
 * its level, because whoever edits can write anything.
 */
export async function editText(
  context: Readonly<RouterContextProvider>,
  id: string,
  typed: { key: string; text: string },
  confirmedAdult: boolean,
): Promise<Outcome<string, EditFailure>> {
  const owner = ownerOf(context)
  const editable = await findEditable(id, owner)
  if (!editable.ok) return editable
  const found = editable.value.snapshot
  const text = keptText(typed.text)
  const former = joinStory(found.request.existing, found.text)
  if (text === keptText(former)) return success(id)
  const problem = findContentProblem(text)
  if (problem) return refusal(problem)
  const taken = await takeQuota(context, "text-edit")
  if (!taken.ok) return taken

  const parts = editedParts({ existing: found.request.existing, text: found.text }, text)
  const request = editedRequest(found.request, { of: id, former, parts })
  const admitted = await admit({ ...request, existing: text }, { confirmedAdult, existingIsOurs: false })
  if (!admitted.ok) return refusal(admitted.refusal.reason)
  const { existingLevel } = admitted.request
  const made = await keepEdition(owner, typed.key, {
    request: { ...request, novel: await findNovelLink(found), existingLevel, edits: id },
    text: parts.text,
  })
  return made === null ? refusal("store-away") : success(made)
}

async function keepEdition(
  owner: string,
  formKey: string,
  edition: Pick<Parameters<typeof createEdition>[0], "request" | "text">,
): Promise<string | null> {
  if (!storesGenerations) return null
  // Hashed, because the visitor controls the length of both and an index limits its keys.
  const key = hash(
    "sha256",
    JSON.stringify(["edit", formKey, edition.request.edits, edition.text]),
    "base64url",
  )
  const id = randomBytes(ID_BYTES).toString("base64url")
  const made = await createEdition({ id, owner, key, ...edition }).catch(storeAway)
  return made === "store-away" ? null : made
}
