import type { ReactNode } from "react"
import { href, NavLink } from "react-router"
import { site } from "#app/copy/site.ts"
import { FoldOut } from "./fold-out.tsx"

const LINKS = [
  { to: href("/"), text: site.nav.home },
  { to: href("/my-novels"), text: site.nav.novels },
  { to: href("/profile"), text: site.nav.library },
] as const

/** Title, links and user menu. Below 768 px the links fold into a menu that needs no script. */
export function SiteHeader({ userMenu }: { userMenu: ReactNode }) {
  return (
    <header className="border-b border-line bg-sheet">
      <div className="mx-auto flex min-h-14 max-w-7xl flex-wrap items-center gap-x-2 px-4 md:gap-x-6 md:px-6">
        <a
          href={href("/")}
          className="font-serif text-xl font-bold tracking-wide whitespace-nowrap text-ink no-underline"
        >
          {site.name}
          <span className="sr-only md:not-sr-only md:ml-3 md:font-sans md:text-sm md:font-normal md:text-soft">
            {site.title.split(" · ")[1]}
          </span>
        </a>
        <nav aria-label={site.nav.label} className="ml-auto hidden md:block">
          <NavigationLinks className="flex gap-1" />
        </nav>
        <FoldOut
          className="ml-auto md:hidden"
          summaryClass="min-h-11 rounded-lg px-3 whitespace-nowrap text-soft"
          summary={
            <>
              <MenuIcon />
              <span className="ml-2">{site.nav.menu}</span>
            </>
          }
        >
          <nav
            aria-label={site.nav.label}
            className="absolute right-0 z-20 mt-1 w-44 rounded-lg border border-line bg-sheet p-1 shadow-lg"
          >
            <NavigationLinks className="flex flex-col" />
          </nav>
        </FoldOut>
        {userMenu}
      </div>
    </header>
  )
}

function NavigationLinks({ className }: { className: string }) {
  return (
    <ul className={className}>
      {LINKS.map(({ to, text }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            className="flex min-h-11 items-center rounded-lg px-3 text-ink no-underline hover:bg-wash aria-[current=page]:font-semibold aria-[current=page]:text-generate dark:aria-[current=page]:text-ink"
          >
            {text}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

function MenuIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 fill-none stroke-current stroke-2">
      <path d="M3 5h14M3 10h14M3 15h14" strokeLinecap="round" />
    </svg>
  )
}
