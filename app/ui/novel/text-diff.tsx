import { versions as text } from "#app/copy/novels.ts"
import type { DiffPart, TextDiff } from "#app/domain/text-diff.ts"

/** What two texts have apart, as an edited manuscript shows it. */
export function TextDiffView({ diff }: { diff: TextDiff }) {
  return (
    <div className="story mx-auto">
      {diff.lines.map((line, at) =>
        "skipped" in line ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a comparison does not change
          <p key={at} className="my-3 text-center font-sans text-soft text-xs [text-indent:0]">
            {text.skipped(line.skipped)}
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a comparison does not change
          <p key={at}>
            {line.parts.map((part, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a comparison does not change
              <Part key={nth} {...part} />
            ))}
          </p>
        ),
      )}
      {diff.isCut && <p className="mt-4 font-sans text-soft text-sm [text-indent:0]">{text.cut}</p>}
    </div>
  )
}

function Part({ kind, text: words }: DiffPart) {
  if (kind === "added") {
    return (
      <ins className="bg-generate-wash text-generate-ink decoration-2 underline underline-offset-4">
        {words}
      </ins>
    )
  }
  if (kind === "removed") return <del className="bg-danger-wash text-danger line-through">{words}</del>
  return words
}
