import type { ReactNode } from "react"

interface MessagePageProps {
  title: string
  text: string
  note?: string
  children: ReactNode
}

/** A page with a single message and what there is to do about it. */
export function MessagePage({ title, text, note, children }: MessagePageProps) {
  return (
    <section className="mx-auto flex min-h-[62dvh] max-w-md flex-col items-center justify-center gap-4 py-8 text-center">
      <h1 className="font-serif text-2xl font-bold text-balance">{title}</h1>
      <p className="text-soft text-balance">{text}</p>
      {note && <p className="text-sm text-soft text-balance">{note}</p>}
      <div className="mt-2 flex flex-wrap items-center justify-center gap-3 [&>[role=alert]]:basis-full">
        {children}
      </div>
    </section>
  )
}
