import { generationLimitText, withWait } from "#app/copy/limits.ts"
import { badRequestText, refusalText, requestProblemText } from "#app/copy/problems.ts"
import { failureReason } from "#app/copy/story.ts"
import type { ToldPlan } from "#app/domain/generation.ts"
import type { GenerationEnd, GenerationFrame } from "#app/domain/generation-frame.ts"
import { generationRequestSchema, type RequestProblem } from "#app/domain/generation-request.ts"
import { outlineOf } from "#app/domain/outline/outline.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { env } from "#app/server/config/env.server.ts"
import { feedOfEvents, LIVE_HEADERS } from "#app/server/generation/event-stream.server.ts"
import { followGeneration, startGeneration } from "#app/server/generation/generations.server.ts"
import { readFrames } from "#app/server/generation/read-frames.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"
import { mediaType, readForm, readJson } from "#app/server/http/request-body.server.ts"
import { answerWithFeed } from "#app/server/http/response-feed.server.ts"
import { isConfirmedAdult, ownerOf } from "#app/server/visitor/visitor.server.ts"
import type { Route } from "./+types/route"

/**
 * The API of section 7 of the specification. Takes JSON or a form; answers `{content, id}` or, for
 * `Accept: text/event-stream`, streams the text. The writing continues if the caller disconnects.
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return refuse("method", { Allow: "POST" })
  const { fields, problem } = await readBody(request)
  if (problem) return refuse(problem)

  const parsed = generationRequestSchema.safeParse(fields)
  if (!parsed.success) return Response.json({ errors: parsed.error.issues.map(describe) }, { status: 400 })

  const owner = ownerOf(context)
  const key = request.headers.get("Idempotency-Key") ?? crypto.randomUUID()
  const started = await startGeneration(context, key, parsed.data, {
    confirmedAdult: await isConfirmedAdult(request),
    existingIsOurs: false,
  })
  if (!started.ok && started.failure === "refused") {
    const { reason: code, place } = started.refusal
    const error = { code, place, message: refusalText(started.refusal, env.MAX_CONTENT_LEVEL) }
    return Response.json({ errors: [error] }, { status: FAILURE_STATUS[code] })
  }
  if (!started.ok) {
    const error = {
      code: started.failure,
      message: withWait(generationLimitText[started.failure], started.waitSeconds),
    }
    return Response.json({ errors: [error] }, { status: FAILURE_STATUS[started.failure] })
  }
  const id = started.value
  const followed = await followGeneration(id, owner, null)
  if (typeof followed === "string") return refuse(followed)
  if (request.headers.get("Accept")?.includes("text/event-stream")) {
    const headers = { ...LIVE_HEADERS, "Content-Type": "text/event-stream; charset=utf-8" }
    return answerWithFeed(context, feedOfEvents(followed), { ...headers, "X-Generation-Id": id })
  }
  return answerWhole(id, parsed.data.existing, readFrames(followed, request.signal))
}

export const loader = refuseMethod("POST")

async function readBody(request: Request) {
  if (mediaType(request) === "application/json") {
    const { json, problem } = await readJson(request)
    return { fields: json, problem }
  }
  const { form, problem } = await readForm(request)
  return { fields: readFields(form, generationRequestSchema).payload, problem }
}

function describe({ message, path }: { message: string; path: PropertyKey[] }) {
  const known = message in requestProblemText ? (message as RequestProblem) : null
  return {
    code: known ?? "malformed",
    field: path[0] ?? null,
    message: known ? requestProblemText[known] : badRequestText.malformed,
  }
}

const ENDS: readonly string[] = ["done", "stopped", "failed", "outlined"]

function isEnd(frame: GenerationFrame): frame is GenerationEnd {
  return ENDS.includes(frame.type)
}

/** The error of a generation that was paused or moved to another process. The caller finds the rest by its id. */
const unfinished = { code: "unfinished", message: badRequestText.unfinished }

async function answerWhole(
  id: string,
  existing: string,
  frames: AsyncIterable<GenerationFrame>,
): Promise<Response> {
  let content = ""
  let plan: ToldPlan | null = null
  let end: GenerationEnd | null = null
  for await (const frame of frames) {
    if (frame.type === "text") content = content.slice(0, frame.at) + frame.text
    else if (frame.type === "reset") content = content.slice(0, frame.at)
    else if (frame.type === "plan") plan = frame
    else if (frame.type !== "paused" && isEnd(frame)) end = frame
  }
  if (end?.type === "outlined" && plan) return Response.json({ content, id, outline: outlineOf(plan) })
  if (end === null) return Response.json({ content, id, errors: [unfinished] }, { status: 503 })
  if (end.type !== "failed") return Response.json({ content, id })
  const error = { code: end.failure, message: failureReason(end.failure, content + existing === "") }
  return Response.json({ content, id, errors: [error] }, { status: 502 })
}
