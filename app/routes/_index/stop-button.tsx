import { type FormEvent, useState } from "react"
import { href } from "react-router"
import { notify } from "#app/browser/notices.ts"
import { postQuietly } from "#app/browser/post-quietly.ts"
import { notices } from "#app/copy/notices.ts"
import { story } from "#app/copy/story.ts"
import { Button } from "#app/ui/button.tsx"

export function StopButton({ id, className = "" }: { id: string; className?: string }) {
  const [stopping, setStopping] = useState(false)

  // Not a navigation: the page stays as it is, and the stream reports the stop.
  async function stop(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (stopping) return
    setStopping(true)
    if (await postQuietly(event.currentTarget.action)) return
    setStopping(false)
    notify(notices.stopFailed)
  }

  return (
    <form method="post" action={href("/generations/:id/stop", { id })} onSubmit={stop}>
      {/* Not disabled, because that takes the focus away. */}
      <Button look="danger" aria-disabled={stopping} className={className}>
        {stopping ? story.stopping : story.stop}
      </Button>
    </form>
  )
}
