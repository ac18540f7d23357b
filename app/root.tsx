import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react"
import {
  data,
  href,
  isRouteErrorResponse,
  Links,
  Meta,
  matchPath,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useRouteLoaderData,
  useSubmit,
} from "react-router"
import { followAccount } from "#app/browser/account-texts.ts"
import { restoreEarlyTyping } from "#app/browser/early-typing.ts"
import { useKeptFocus } from "#app/browser/kept-focus.ts"
import { stayWhereLost, useLiveNavigation, useLostRequest, useShownPage } from "#app/browser/lost-line.ts"
import { notify, useNotices } from "#app/browser/notices.ts"
import { lastRequestId } from "#app/browser/request-id.ts"
import { preloadLinkedPages } from "#app/browser/route-modules.ts"
import { flashedNotice, type NoticeText } from "#app/copy/notices.ts"
import { site } from "#app/copy/site.ts"
import { avatarSrc } from "#app/domain/profile.ts"
import { type Reading, readingAttributes } from "#app/domain/reading/settings.ts"
import { LoginDialog } from "#app/routes/login-dialog.tsx"
import { isScripted } from "#app/scripted-page.ts"
import { isDemo } from "#app/server/generation/chosen-writer.server.ts"
import { visitorMiddleware } from "#app/server/generation/visitor-session.server.ts"
import { keepPagesMiddleware } from "#app/server/http/cached-answers.server.ts"
import { requestOrigin } from "#app/server/http/request-origin.server.ts"
import { retryAfterMiddleware } from "#app/server/limits/take-quota.server.ts"
import { routeNameMiddleware } from "#app/server/log/request-record.server.ts"
import { getProfile } from "#app/server/profile/profile.server.ts"
import { clientAddressMiddleware } from "#app/server/visitor/client-address.server.ts"
import { findFlash, shownFlashHeaders } from "#app/server/visitor/flash.server.ts"
import { knownDeviceMiddleware } from "#app/server/visitor/known-device.server.ts"
import { hasLoggedOut } from "#app/server/visitor/logged-out.server.ts"
import { responseCookiesMiddleware } from "#app/server/visitor/response-cookies.server.ts"
import {
  backendState,
  findAccount,
  findClaimedEmail,
  sessionMiddleware,
} from "#app/server/visitor/session.server.ts"
import siteSheet from "#app/ui/app.css?url"
import { Button } from "#app/ui/button.tsx"
import { ErrorMessage } from "#app/ui/error-message.tsx"
import { LoginLink } from "#app/ui/login-link.tsx"
import { LandingNotice, Notice } from "#app/ui/notice.tsx"
import readerSheet from "#app/ui/reading/reader-page.css?url"
import { ShelfOnItsWay } from "#app/ui/shelf/shelf.tsx"
import { ReaderFrame, SiteFrame } from "#app/ui/site/site-frame.tsx"
import { UserMenu, UserMenuPlaceholder } from "#app/ui/site/user-menu.tsx"
import type { Route } from "./+types/root"

export const middleware: Route.MiddlewareFunction[] = [
  routeNameMiddleware,
  keepPagesMiddleware,
  clientAddressMiddleware,
  retryAfterMiddleware,
  responseCookiesMiddleware,
  knownDeviceMiddleware,
  sessionMiddleware,
  visitorMiddleware,
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayWhereLost]

export async function loader({ request, context }: Route.LoaderArgs) {
  const flashed = await findFlash(request)
  const account = findAccount(context)
  const profile = account && (await getProfile(context))
  const known = profile?.ok ? profile.value : null
  const email = account?.email ?? (await findClaimedEmail(context))
  const user =
    email === null
      ? null
      : { email, profile: known && { username: known.username, avatarSrc: avatarSrc(known.avatarUrl) } }
  const isBackendMissing = backendState(context) === "missing"
  const notice = flashed && flashedNotice(flashed)
  const loggedOut = await hasLoggedOut(request, context, email !== null)
  const origin = requestOrigin(request)
  const init = flashed ? { headers: await shownFlashHeaders() } : undefined
  return data({ isDemo, isBackendMissing, user, notice, loggedOut, origin }, init)
}

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
]

export const meta: Route.MetaFunction = () => [
  { title: site.title },
  { name: "description", content: site.description },
]

