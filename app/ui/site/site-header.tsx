import type { ReactNode } from "react"
import { href, Link, useLocation } from "react-router"
import { site } from "#app/copy/site.ts"
import { FoldOut } from "#app/ui/fold-out.tsx"

const LINKS = [
  { to: href("/"), text: site.nav.home },
  { to: href("/my-novels"), text: site.nav.novels },
  { to: href("/profile"), text: site.nav.library },
] as const

interface SiteHeaderProps {
  isDemo: boolean | undefined
  userMenu: ReactNode
  /** The path of a page that is shown before it has come. */
  coming?: string | undefined
}

/** Title, links and user menu. Below 768 px the links fold into a menu that needs no script. */
export function SiteHeader({ isDemo, userMenu, coming }: SiteHeaderProps) {
  const { pathname } = useLocation()
  const current = coming ?? pathname
  return (
    <header className="relative border-b border-line bg-sheet">
      <div className="page flex min-h-13 flex-wrap items-center gap-x-3 md:min-h-14">
        <a
          href={href("/")}
          className="flex min-h-11 min-w-11 items-center font-serif text-xl font-bold whitespace-nowrap text-ink no-underline"
        >
          {site.name}
          <span className="sr-only md:not-sr-only md:ml-3 md:font-sans md:text-sm md:font-normal md:text-soft">
            {site.title.split(" · ")[1]}
          </span>
        </a>
        {isDemo && <DemoBadge />}
        <nav aria-label={site.nav.label} className="ml-auto hidden md:block">
          <ul className="flex gap-1">
            <NavigationLinks
              current={current}
              className="rounded-lg aria-[current=page]:rounded-none aria-[current=page]:shadow-[inset_0_-2px_var(--color-generate-ink)]"
            />
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2 md:ml-2">
          {userMenu}
          <FoldOut
            className="static md:hidden"
            label={site.nav.menu}
            summary={<MenuIcon />}
            summaryClass="size-11 justify-center rounded-lg"
          >
            <nav
              aria-label={site.nav.label}
              className="absolute right-4 z-20 mt-1 w-44 max-w-[90vw] rounded-xl border border-line bg-raised p-1.5 shadow-float"
            >
              <ul className="flex flex-col">
                <NavigationLinks current={current} className="rounded-lg" />
              </ul>
            </nav>
          </FoldOut>
        </div>
      </div>
    </header>
  )
}

/** Says that no model is connected; pressed, it says what that means. */
function DemoBadge() {
  return (
    <FoldOut
      className="max-md:static"
      summaryClass="min-h-11 text-xs whitespace-nowrap text-soft"
      summary={
        <span className="rounded-full border border-line bg-wash px-2.5 py-px">{site.demo.badge}</span>
      }
    >
      <div className="absolute inset-x-4 z-20 rounded-xl border border-line bg-raised p-4 text-sm shadow-float md:inset-x-auto md:left-0 md:w-80">
        <p className="font-semibold">{site.demo.title}</p>
        <p className="mt-1 text-soft">{site.demo.text}</p>
      </div>
    </FoldOut>
  )
}

function NavigationLinks({ current, className }: { current: string; className: string }) {
  return LINKS.map(({ to, text }) => (
    <li key={to}>
      <Link
        to={to}
        aria-current={to === current ? "page" : undefined}
        className={`flex min-h-11 items-center px-3 text-ink no-underline hover:bg-wash aria-[current=page]:font-semibold aria-[current=page]:text-generate-ink ${className}`}
      >
        {text}
      </Link>
    </li>
  ))
}

function MenuIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5.5 fill-none stroke-current stroke-2">
      <path d="M4 7h16M4 12h16M4 17h16" strokeLinecap="round" />
    </svg>
  )
}
