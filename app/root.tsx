import { type ReactNode, useEffect } from "react"
import { href, isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router"
import { createCsrfMiddleware } from "remix-utils/middleware/csrf"
import type { Route } from "./+types/root"
import { useNotices } from "./browser/notices.ts"
import type { NoticeText } from "./copy/notices.ts"
import { site } from "./copy/site.ts"
import { nonceMiddleware, secureHeadersMiddleware } from "./server/security-headers.server.ts"
import { visitorMiddleware } from "./server/visitor.server.ts"
import { isDemo } from "./server/writer.server.ts"
import stylesheet from "./ui/app.css?url"
import { buttonClass } from "./ui/button.tsx"
import { LoginLink } from "./ui/login-link.tsx"
import { MessagePage } from "./ui/message-page.tsx"
import { Notice } from "./ui/notice.tsx"
import { SiteFrame } from "./ui/site-frame.tsx"

export const middleware: Route.MiddlewareFunction[] = [
  nonceMiddleware,
  secureHeadersMiddleware,
  // Browsers too old for fetch metadata are held off by the SameSite cookie.
  createCsrfMiddleware({ allowMissingOrigin: true }),
  visitorMiddleware,
]

export function loader() {
  return { isDemo }
}

export const links: Route.LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
]

export const meta: Route.MetaFunction = () => [
  { title: site.title },
  { name: "description", content: site.description },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="zh-Hans">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ""
  }, [])

  return (
    <SiteFrame isDemo={loaderData.isDemo} userMenu={<LoginLink />}>
      <Outlet />
      <NoticeRegion />
    </SiteFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <SiteFrame isDemo={false} userMenu={<LoginLink />}>
      <title>{`${site.error.title} · ${site.name}`}</title>
      <MessagePage
        title={site.error.title}
        text={site.error.byStatus[status] ?? site.error.text}
        note={site.error.code(status)}
      >
        <a href={href("/")} className={buttonClass("generate")}>
          {site.error.back}
        </a>
      </MessagePage>
    </SiteFrame>
  )
}

function NoticeRegion() {
  const notices = useNotices<NoticeText>()
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-sm flex-col gap-2 md:right-6 md:left-auto md:mx-0 md:w-96"
    >
      {notices.map(({ id, content }) => (
        <Notice key={id} {...content} />
      ))}
    </div>
  )
}
