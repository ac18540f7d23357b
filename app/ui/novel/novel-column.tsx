import type { ReactNode } from "react"
import { href } from "react-router"
import { memory as memoryText } from "#app/copy/memory.ts"
import { novelPage as text, versions as versionText } from "#app/copy/novels.ts"
import { reading } from "#app/copy/reading.ts"
import { story } from "#app/copy/story.ts"
import type { ToldPlan } from "#app/domain/generation.ts"
import type { MemoryEntry } from "#app/domain/memory/story-memory.ts"
import type { VersionEntry } from "#app/domain/novel.ts"
import { novelPath } from "#app/domain/paths.ts"
import { BeatList } from "#app/ui/story/beat-list.tsx"
import { PlanHead } from "#app/ui/story/plan-head.tsx"
import { MemoryList } from "./memory-list.tsx"
import { NovelPanels } from "./novel-desk.tsx"
import { PanelLine, VersionList } from "./panel-lists.tsx"

interface NovelColumnProps {
  novel: {
    id: string
    createdAt: string
    now: string
    letters: number
    versions: readonly VersionEntry[] | null
    plan: ToldPlan | null
    entries: readonly MemoryEntry[]
    /** A long text without sections is listed by its parts. */
    parts: number
    sections: readonly { title: string; paragraph: number; part: number; letters: number }[]
  }
  shown: "sections" | "versions"
  /** The part that the page shows. */
  part?: number
  /** The version that the page shows. */
  version?: string
  /** An edit that was thrown away and can be taken back. */
  discarded?: ReactNode
  /** The forms that change the sections. */
  manageSections?: ReactNode
}

/** A novel's sections, last plan, memory and versions, one of which shows. */
export function NovelColumn({ novel, shown, part, version, discarded, manageSections }: NovelColumnProps) {
  const { id, createdAt, now, letters, versions, plan, entries, parts, sections } = novel
  const page = href("/novels/:id", { id })
  return (
    <NovelPanels
      shown={shown}
      panels={[
        {
          name: "sections",
          label: text.sections,
          content: (
            <>
              {sections.length === 0 && <p className="px-2.5 text-soft text-sm">{text.noSections}</p>}
              <ol>
                {sections.map(({ title, paragraph, part: holder, letters: own }) => (
                  <PanelLine key={paragraph} to={`${novelPath(id, holder)}#p${paragraph}`} label={title}>
                    {text.letters(own)}
                  </PanelLine>
                ))}
                {sections.length === 0 &&
                  parts > 1 &&
                  Array.from({ length: parts }, (_, nth) => (
                    <PanelLine
                      // biome-ignore lint/suspicious/noArrayIndexKey: parts are their numbers
                      key={nth}
                      to={novelPath(id, nth + 1)}
                      isCurrent={nth + 1 === part}
                      label={reading.partName(nth + 1)}
                    />
                  ))}
              </ol>
              {manageSections}
            </>
          ),
        },
        {
          name: "plan",
          label: story.plan,
          content: plan ? (
            <LastPlan plan={plan} />
          ) : (
            <p className="px-2.5 text-soft text-sm">{text.noPlan}</p>
          ),
        },
        {
          name: "memory",
          label: memoryText.title,
          content: <MemoryList entries={entries} page={href("/novels/:id/memory", { id })} />,
        },
        {
          name: "versions",
          label: versionText.title,
          content: (
            <>
              {discarded}
              <VersionList
                versions={versions}
                createdAt={createdAt}
                now={now}
                letters={letters}
                novelPath={page}
                pathOf={(one) => href("/novels/:id/versions/:version", { id, version: one })}
                current={version}
              />
            </>
          ),
        },
      ]}
    />
  )
}

function LastPlan({ plan: { head, beats } }: { plan: ToldPlan }) {
  return (
    <>
      <p className="mb-1 px-2 text-soft text-xs">{text.planOfLast}</p>
      <BeatList beats={beats} current={beats.length} />
      {head.length > 0 && <PlanHead head={head} />}
    </>
  )
}
