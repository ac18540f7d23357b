import { createContext, use } from "react"
import { site } from "#app/copy/site.ts"
import { HomeLink } from "./home-link.tsx"
import { MessagePage } from "./message-page.tsx"

/** The current request's id; empty in the browser. */
export const RequestIdContext = createContext("")

interface ErrorMessageProps {
  status: number
  /** The id if the browser renders the page, where the context is empty. */
  requestId?: string
}

/** An error page's message, with the request id that the operator needs to find it in the log. */
export function ErrorMessage({ status, requestId = "" }: ErrorMessageProps) {
  const id = use(RequestIdContext) || requestId
  return (
    <MessagePage
      title={site.error.title}
      text={site.error.byStatus[status] ?? site.error.text}
      note={site.error.code(status)}
    >
      {/* On http the browser cannot read the id, so the server's markup must stay. */}
      <p className="text-sm text-soft" suppressHydrationWarning>
        {id && site.error.id(id)}
      </p>
      <HomeLink look="generate" />
    </MessagePage>
  )
}
