import type { ReactNode } from "react"
import { site } from "#app/copy/site.ts"
import { SiteHeader } from "./site-header.tsx"

interface SiteFrameProps {
  isDemo?: boolean
  isBackendMissing?: boolean
  userMenu: ReactNode
  children: ReactNode
}

/** The frame of every page: header, demo banner, main area, footer. */
export function SiteFrame({ isDemo, isBackendMissing, userMenu, children }: SiteFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-40 focus:bg-sheet focus:p-3 focus:text-ink"
      >
        {site.skipToContent}
      </a>
      <SiteHeader userMenu={userMenu} />
      {isDemo && <Banner {...site.demo} />}
      {isBackendMissing && <Banner {...site.backendMissing} />}
      <main id="main" className="mx-auto w-full max-w-7xl grow px-4 py-5 md:px-6 md:py-8">
        {children}
      </main>
      <footer className="px-4 py-6 text-center text-xs text-soft">{site.footer}</footer>
    </div>
  )
}

/** One line about what this deployment lacks, with details to unfold. */
function Banner({ title, text }: { title: string; text: string }) {
  return (
    <details className="border-b border-line bg-wash text-sm">
      <summary className="fold mx-auto flex min-h-11 max-w-7xl items-center gap-2 px-4 md:px-6">
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-continue" />
        {title}
      </summary>
      <p className="mx-auto max-w-7xl px-4 pb-3 text-soft md:px-6">{text}</p>
    </details>
  )
}
