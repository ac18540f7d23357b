import OpenAI from "openai"
import { z } from "zod"
import type { ModerationScores } from "#app/domain/moderation.ts"
import { firstCharacters, isLongerThan, normaliseText } from "#app/domain/text.ts"
import { TaskQueue } from "#app/server/scan/task-queue.server.ts"

const SECOND_MS = 1_000
/** The limit for one try, and for all tries of one answer with their waiting. */
const TRY_TIMEOUT_MS = 4 * SECOND_MS
const TIMEOUT_MS = 9 * SECOND_MS
const MAX_RETRIES = 2
/** Concurrent calls of this process. */
const MAX_CALLS = 8
/** OpenAI's guide says that longer texts give worse results. */
const PIECE_CHARS = 2_000
const PIECES_PER_CALL = 32

export interface ClassifierOptions {
  apiKey: string
  baseURL?: string | undefined
  model: string
  timeoutMs?: number
}

export interface Classifier {
  /** The scores of each text: the highest of its pieces. Throws if the endpoint does not answer in time. */
  classify(texts: string[]): Promise<ModerationScores[]>
}

/** A classifier at any endpoint that is compatible with OpenAI's moderations API. */
export function createClassifier(options: ClassifierOptions): Classifier {
  const { apiKey, baseURL, model, timeoutMs = TIMEOUT_MS } = options
  const client = new OpenAI({
    apiKey,
    baseURL,
    maxRetries: MAX_RETRIES,
    timeout: Math.min(TRY_TIMEOUT_MS, timeoutMs),
    logLevel: "off",
  })
  const queue = new TaskQueue(MAX_CALLS)

  return {
    async classify(texts) {
      const signal = AbortSignal.timeout(timeoutMs)
      const pieces = texts.flatMap((text, of) => piecesOf(text).map((piece) => ({ of, piece })))
      const calls = inGroups(pieces, PIECES_PER_CALL).map((group) => {
        const input = group.map(({ piece }) => piece)
        return queue.run(() => ask(input, signal), signal)
      })
      const scores = (await Promise.all(calls)).flat()
      return texts.map((_, of) => highest(scores.filter((_, index) => pieces[index]?.of === of)))
    },
  }

  async function ask(input: string[], signal: AbortSignal): Promise<ModerationScores[]> {
    const answer = await client.moderations.create({ model, input }, { signal })
    return answerOf(input.length).parse(answer).results
  }
}

const score = z.number().min(0).max(1)
const result = z
  .object({
    categories: z.object({ "sexual/minors": z.boolean() }),
    category_scores: z.object({ sexual: score, "sexual/minors": score, "violence/graphic": score }),
  })
  .transform(({ categories, category_scores: scores }) => ({
    isAboutMinors: categories["sexual/minors"],
    minors: scores["sexual/minors"],
    sexual: scores.sexual,
    graphic: scores["violence/graphic"],
  }))
const answerOf = (length: number) => z.object({ results: z.array(result).length(length) })

const NOTHING: ModerationScores = { isAboutMinors: false, minors: 0, sexual: 0, graphic: 0 }

function highest(scores: ModerationScores[]): ModerationScores {
  return scores.reduce(
    (one, other) => ({
      isAboutMinors: one.isAboutMinors || other.isAboutMinors,
      minors: Math.max(one.minors, other.minors),
      sexual: Math.max(one.sexual, other.sexual),
      graphic: Math.max(one.graphic, other.graphic),
    }),
    NOTHING,
  )
}

/** Cuts a text into pieces, at the end of a paragraph if possible. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let rest = normaliseText(text).trim()
  while (isLongerThan(rest, PIECE_CHARS)) {
    const end = firstCharacters(rest, PIECE_CHARS).length
    const line = rest.lastIndexOf("\n", end)
    const cut = line > 0 ? line : end
    pieces.push(rest.slice(0, cut))
    rest = rest.slice(cut).trim()
  }
  return rest ? [...pieces, rest] : pieces
}

function inGroups<Item>(items: Item[], size: number): Item[][] {
  const groups: Item[][] = []
  for (let start = 0; start < items.length; start += size) groups.push(items.slice(start, start + size))
  return groups
}
