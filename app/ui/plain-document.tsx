import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import stylesheet from "./app.css?url"

/** The markup of a whole page that no framework script ever runs on. */
export function renderDocument(title: string, body: ReactNode): string {
  const page = renderToStaticMarkup(
    <html lang="zh-Hans">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>{body}</body>
    </html>,
  )
  return `<!doctype html>${page}`
}
