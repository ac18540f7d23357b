import { type GenerationSnapshot, novelTitle, storyLevel } from "#app/domain/generation.ts"
import { generationRequestSchema } from "#app/domain/generation-request.ts"
import {
  REFERENCE_READ_BYTES,
  type ReferenceFailure,
  readReference,
} from "#app/domain/reference/reference-text.ts"
import { TEXT_ENCODINGS } from "#app/domain/reference/text-decoding.ts"
import { movedSections, storySections } from "#app/domain/sections.ts"
import { joinStory } from "#app/domain/story.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"

/** What became of the reference: not uploaded, removed, read into the form (whole or truncated), or why it failed. */
export type ReferenceOutcome = "none" | "removed" | "loaded" | "truncated" | ReferenceFailure | "too-large"

/** Moves an uploaded file's text into the form's own field, so that the visitor need not upload the file again. */
export async function takeReferenceFile(form: FormData): Promise<ReferenceOutcome> {
  const file = form.get("reference_file")
  form.delete("reference_file")
  if (!(file instanceof File) || (file.name === "" && file.size === 0)) return "none"

  const encoding = TEXT_ENCODINGS.find((known) => known === form.get("reference_encoding")) ?? "auto"
  const read = readReference(new Uint8Array(await file.slice(0, REFERENCE_READ_BYTES).arrayBuffer()), {
    encoding,
    name: file.name,
    type: file.type,
  })
  if ("failure" in read) return read.failure
  form.set("reference_text", read.text)
  form.set("reference_name", file.name)
  return read.truncated ? "truncated" : "loaded"
}

/** Removes the reference's text and name from the form. */
export function removeReference(form: FormData): void {
  form.delete("reference_text")
  form.delete("reference_name")
}

/** Replaces the prompt by the example that the visitor chose. Returns whether they chose one. */
export function takeExample(form: FormData): boolean {
  const example = form.get("example")
  if (typeof example !== "string") return false
  form.set("prompt", example)
  return true
}

/** Parses the form as a request to the engine. `continued` is the generation that it continues. */
export function parseGeneratorForm(form: FormData, continued: GenerationSnapshot | null) {
  if (continued) form.set("existing_text", joinStory(continued.request.existing, continued.text))
  const submission = readFields(form, generationRequestSchema)
  // We wrote this text, so we know what the form cannot say of it.
  if (continued && submission.status === "success") {
    const whole = joinStory(continued.request.existing, continued.text)
    submission.value.existingLevel = storyLevel(continued.request)
    submission.value.sections = movedSections(whole, submission.value.existing, storySections(continued))
    submission.value.novelTitle = novelTitle(continued)
  }
  return submission
}

/** The HTTP status of what became of the reference. */
export function referenceStatus(outcome: ReferenceOutcome): number {
  if (outcome === "none" || outcome === "removed" || outcome === "loaded" || outcome === "truncated")
    return 200
  return FAILURE_STATUS[outcome]
}
