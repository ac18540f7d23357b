import { href } from "react-router"
import { shared } from "#app/copy/novels.ts"

/** Leads to the form that reports a novel, also before its reader has confirmed their age. */
export function ReportLink({ id = "" }: { id: string | undefined }) {
  return (
    <a
      href={href("/shared/:id/report", { id })}
      rel="nofollow"
      className="inline-flex min-h-11 shrink-0 items-center px-1 text-sm text-soft underline underline-offset-4"
    >
      {shared.report}
    </a>
  )
}
