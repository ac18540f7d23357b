import type { ReactNode } from "react"
import { withWait } from "#app/copy/limits.ts"
import {
  entryText,
  memoryFailureText,
  memoryKindText,
  memoryProblemText,
  memory as text,
} from "#app/copy/memory.ts"
import { type FormAnswer, isRefusedAt, typedIn } from "#app/domain/forms/form-answer.ts"
import type { MemoryIntent } from "#app/domain/forms/memory-forms.ts"
import { isNamed, type MemoryEntry, type MemoryKind } from "#app/domain/memory/story-memory.ts"
import type { MemoryResult } from "#app/routes/memory/memory-form.server.ts"
import type { MemoryFailure } from "#app/server/story-memory/memory-places.server.ts"
import { Problem } from "#app/ui/problem.tsx"
import { TextArea, TextField } from "#app/ui/text-field.tsx"

/** The answer to a form of a memory. */
export type MemoryAnswer = FormAnswer<MemoryIntent, MemoryFailure, MemoryResult | null>

interface MemoryFieldsProps {
  kind: MemoryKind
  id: string
  /** The entry to change; null for a new one. */
  entry: MemoryEntry | null
  refused: MemoryAnswer | undefined
  /** Where to log in, if that helps. */
  login: ReactNode
}

/** The fields of an entry, as they were typed if the form was refused. */
export function MemoryFields({ kind, id, entry, refused, login }: MemoryFieldsProps) {
  const { name, fixed, now } = memoryKindText[kind]
  const problem = (field: string) =>
    isRefusedAt(refused, field) ? memoryAnswerText(refused, kind) : undefined
  const value = (field: string, held: string) => typedIn(refused, field) ?? held
  const ticked = (field: string, held: boolean) =>
    refused ? refused.form.initialValue?.[field] !== undefined : held
  const fixedField = fixed ?? (value("fixed", entry?.fixed ?? "") ? memoryKindText.person.fixed : null)
  const nowField = now ?? (value("now", entry?.now ?? "") ? memoryKindText.person.now : null)
  const standing = refused?.result?.standing
  return (
    <>
      <input type="hidden" name="id" value={id} />
      {refused && !refused.form.error && <Problem text={memoryAnswerText(refused, kind)}>{login}</Problem>}
      {refused?.failure === "memory-gone" && <p className="text-sm">{text.addAnew}</p>}
      {standing && <p className="text-sm">{text.standing(entryText(standing.entry))}</p>}
      <TextField
        id={`${id}-name`}
        name="name"
        label={name}
        defaultValue={value("name", entry?.name ?? "")}
        error={problem("name")}
        autoFocus={!refused || isRefusedAt(refused, "name")}
        autoComplete="off"
      />
      {isNamed(kind) && (
        <TextField
          id={`${id}-aliases`}
          name="aliases"
          label={text.aliasesField}
          hint={text.aliasesHint}
          defaultValue={value("aliases", entry?.aliases.join("、") ?? "")}
          error={problem("aliases")}
          autoComplete="off"
        />
      )}
      {fixedField && (
        <TextArea
          id={`${id}-fixed`}
          name="fixed"
          rows={2}
          {...fixedField}
          defaultValue={value("fixed", entry?.fixed ?? "")}
          error={problem("fixed")}
        />
      )}
      {nowField && (
        <TextArea
          id={`${id}-now`}
          name="now"
          rows={2}
          {...nowField}
          defaultValue={value("now", entry?.now ?? "")}
          error={problem("now")}
        />
      )}
      {kind === "thread" && (
        <Tick
          name="is_settled"
          label={text.settledField}
          isTicked={ticked("is_settled", entry ? !entry.open : false)}
        />
      )}
      <Tick
        name="is_authors"
        label={text.authorsField}
        hint={text.authorsHint}
        isTicked={ticked("is_authors", entry ? entry.by === "author" : true)}
      />
    </>
  )
}

function Tick({
  name,
  label,
  hint,
  isTicked,
}: {
  name: string
  label: string
  hint?: string
  isTicked: boolean
}) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        name={name}
        defaultChecked={isTicked}
        className="size-5 shrink-0 accent-generate"
      />
      <span>
        {label}
        {hint && <span className="block text-sm text-soft">{hint}</span>}
      </span>
    </label>
  )
}

/** Why a memory did not change; undefined if it did. */
export function memoryAnswerText(answer: MemoryAnswer | undefined, kind: MemoryKind): string | undefined {
  const failure = answer?.failure
  if (!failure) return undefined
  if (failure in memoryFailureText) {
    return withWait(memoryFailureText[failure as keyof typeof memoryFailureText], answer.waitSeconds)
  }
  return memoryProblemText(failure as Parameters<typeof memoryProblemText>[0], kind)
}