export function Layout({ children }: { children: ReactNode }) {
  const hydrates = isScripted(useHandles())
  const reading = useReading()
  const stylesheet = useIsReader() ? readerSheet : siteSheet

  // The page of an error has no App, so the layout says that script runs, after the effects of what it holds.
  useEffect(() => {
    document.documentElement.dataset.hydrated = ""
  }, [])

  return (
    // A page whose script rests says so here.
    <html lang="zh-Hans" suppressHydrationWarning {...(reading && readingAttributes(reading))}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {/* With a precedence, it stands before the scripts' preloads, which a weak line would load first. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        <Links />
      </head>
      <body>
        {children}
        {hydrates && <ScrollRestoration />}
        {hydrates && <Scripts />}
      </body>
    </html>
  )
}

/** What pages tell of themselves: whether the framework's script runs on them, and whether they have a bar of their own. */
function useHandles() {
  return useMatches().map(({ handle }) => handle as { script?: boolean; bar?: boolean } | undefined)
}

/** How the reader of a page for reading wants to read. */
function useReading() {
  const pages = useMatches().map(({ loaderData }) => loaderData as { reading?: Reading } | undefined)
  return pages.findLast((page) => page?.reading)?.reading
}

/** Whether the page is a reader's alone: it has its own bar and style sheet. */
function useIsReader() {
  const hasOwnBar = useHandles().some((handle) => handle?.bar)
  return useReading() !== undefined && hasOwnBar
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { isDemo, isBackendMissing, user, notice, loggedOut } = loaderData
  const navigation = useLiveNavigation()
  const location = useLocation()

  // A layout effect runs before fields restore their drafts and before the history records newer texts.
  const email = user?.email ?? null
  useLayoutEffect(() => followAccount(email, loggedOut), [email, loggedOut])

  useEffect(() => {
    restoreEarlyTyping()
    return preloadLinkedPages()
  }, [])
  useShownPage()
  useKeptFocus()

  // With script, a notice appears in the notice region; without, it is above the page.
  useEffect(() => {
    if (notice) notify(notice, { offers: Boolean(notice.loginFor) })
  }, [notice])

  const isReader = useIsReader()
  if (isReader) {
    return (
      <ReaderFrame>
        {notice && <LandingNotice {...notice} />}
        <Outlet />
      </ReaderFrame>
    )
  }

  const shelf = href("/my-novels")
  const opening = location.pathname === shelf ? undefined : navigation.location
  const opensShelf = opening?.pathname === shelf
  const isLeaving = navigation.formAction === href("/logout")
  const menu = user ? <UserMenu {...user} /> : <LoginDialog />
  return (
    <SiteFrame
      isDemo={isDemo}
      isBackendMissing={isBackendMissing}
      userMenu={isLeaving ? <UserMenuPlaceholder /> : menu}
      coming={opensShelf ? shelf : undefined}
    >
      {notice && <LandingNotice {...notice} />}
      {opensShelf ? <ShelfOnItsWay search={opening.search} /> : <Outlet />}
      <NoticeRegion signedIn={user !== null} />
    </SiteFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const user = useRouteLoaderData<typeof loader>("root")?.user
  return (
    <SiteFrame userMenu={user ? <UserMenu {...user} /> : <LoginLink />}>
      <title>{`${site.error.title} · ${site.name}`}</title>
      <ErrorMessage status={status} requestId={lastRequestId()} />
    </SiteFrame>
  )
}

function NoticeRegion({ signedIn }: { signedIn: boolean }) {
  const notices = useNotices<NoticeText>()
  const wanted = notices.filter(({ content }) => !(signedIn && content.loginFor))
  const lost = useLostRequest()
  const region = useRef<HTMLDivElement>(null)

  // Reopen the popover for each notice, so that it is above a dialog that opened before it.
  useEffect(() => {
    const popover = region.current
    if ((notices.length === 0 && !lost) || !popover?.showPopover) return
    popover.hidePopover()
    popover.showPopover()
  }, [notices, lost])

  return (
    <div ref={region} popover="manual" className="notices">
      <LostLine />
      <div role="status" className="contents">
        {wanted.map(({ id, content }) => (
          <Notice key={id} {...content} />
        ))}
      </div>
    </div>
  )
}

/** Forms that say at their own button that they did not reach the server. */
const SAYS_AT_BUTTON = ["/", "/generations/:id/outline"]

/** Reports any other form, or a page, that did not reach the server, with a retry button. */
function LostLine() {
  const lost = useLostRequest()
  const isSaidAtButton =
    lost?.form && SAYS_AT_BUTTON.some((path) => matchPath(path, lost.to.split("?", 1)[0] ?? ""))
  const navigate = useNavigate()
  const submit = useSubmit()
  if (!lost || isSaidAtButton) return null

  function send({ to, form, tryAgain }: NonNullable<typeof lost>) {
    if (tryAgain) return tryAgain()
    if (form) return submit(form, { method: "post", action: to, encType: "multipart/form-data" })
    return navigate(to)
  }

  return (
    <div
      role="alert"
      className="pointer-events-auto flex items-center gap-3 rounded-lg border border-danger bg-danger-wash px-4 py-3 text-sm shadow-md"
    >
      <p className="grow">{site.lost[lost.lost]}</p>
      <Button type="button" onClick={() => void send(lost)}>
        {site.lost.again}
      </Button>
    </div>
  )
}
