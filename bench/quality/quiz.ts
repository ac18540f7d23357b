import { countCharacters } from "#app/domain/count-characters.ts"
import { firstCharacters } from "#app/domain/text.ts"
import type { Endpoint } from "./endpoint.ts"
import { quizCheckPrompt, quizPrompt } from "./prompts.prose.ts"
import { cellsOf, plain, stands } from "./quotes.ts"
import { BROKEN, RESPECTED, UNTOUCHED } from "./verdict.lexicon.ts"

const QUESTIONS = 20
/** The old text is read in pieces, so that questions come from all of it and small windows suffice. */
const PIECE_CHARACTERS = 15_000
const TOKENS_PER_QUESTION = 70
const TOKENS_PER_CHECK = 30

interface Question {
  question: string
  answer: string
}

/** The questions about one old text, and how many were dropped because their quote is not in it. */
export interface Quiz {
  questions: Question[]
  dropped: number
  /** How many calls brought no answer, and how many an answer without a question. */
  missing: number
  unparsed: number
}

/** How a new part stands to the old text. */
export interface QuizResult {
  respected: number
  broken: number
  untouched: number
  /** Answers whose quote does not stand in the new part. */
  unverified: number
  /** Questions without a readable answer. */
  unparsed: number
}

/** Makes twenty questions from an old text, or as many as have a true quote. */
export async function makeQuiz(text: string, judge: Endpoint): Promise<Quiz> {
  const pieces = piecesOf(text)
  const quiz: Quiz = { questions: [], dropped: 0, missing: 0, unparsed: 0 }
  for (const [at, piece] of pieces.entries()) {
    const count = Math.floor(QUESTIONS / pieces.length) + (at < QUESTIONS % pieces.length ? 1 : 0)
    const prompt = quizPrompt(piece, count)
    const answer = await judge.answer({ kind: "quiz", prompt, tokensOut: count * TOKENS_PER_QUESTION })
    if (answer === null) {
      quiz.missing += 1
      // What a check will cost does not depend on the words of its questions.
      if (judge.isDry) quiz.questions.push(...Array.from({ length: count }, () => DRY_QUESTION))
      continue
    }
    const found = questionsIn(answer)
    if (found.length === 0) quiz.unparsed += 1
    const plainPiece = plain(piece)
    const kept = found.filter(({ quote }) => stands(quote, plainPiece)).slice(0, count)
    quiz.dropped += found.filter(({ quote }) => !stands(quote, plainPiece)).length
    quiz.questions.push(...kept)
  }
  const different = new Map(quiz.questions.map((question) => [plain(question.question), question]))
  return judge.isDry ? quiz : { ...quiz, questions: [...different.values()] }
}

const DRY_QUESTION: Question = { question: "〇".repeat(25), answer: "〇".repeat(15) }

/** Checks a new part against the questions; null when no answer came or there are no questions. */
export async function checkQuiz(quiz: Quiz, text: string, judge: Endpoint): Promise<QuizResult | null> {
  if (quiz.questions.length === 0) return null
  const prompt = quizCheckPrompt(quiz.questions, text)
  const tokensOut = quiz.questions.length * TOKENS_PER_CHECK
  const answer = await judge.answer({ kind: "quiz-check", prompt, tokensOut })
  if (answer === null) return null
  const plainText = plain(text)
  const checks = checksIn(answer)
  const result: QuizResult = { respected: 0, broken: 0, untouched: 0, unverified: 0, unparsed: 0 }
  for (const number of quiz.questions.keys()) {
    const said = checks.get(number + 1) ?? []
    const [check, ...others] = said
    if (!check || others.some(({ kind }) => kind !== check.kind)) result.unparsed += 1
    else if (check.kind === "untouched") result.untouched += 1
    else if (said.some(({ quote }) => stands(quote, plainText))) result[check.kind] += 1
    else result.unverified += 1
  }
  return result
}

function piecesOf(text: string): string[] {
  const count = Math.min(QUESTIONS, Math.max(1, Math.ceil(countCharacters(text) / PIECE_CHARACTERS)))
  const units = Math.ceil(text.length / count)
  const pieces: string[] = []
  let rest = text
  while (rest !== "") {
    const piece = firstCharacters(rest, units)
    pieces.push(piece)
    rest = rest.slice(piece.length)
  }
  return pieces
}

function questionsIn(answer: string): (Question & { quote: string })[] {
  return answer.split("\n").flatMap((line) => {
    const [question, said, quote] = cellsOf(line).slice(-3)
    return question && said && quote ? [{ question, answer: said, quote }] : []
  })
}

interface Check {
  kind: "respected" | "broken" | "untouched"
  quote: string
}

function checksIn(answer: string): Map<number, Check[]> {
  const checks = new Map<number, Check[]>()
  for (const line of answer.split("\n")) {
    const [number = "", said = "", ...quotes] = cellsOf(line)
    const at = Number(/\d+/.exec(number)?.[0] ?? 0)
    const kind = kindOf(said)
    if (at > 0 && kind) checks.set(at, [...(checks.get(at) ?? []), { kind, quote: quotes.join("") }])
  }
  return checks
}

function kindOf(said: string): Check["kind"] | null {
  const word = plain(said)
  if (RESPECTED.test(word)) return "respected"
  if (BROKEN.test(word)) return "broken"
  return UNTOUCHED.test(word) ? "untouched" : null
}
