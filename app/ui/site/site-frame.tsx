import type { ReactNode } from "react"
import { site } from "#app/copy/site.ts"
import { SiteHeader } from "./site-header.tsx"

interface SiteFrameProps {
  isDemo?: boolean
  isBackendMissing?: boolean
  userMenu: ReactNode
  /** The path of a page that is shown before it has come. */
  coming?: string | undefined
  children: ReactNode
}

/** The frame of every page: header, main area, footer. */
export function SiteFrame({ isDemo, isBackendMissing, userMenu, coming, children }: SiteFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader isDemo={isDemo} userMenu={userMenu} coming={coming} />
      {isBackendMissing && <Banner {...site.backendMissing} />}
      <main id="main" className="page grow pt-3 pb-8 md:pt-6">
        {children}
      </main>
      <Footer />
    </div>
  )
}

/** The frame of a page with a bar of its own, for reading. */
export function ReaderFrame({ children }: { children: ReactNode }) {
  return (
    <div className="reader flex min-h-dvh flex-col">
      <SkipLink />
      {children}
      <Footer />
    </div>
  )
}

function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:z-40 focus:bg-raised focus:p-3 focus:text-ink"
    >
      {site.skipToContent}
    </a>
  )
}

function Footer() {
  return <footer className="px-4 py-6 text-center text-xs text-soft">{site.footer}</footer>
}

/** One line about what this deployment lacks, with details to unfold. */
function Banner({ title, text }: { title: string; text: string }) {
  return (
    <details className="border-b border-line bg-wash text-sm">
      <summary className="fold page flex min-h-11 items-center gap-2">
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-continue" />
        {title}
      </summary>
      <p className="page pb-3 text-soft">{text}</p>
    </details>
  )
}
