import type { RouterContextProvider } from "react-router"
import { type GenerationSnapshot, novelTitle, storyLevel } from "#app/domain/generation.ts"
import { generationRequestSchema } from "#app/domain/generation-request.ts"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import type { Novel, NovelLink } from "#app/domain/novel.ts"
import { REFERENCE_READ_BYTES, readReference } from "#app/domain/reference/reference-text.ts"
import { TEXT_ENCODINGS } from "#app/domain/reference/text-decoding.ts"
import type { TextFileFailure } from "#app/domain/reference/text-file.ts"
import { movedSections, storySections } from "#app/domain/sections.ts"
import { joinStory } from "#app/domain/story.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { readFileInThread } from "#app/server/scan/scan.server.ts"

/** What became of an own text's file: not uploaded, read into the form, or why it failed. */
export type OwnTextOutcome =
  | "none"
  | "loaded"
  | TextFileFailure
  | "too-large"
  | "scan-busy"
  | "too-many-attempts"
/** What became of the reference: also removed, or truncated while it was read. */
export type ReferenceOutcome =
  | Exclude<OwnTextOutcome, "scan-busy" | "too-many-attempts">
  | "removed"
  | "truncated"

/** Moves an uploaded file's text into the form's own field, so that the visitor need not upload the file again. */
export async function takeReferenceFile(form: FormData): Promise<ReferenceOutcome> {
  const file = takeFile(form, "reference")
  if (!file) return "none"
  const bytes = new Uint8Array(await file.blob.slice(0, REFERENCE_READ_BYTES).arrayBuffer())
  const read = readReference(bytes, file)
  if ("failure" in read) return read.failure
  form.set("reference_text", read.text)
  form.set("reference_name", file.name)
  return read.truncated ? "truncated" : "loaded"
}

/** Does the same for a text of the visitor's own, of which nothing is cut off. Each file counts against a limit. */
export async function takeOwnFile(
  context: Readonly<RouterContextProvider>,
  form: FormData,
): Promise<{ own: OwnTextOutcome; ownWaitSeconds?: number | undefined }> {
  const file = takeFile(form, "own")
  if (!file) return { own: "none" }
  const taken = await takeQuota(context, "file-read")
  if (!taken.ok) return { own: taken.failure, ownWaitSeconds: taken.waitSeconds }
  const { blob, ...kind } = file
  const read = await readFileInThread({ ...kind, bytes: new Uint8Array(await blob.arrayBuffer()) })
  if (!read) return { own: "scan-busy" }
  if ("failure" in read) return { own: read.failure }
  form.set("own_text", read.text)
  return { own: "loaded" }
}

/** Whether the file that ended the reading of a form was the own text's: its encoding is the field behind it. */
export function endsAtOwnFile(form: FormData): boolean {
  return form.has("own_text") && !form.has("own_encoding")
}

function takeFile(form: FormData, of: "reference" | "own") {
  const file = form.get(`${of}_file`)
  form.delete(`${of}_file`)
  if (!(file instanceof File) || (file.name === "" && file.size === 0)) return null
  const encoding = TEXT_ENCODINGS.find((known) => known === form.get(`${of}_encoding`))
  return { blob: file as Blob, name: file.name, type: file.type, encoding: encoding ?? ("auto" as const) }
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

/**
 * What a form continues: a generation or a saved novel, whose text the server has, or else a text in the form itself.
 * `link`: the saved novel that the text belongs to.
 */
export type Continued =
  | (({ generation: GenerationSnapshot } | { novel: Novel }) & {
      memory: StoryMemory
      link: NovelLink | null
    })
  | null

/** Parses the form as a request to the engine. */
export function parseGeneratorForm(form: FormData, continued: Continued) {
  const known = continued && knownText(continued)
  if (known) form.set("existing_text", known.text)
  else if (bringsOwnText(form)) {
    form.set("existing_text", form.get("own_text") ?? "")
    form.delete("existing_sections")
    form.delete("existing_demo")
  }
  const submission = readFields(form, generationRequestSchema)
  // Our own record says what the form cannot say of this text.
  if (known && submission.status === "success") {
    const { existing } = submission.value
    submission.value.existingLevel = known.level
    submission.value.sections = movedSections(known.text, existing, known.sections)
    submission.value.novelTitle = known.title
    submission.value.novel = continued.link
    submission.value.demo = known.demo
  }
  return submission
}

/** Whether the form holds a text that its visitor has brought along. */
export function bringsOwnText(form: FormData): boolean {
  const own = form.get("own_text")
  return typeof own === "string" && own.trim() !== ""
}

function knownText(continued: NonNullable<Continued>) {
  if ("novel" in continued) {
    const { content, contentLevel, sections, demo } = continued.novel
    return { text: content, level: contentLevel, sections, title: null, demo }
  }
  const { generation } = continued
  return {
    text: joinStory(generation.request.existing, generation.text),
    level: storyLevel(generation.request),
    sections: storySections(generation),
    title: novelTitle(generation),
    demo: generation.request.demo,
  }
}

/** The HTTP status of what became of a file. */
export function fileStatus(outcome: ReferenceOutcome | OwnTextOutcome): number {
  if (outcome === "none" || outcome === "removed" || outcome === "loaded" || outcome === "truncated")
    return 200
  return FAILURE_STATUS[outcome]
}
