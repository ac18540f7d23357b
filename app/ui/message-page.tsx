import type { ReactNode } from "react"

interface MessagePageProps {
  title: string
  text: string
  note?: string
  children: ReactNode
}

/** A page with a single message and a single action. */
export function MessagePage({ title, text, note, children }: MessagePageProps) {
  return (
    <section className="mx-auto flex max-w-md flex-col items-center gap-4 py-16 text-center md:py-24">
      <h1 className="font-serif text-2xl font-bold">{title}</h1>
      <p className="text-soft">{text}</p>
      {note && <p className="text-sm text-soft">{note}</p>}
      {children}
    </section>
  )
}
