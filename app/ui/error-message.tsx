import { createContext, use } from "react"
import { site } from "#app/copy/site.ts"
import { buttonClass } from "./button.tsx"
import { MessagePage } from "./message-page.tsx"

/** The id that the server answers a request under; empty in the browser. */
export const RequestIdContext = createContext("")

interface ErrorMessageProps {
  status: number
  /** Where no server knows it while the page is made: in the browser. */
  requestId?: string
}

/** Says that an answer failed, how, and under which id the operator finds it in the log. */
export function ErrorMessage({ status, requestId = "" }: ErrorMessageProps) {
  const id = use(RequestIdContext) || requestId
  return (
    <MessagePage
      title={site.error.title}
      text={site.error.byStatus[status] ?? site.error.text}
      note={site.error.code(status)}
    >
      {/* Without a secure connection the browser does not know the id: what the server wrote stays. */}
      <p className="text-sm text-soft" suppressHydrationWarning>
        {id && site.error.id(id)}
      </p>
      <a href="/" className={buttonClass("generate")}>
        {site.error.back}
      </a>
    </MessagePage>
  )
}
