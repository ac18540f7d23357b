import type { IncomingMessage, ServerResponse } from "node:http"
import { site } from "#app/copy/site.ts"
import { contentSecurityPolicy, createNonce } from "#app/server/http/security-headers.server.ts"
import { requestId } from "#app/server/log/request-record.server.ts"
import { ErrorMessage, RequestIdContext } from "#app/ui/error-message.tsx"
import { renderDocument } from "#app/ui/plain-document.tsx"

/** Answers a request that never reaches a route: with an error page if it accepts HTML, otherwise with one sentence. */
export function answerPlainly(request: IncomingMessage, response: ServerResponse, status: number): void {
  const wantsPage = request.headers.accept?.includes("text/html") ?? false
  response.statusCode = status
  response.setHeader("Cache-Control", "no-store")
  response.setHeader("Content-Type", `text/${wantsPage ? "html" : "plain"}; charset=utf-8`)
  if (wantsPage) {
    response.setHeader("Content-Security-Policy", contentSecurityPolicy(createNonce()))
  }
  response.end(wantsPage ? renderPage(status) : sentenceOf(status))
}

function sentenceOf(status: number): string {
  const sentence = site.error.byStatus[status] ?? site.error.text
  return `${sentence}\n${site.error.code(status)}\n${site.error.id(requestId())}\n`
}

function renderPage(status: number): string {
  return renderDocument(
    `${site.error.title} · ${site.name}`,
    <main className="px-4">
      <RequestIdContext value={requestId()}>
        <ErrorMessage status={status} />
      </RequestIdContext>
    </main>,
  )
}
