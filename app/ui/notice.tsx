import type { NoticeText } from "#app/copy/notices.ts"
import { LoginFor } from "./login-link.tsx"

/** A notice that says what happened, what was kept and what to do next. */
export function Notice({ title, text, tone = "info", loginFor }: NoticeText) {
  const look = tone === "error" ? "border-danger bg-danger-wash" : "border-line bg-raised"
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border px-4 py-2.5 text-sm shadow-float ${loginFor ? "md:min-w-80" : ""} ${look}`}
    >
      {/* A short notice takes one line, which covers no title below it. */}
      <div className="flex grow basis-48 flex-wrap gap-x-2">
        <p className="font-semibold">{title}</p>
        {text && <p className="text-soft">{text}</p>}
      </div>
      {loginFor && <LoginFor next={loginFor} />}
    </div>
  )
}

/** A notice that the page brings along. It stands fixed until script shows it in the region of notices. */
export function LandingNotice(notice: NoticeText) {
  return (
    <div role="status" className="notices landing-notice hidden unhydrated:flex">
      <Notice {...notice} />
    </div>
  )
}
