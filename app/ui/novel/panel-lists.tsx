import type { ReactNode } from "react"
import { novelPage, recentTime, versions as text } from "#app/copy/novels.ts"
import type { VersionEntry } from "#app/domain/novel.ts"

/** One line of a list in the column: what it is, and beside it what else there is to say. */
export function PanelLine({
  to,
  isCurrent = false,
  label,
  children,
}: {
  to: string
  isCurrent?: boolean
  label: string
  children?: ReactNode
}) {
  return (
    <li>
      <a
        href={to}
        aria-current={isCurrent ? "page" : undefined}
        className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-lg px-2.5 py-1 text-sm no-underline hover:bg-wash aria-[current=page]:bg-generate-wash aria-[current=page]:font-semibold aria-[current=page]:text-generate-ink"
      >
        <span className="min-w-0">{label}</span>
        <span className="text-soft text-xs tabular-nums font-normal">{children}</span>
      </a>
    </li>
  )
}

interface VersionListProps {
  /** Null if they cannot be read. */
  versions: readonly VersionEntry[] | null
  createdAt: string
  now: string
  novelPath: string
  letters: number
  pathOf(version: string): string
  current?: string | undefined
}

/** The text as it stands, and the ones before it. */
export function VersionList({
  versions,
  createdAt,
  now,
  novelPath,
  letters,
  pathOf,
  current,
}: VersionListProps) {
  if (!versions) return <p className="text-soft text-sm">{text.away}</p>
  const standingFrom = versions[0]?.replacedAt ?? createdAt
  return (
    <>
      <p className="mb-2 text-soft text-xs">{text.hint}</p>
      <ol>
        <PanelLine to={novelPath} label={recentTime(standingFrom, now)}>
          {text.now} · {novelPage.letters(letters)}
        </PanelLine>
        {versions.map((version) => (
          <PanelLine
            key={version.id}
            to={pathOf(version.id)}
            isCurrent={version.id === current}
            label={recentTime(version.writtenAt, now)}
          >
            {version.writtenAt === createdAt && `${text.first} · `}
            {novelPage.letters(version.letters)}
          </PanelLine>
        ))}
      </ol>
      {versions.length === 0 && <p className="px-2.5 py-2 text-soft text-sm">{text.none}</p>}
    </>
  )
}
