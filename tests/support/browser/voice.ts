import type { Page } from "@playwright/test"

/**
 * Notes what a screen reader says by itself from here on: text that comes into a live region which is there already,
 * and alerts. What it says about the focus is not among it.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    const regions = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]"
    const say = (node: Node) => {
      const text = node.textContent?.trim()
      if (text) said.push(text)
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const around = target instanceof Element ? target : target.parentElement
        if (around?.closest(regions)) [...(addedNodes.length > 0 ? addedNodes : [target])].map(say)
        else
          for (const node of addedNodes)
            if (node instanceof Element && node.matches("[role=alert]")) say(node)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { said })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}
