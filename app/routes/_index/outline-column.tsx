import { memory as memoryText } from "#app/copy/memory.ts"
import { outline } from "#app/copy/outline.ts"
import { OutlineButtons } from "#app/routes/outline-form.tsx"
import { type DeskMemory, MemoryPanel, MemorySheet } from "./memory-panel.tsx"

interface OutlineColumnProps {
  id: string
  memory: DeskMemory | null
  maxLevel: number
}

/** Beside a plan that waits, on a wide screen: the memory, and at its foot the buttons that start the writing. */
export function OutlineColumn({ id, memory, maxLevel }: OutlineColumnProps) {
  return (
    <aside
      aria-label={outline.column}
      className="desk-column w-full rounded-xl border border-line bg-sheet p-4 pb-0 max-lg:hidden"
    >
      <h2 className="mb-1 font-semibold">{memoryText.title}</h2>
      {memory && <MemoryPanel {...memory} />}
      <OutlineButtons id={id} maxLevel={maxLevel} className="column-foot" />
    </aside>
  )
}

/** The same at the foot of a smaller screen. */
export function OutlineBar({ id, memory, maxLevel }: OutlineColumnProps) {
  return (
    <div className="bar is-outline lg:hidden">
      <OutlineButtons id={id} maxLevel={maxLevel} className="outline-row">
        {memory && <MemorySheet memory={memory} />}
      </OutlineButtons>
    </div>
  )
}
