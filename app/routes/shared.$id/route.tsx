import { data, redirect } from "react-router"
import { generator } from "#app/copy/generator.ts"
import { shared } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { aiMetadata } from "#app/domain/ai-metadata.ts"
import { ageSchema } from "#app/domain/forms/novel-forms.ts"
import { sharedPath } from "#app/domain/paths.ts"
import { partIn, readingPage } from "#app/domain/reading/parts.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { openSharedPage } from "#app/routes/open-shared.server.ts"
import { pageMeta } from "#app/routes/page-meta.ts"
import { SharedFailure } from "#app/routes/shared-failure.tsx"
import { takeFields } from "#app/routes/take-form.server.ts"
import { requestOrigin } from "#app/server/http/request-origin.server.ts"
import { qrCode } from "#app/server/images/qr-code.server.ts"
import { findAuthorLinks } from "#app/server/novels/find-author.server.ts"
import { readingOf } from "#app/server/visitor/reading-cookie.server.ts"
import { confirmAdult } from "#app/server/visitor/visitor.server.ts"
import { Button } from "#app/ui/button.tsx"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import type { Route } from "./+types/route"
import { novelMeta } from "./novel-meta.ts"
import { Reader } from "./reader.tsx"
import { ReportLink } from "./report-link.tsx"

const CONFIRM = "confirm-adult"

/** Share links get a page without framework script. */
export const handle = { script: false, bar: true }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { headers, ...opened } = await openSharedPage(request, context, params.id)
  if (opened.view !== "novel") {
    const status = opened.view === "failed" ? FAILURE_STATUS[opened.failure] : 200
    return data({ ...opened, id: params.id }, { status, headers })
  }
  const { adult } = opened
  const { content, sections, ...novel } = opened.novel
  // Of a long text, a page renders no more than its part.
  const page = readingPage(content, sections, partIn(new URL(request.url).searchParams))
  const link = new URL(sharedPath(novel.id), requestOrigin(request)).href
  const [reading, links] = await Promise.all([readingOf(request), findAuthorLinks(context, opened.novel)])
  const shown = { id: novel.id, adult, novel, page, reading, links, link, qr: qrCode(link) }
  return data({ view: opened.view, ...shown }, { headers })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { intent } = await takeFields(request, ageSchema)
  // Only the button's value counts; any other submission shows the question again.
  if (intent === CONFIRM) await confirmAdult(context)
  return redirect(sharedPath(params.id ?? "", partIn(new URL(request.url).searchParams)), 303)
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData || loaderData.view === "failed") return [{ title: site.title }]
  const ai =
    loaderData.view === "novel" ? [{ name: "AIGC", content: aiMetadata(site.name, loaderData.novel.id) }] : []
  // Link previews show nothing of an adult novel, whether or not this visitor has confirmed their age.
  if (loaderData.view === "gate" || loaderData.adult) {
    const adult = [
      { name: "rating", content: "adult" },
      { name: "robots", content: "noindex, noarchive" },
    ]
    return [...pageMeta({ title: site.title, matches }), ...adult, ...ai]
  }
  return [...novelMeta(loaderData.novel, loaderData.page, matches), ...ai]
}

export default function Shared({ loaderData }: Route.ComponentProps) {
  if (loaderData.view === "gate") return <AgeGate id={loaderData.id} />
  if (loaderData.view === "failed") return <SharedFailure failure={loaderData.failure} />
  return <Reader {...loaderData} />
}

function AgeGate({ id }: { id: string | undefined }) {
  return (
    <MessagePage title={generator.adult.title} text={shared.gate}>
      <form method="post">
        <Button name="intent" value={CONFIRM} look="continue">
          {shared.confirmAge}
        </Button>
      </form>
      <HomeLink />
      <ReportLink id={id} />
    </MessagePage>
  )
}
