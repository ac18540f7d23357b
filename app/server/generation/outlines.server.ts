import type { RouterContextProvider } from "react-router"
import {
  beatText,
  type CardEdit,
  type GenerationRequest,
  type GenerationStatus,
  isBeingWritten,
  type ToldPlan,
} from "#app/domain/generation.ts"
import type { Refusal } from "#app/domain/generation-request.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { type Outline, outlineText, planOf } from "#app/domain/outline/outline.ts"
import {
  giveBackQuota,
  refuseForSlots,
  runningSlotsOf,
  takeQuota,
} from "#app/server/limits/take-quota.server.ts"
import { admit, endOfExisting } from "#app/server/moderation/admit.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import { beatsToTarget } from "#app/server/writing/plan/parse-plan.server.ts"
import { ActiveGeneration } from "./active-generation.server.ts"
import {
  areStorable,
  findPlan,
  type PlannedGeneration,
  resumeOutlined,
  type StoredPlan,
  shownPlan,
  storeEdits,
  storesGenerations,
  UNTOLD,
} from "./generation-rows.server.ts"
import { findOwnRow, followGeneration, storeAway, type Unreadable } from "./generations.server.ts"
import { runGeneration } from "./run-generation.server.ts"
import { findActive, hasRoomHere, isStorable } from "./storage-loop.server.ts"

type Context = Readonly<RouterContextProvider>

/** Why an outline is not taken; the author's text is nowhere lost by it. */
type Untaken =
  | Outcome<never, Unreadable | "outline-begun" | "too-many-attempts" | "too-many-running">
  | { ok: false; failure: "refused"; refusal: Refusal }

/** The plan of a generation, as it waits for its author or is being written. */
export interface PlanState {
  status: GenerationStatus
  request: GenerationRequest
  /** With the author's changes. */
  plan: ToldPlan
  former: ToldPlan | null
  /** The index of the beat in progress; -1 before the first. */
  beat: number
  /** The tokens of the model's context, as far as it was known when the plan was made. */
  contextTokens: number
}

/** The plan as its author may change it now, or why it cannot be read. */
export async function findPlanState(id: string, owner: string): Promise<PlanState | Unreadable> {
  const found = await findPlanned(id, owner)
  return typeof found === "string" ? found : stateOf(found)
}

/**
 * Has the outline written, and begins at once. The same outline pressed twice is one. Each press counts against the
 * rate limit while it is refused, because checking is the costly part and probing the rules must have a limit.
 */
export async function writeOutline(
  context: Context,
  id: string,
  outline: Outline,
  { confirmedAdult }: { confirmedAdult: boolean },
): Promise<Untaken | Outcome<null, never>> {
  const owner = ownerOf(context)
  const found = await findPlanned(id, owner)
  if (typeof found === "string") return refusal(found)
  const { request } = found
  const target = targetCharacters(request.length)
  const plan = planOf(outline, plansOf(found), (beats) => beatsToTarget(beats, beats.length, target))
  if (found.status !== "outlined") return answerBegun(found, plan)

  const admitted = await admitLines(context, request, outlineText(outline), confirmedAdult)
  if (!admitted.ok) return admitted
  const slots = runningSlotsOf(context)
  if (!hasRoomHere(slots)) return refuseForSlots(context)
  const { style = "", scope = null, former = null } = found.plan ?? {}
  const told = { ...plan, style, scope, former }
  const resumed = await resume(id, owner, { ...UNTOLD, ...told, isApproved: true })
  if (resumed === true) return success(null)
  if (resumed !== false) return refusal(resumed)
  const now = await findPlanned(id, owner)
  return typeof now === "string" ? refusal(now) : answerBegun(now, plan)
}

/** Asks for another outline, and keeps this one to return to. Counts as a generation. */
export async function askForAnother(
  context: Context,
  id: string,
  outline: Outline,
  { confirmedAdult }: { confirmedAdult: boolean },
): Promise<Untaken | Outcome<null, never>> {
  const owner = ownerOf(context)
  const found = await findPlanned(id, owner)
  if (typeof found === "string") return refusal(found)
  if (found.status !== "outlined") return refusal("outline-begun")
  // The text comes back to the page alone, but rows hold nothing that nobody has checked.
  const lines = outlineText(outline)
  const admitted = await admitLines(context, found.request, lines, confirmedAdult, { counts: true })
  if (!admitted.ok) return admitted
  if (!hasRoomHere(runningSlotsOf(context))) return refuseForSlots(context)
  const former = planOf(outline, plansOf(found), (beats) => beats)
  const resumed = await resume(id, owner, { ...UNTOLD, beats: [], title: null, style: "", former })
  if (resumed === true) return success(null)
  return refusal(resumed === false ? "outline-begun" : resumed)
}

/** What became of the cards: those that were begun before they could be changed. */
export interface ChangedCards {
  begun: number[]
}

