import { createContext, type RouterContextProvider } from "react-router"
import { escapeMarkup } from "#app/domain/text.ts"
import onTouch from "./on-touch.js?raw"

const restsContext = createContext(false)

/** Lets this page's script wait until the page is touched, because before that it has nothing to do. */
export function letScriptRest(context: Readonly<RouterContextProvider>): void {
  context.set(restsContext, true)
}

export function doesScriptRest(context: Readonly<RouterContextProvider>): boolean {
  return context.get(restsContext)
}

/**
 * Puts `on-touch.js` in the place of the page's program, which that one runs at the first sign that somebody uses the
 * page, or at once where this device has kept something to restore. Until then the page looks as it will with script.
 * The modules are fetched before they are imported, because a browser never again asks for one that it once failed to
 * load; if they do not come within three seconds, the page looks as it does without script.
 */
export function startOnTouch(html: string, modules: readonly string[], nonce: string): string {
  return html.replace(/<script [^>]*type="module"[^>]*>([^<]*)<\/script>/, (_, program) => {
    const attributes = { nonce, "data-modules": modules.join(" "), "data-program": program.trim() }
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    return `<script${written.join("")}>${onTouch}</script>`
  })
}
