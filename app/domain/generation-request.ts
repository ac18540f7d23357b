import { z } from "zod"
import type { BanReason } from "./ban/ban.ts"
import { CONTENT_LEVELS, DEFAULT_CONTENT_LEVEL } from "./content-level.ts"
import { readDemoShare } from "./demo-share.ts"
import { anyText, isTicked } from "./forms/form-fields.ts"
import type { GenerationRequest } from "./generation.ts"
import { EXISTING_TEXT_MAX_CHARS } from "./limits.ts"
import { DEFAULT_NOVEL_LENGTH, NOVEL_LENGTHS } from "./novel-length.ts"
import { findPromptProblem, type PromptProblem } from "./prompt.ts"
import { cutReference } from "./reference/reference-text.ts"
import { readSections, standingSections } from "./sections.ts"
import { isLongerThan, normaliseText } from "./text.ts"

/** Everything that can be wrong with a generation request. The schema's issue says in which field. */
export type RequestProblem =
  | PromptProblem
  | "direction-malformed"
  | "level-unknown"
  | "length-unknown"
  | "reference-malformed"
  | "existing-malformed"
  | "existing-too-long"

/**
 * The parts of a request that moderation can refuse, and its author's outline; "together" means that only the
 * combination is refused.
 */
export type RefusedPlace = "prompt" | "direction" | "reference" | "existing" | "outline" | "together"

/** Why the engine may not write a request. */
export interface Refusal {
  reason:
    | BanReason
    | "beyond-level"
    | "level-above-ceiling"
    | "adult-unconfirmed"
    | "moderation-away"
    | "scan-busy"
  /** The part of the request that is refused; null if it is the whole. */
  place: RefusedPlace | null
}

/**
 * The request format of section 7 of the specification, from a form or from JSON. Each issue's message is a
 * `RequestProblem`. A repeated field arrives as an array and is refused. `existing_level` and `existing_demo` are only
 * the form's claims: moderation may raise the level. `existing_sections` is a list or its JSON, with offsets in the
 * trimmed text.
 */
export const generationRequestSchema = z
  .object({
    prompt: text("prompt-missing").superRefine((prompt, context) => {
      const found = findPromptProblem(prompt)
      if (found) context.addIssue({ code: "custom", message: found })
    }),
    direction: text("direction-malformed")
      .default("")
      .refine((direction) => findPromptProblem(direction) !== "prompt-too-long", {
        error: problem("prompt-too-long"),
      }),
    erotic_level: choice(CONTENT_LEVELS, "level-unknown").default(DEFAULT_CONTENT_LEVEL),
    length: choice(NOVEL_LENGTHS, "length-unknown").default(DEFAULT_NOVEL_LENGTH),
    reference_text: text("reference-malformed").default("").transform(cutReference),
    existing_text: text("existing-malformed")
      .default("")
      .refine((existing) => !isLongerThan(existing, EXISTING_TEXT_MAX_CHARS), {
        error: problem("existing-too-long"),
      }),
    // The form shows the file's name and the visitor's own text again; nobody else reads them.
    reference_name: z.unknown().optional(),
    own_text: z.unknown().optional(),
    existing_level: choice(CONTENT_LEVELS, "existing-malformed").default(DEFAULT_CONTENT_LEVEL),
    existing_sections: z.unknown().optional().transform(readSections),
    existing_demo: z.unknown().optional().transform(readDemoShare),
    outline_first: isTicked,
  })
  .transform(
    (wire): GenerationRequest => ({
      prompt: wire.prompt,
      direction: wire.direction,
      contentLevel: wire.erotic_level,
      length: wire.length,
      reference: wire.reference_text,
      existing: wire.existing_text,
      existingLevel: wire.existing_level,
      sections: standingSections(wire.existing_text, wire.existing_sections),
      novelTitle: null,
      novel: null,
      rewrites: null,
      outlineFirst: wire.outline_first,
      demo: wire.existing_demo,
    }),
  )

/**
 * The generator form's own fields. `key` is the form's, `continues` the id of the generation to continue, `novel` that
 * of the saved novel.
 */
export const deskSchema = z.object({ intent: anyText, key: anyText, continues: anyText, novel: anyText })

/** The form that asks for a new version. `key` is its own. */
export const rewriteSchema = z.object({ key: anyText })

function problem(word: RequestProblem): RequestProblem {
  return word
}

/** A text, normalised and trimmed; `word` says that the value is none. */
function text(word: RequestProblem) {
  return z
    .string({ error: problem(word) })
    .overwrite(normaliseText)
    .trim()
}

/** Accepts one number of a fixed list, as a number or as a form's digits. */
function choice<const Values extends readonly number[]>(values: Values, word: RequestProblem) {
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], { error: word })
    .pipe(z.literal([...values] as Values[number][], { error: word }))
}
