import { story } from "#app/copy/story.ts"

const LABELS = { work: story.tabs.work, plan: story.plan, memory: story.memory } as const

type DeskTab = keyof typeof LABELS

/** Chooses what the column shows, by radio buttons and CSS. A browser without `:has()` shows everything. */
export function DeskTabs({ tabs, className = "" }: { tabs: readonly DeskTab[]; className?: string }) {
  return (
    <div role="radiogroup" aria-label={story.tabs.label} className={`desk-tabs ${className}`}>
      {tabs.map((tab, index) => (
        <label key={tab}>
          <input type="radio" name="desk-tab" value={tab} defaultChecked={index === 0} />
          {LABELS[tab]}
        </label>
      ))}
    </div>
  )
}
