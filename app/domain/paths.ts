/** The paths with a query or a fragment. For all others, React Router's `href` knows the routes. */

type Shown = { generation: string } | { novel: string }

/** The home page with a generation, or with a saved novel to continue. */
export function deskPath(shown: Shown): string {
  return `/?${new URLSearchParams(shown)}`
}

/** The same page, scrolled to the text. */
export function storyPath(shown: Shown): string {
  return `${deskPath(shown)}#story`
}

/** The element where a continuation begins. */
export const PART_ID = "part"

/** The element with all that an author does with a written text. */
export const CONTROLS_ID = "desk"

/** The desk where a new generation's text begins: behind the text that it continues, if it continues one. */
export function writingPath(generation: string, existing: string): string {
  return existing === "" ? storyPath({ generation }) : `${deskPath({ generation })}#${PART_ID}`
}

/** The desk at what its author does next, below the text or beside it. */
export function controlsPath(generation: string): string {
  return `${deskPath({ generation })}#${CONTROLS_ID}`
}

/** The page that saves a generation; `title` fills its field. */
export function savePath(fields: { generation: string; title: string }): string {
  return `/save?${new URLSearchParams(fields)}`
}

/** The login page with one of its tabs, which leads to the path `next` afterwards. */
export function loginPath(query: { next?: string; tab?: "login" | "register" }): string {
  return `/login?${new URLSearchParams(query)}`
}

/** The page that mails another confirmation link. */
export const RESEND_PATH = "/auth/confirm?type=signup"
