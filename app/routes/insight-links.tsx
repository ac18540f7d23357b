import { href } from "react-router"
import { memory, prompt } from "#app/copy/memory.ts"
import { QuietLinks } from "#app/ui/quiet-links.tsx"

/** A link to what the model of a generation was shown. */
export function PromptLink({ id }: { id: string }) {
  return <QuietLinks links={[{ to: href("/generations/:id/prompt", { id }), label: prompt.title }]} />
}

/** Links to what the engine remembers of a generation, and to what its model was shown. */
export function InsightLinks({ id }: { id: string }) {
  const links = [
    { to: href("/generations/:id/memory", { id }), label: memory.title },
    { to: href("/generations/:id/prompt", { id }), label: prompt.title },
  ]
  return <QuietLinks links={links} />
}