/** Changes cards that are not begun yet, of a plan that is being written. The other ones come back in the answer. */
export async function changeCards(
  context: Context,
  id: string,
  changes: readonly CardEdit[],
  { confirmedAdult }: { confirmedAdult: boolean },
): Promise<
  Untaken | Outcome<never, "outline-over" | "outline-changes-too-long"> | Outcome<ChangedCards, never>
> {
  const owner = ownerOf(context)
  const found = await findPlanned(id, owner)
  if (typeof found === "string") return refusal(found)
  if (!isBeingWritten(found.status) || !found.plan) return refusal("outline-over")
  const lines = changes.map(({ summary, stop }) => `${beatText({ summary })}\n${stop}`).join("\n")
  const admitted = await admitLines(context, found.request, lines, confirmedAdult)
  if (!admitted.ok) return admitted

  // Checking takes a moment, in which the writing goes on.
  const now = await findPlanned(id, owner)
  if (typeof now === "string") return refusal(now)
  if (!isBeingWritten(now.status) || !now.plan) return refusal("outline-over")
  const { beats } = now.plan
  const later = changes.filter(({ index }) => index > now.beat && index < beats.length)
  const begun = changes.filter((change) => !later.includes(change)).map(({ index }) => index)
  const others = now.edits.filter(({ index }) => later.every((change) => change.index !== index))
  const edits = [...others, ...later]
  if (!areStorable(edits)) return refusal("outline-changes-too-long")
  const active = findActive(id)
  if (storesGenerations && !(active && !isStorable(active))) {
    const kept = await storeEdits(id, owner, edits).catch(storeAway)
    if (kept === "store-away") return refusal(kept)
    if (!kept) return refusal("outline-over")
  }
  if (active) active.edits = edits
  return success({ begun })
}

async function findPlanned(id: string, owner: string): Promise<PlannedGeneration | Unreadable> {
  const active = findActive(id)
  if (active?.owner === owner) {
    const { status, request, edits, beat } = active
    const plan = active.plan.length > 0 ? active.storedPlan() : null
    return { owner, status, request, edits, beat, plan }
  }
  return findOwnRow(id, owner, findPlan)
}

function stateOf({ status, request, plan, edits, beat }: PlannedGeneration): PlanState {
  return {
    status,
    request,
    plan: {
      title: plan?.title ?? null,
      head: plan?.head ?? [],
      beats: plan ? shownPlan(plan, { edits, beat }) : [],
    },
    former: plan?.former ?? null,
    beat: plan && isBeingWritten(status) ? beat : -1,
    contextTokens: plan?.scope?.contextTokens ?? Number.POSITIVE_INFINITY,
  }
}

/** The plans whose cards an author's outline may hold unchanged: this one, and the one before. */
function plansOf(found: PlannedGeneration): ToldPlan[] {
  const { plan, former } = stateOf(found)
  return former ? [plan, former] : [plan]
}

/** The author's lines pass what a direction passes, beside the request and the end of the continued text. */
async function admitLines(
  context: Context,
  request: GenerationRequest,
  lines: string,
  confirmedAdult: boolean,
  { counts = false } = {},
): Promise<Untaken | Outcome<null, never>> {
  const taken = await takeQuota(context, "generation")
  if (!taken.ok) return taken
  const asked = {
    ...request,
    direction: `${request.direction}\n${lines}`,
    reference: "",
    existing: endOfExisting(request.existing),
    sections: [],
  }
  const admitted = await admit(asked, { confirmedAdult, existingIsOurs: true })
  if (!admitted.ok) {
    const { reason, place } = admitted.refusal
    const isOfLines = place === "direction" || place === "together"
    return { ok: false, failure: "refused", refusal: { reason, place: isOfLines ? "outline" : place } }
  }
  if (!counts) await giveBackQuota(taken.value)
  return success(null)
}

/** Pressed twice, or in two tabs: the same outline is being written already. Any other one comes too late. */
function answerBegun({ plan }: PlannedGeneration, asked: ToldPlan) {
  const isSame = plan?.isApproved && linesOf(plan) === linesOf(asked)
  return isSame ? success(null) : refusal("outline-begun" as const)
}

function linesOf({ title, head, beats }: ToldPlan): string {
  return JSON.stringify([title, head, beats.map((beat) => [beatText(beat), beat.stop])])
}

/** Begins to write; false if no plan of this owner waits. */
async function resume(id: string, owner: string, plan: StoredPlan): Promise<boolean | "store-away"> {
  const active = findActive(id)
  if (active?.owner === owner) {
    if (active.status !== "outlined") return false
    // Its row will be there in a moment, and only then is it known who has pressed first.
    if (isStorable(active)) return "store-away"
    const { key, request, slots, memory } = active
    const generation = new ActiveGeneration({ id, owner, key, request, slots, memory })
    generation.takeApproved(plan)
    void runGeneration(generation)
    return true
  }
  const resumed = await resumeOutlined(id, owner, plan).catch(storeAway)
  // Whoever reads takes it up; nobody has to stay for it.
  if (resumed === true) await followGeneration(id, owner, null)
  return resumed
}
