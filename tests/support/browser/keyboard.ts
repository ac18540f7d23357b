import type { Locator, Page } from "@playwright/test"
import { expect } from "./browser-test.ts"

/** More than any page here has to go through. */
const STOPS_MAX = 60

/** Presses Tab until this has the focus. At every stop on the way, the visitor must see where they are. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target.first()).toBeAttached()
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press(key)
    await expectSeenFocus(page)
    if ((await target.and(page.locator(":focus")).count()) > 0) return
  }
  throw new Error(`The Tab key does not reach ${target}.`)
}

/** The visitor sees where they are, if they are anywhere. */
export async function expectSeenFocus(page: Page): Promise<void> {
  expect(await page.evaluate(findUnseenFocus), "a focus that nobody sees").toBeNull()
}

export async function tabAndPress(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Runs in the page. Says which element has the focus if it has no ring, or if other elements lie over all of it. */
function findUnseenFocus(): string | null {
  const focused = document.activeElement
  // The browser's own buttons come after the last control of a page.
  if (!focused || focused === document.body) return null
  const name = focused.outerHTML.slice(0, 160)
  // Some radio buttons and file fields are drawn by their labels.
  const drawn = [focused, focused.nextElementSibling, focused.closest("label")].filter((element) => {
    if (!element) return false
    const { outlineStyle, opacity } = getComputedStyle(element)
    return outlineStyle !== "none" && opacity !== "0" && element.getBoundingClientRect().width > 4
  })
  if (drawn.length === 0) return `no ring: ${name}`
  const isSeen = drawn.some((element) => {
    const { left, top, right, bottom } = element?.getBoundingClientRect() ?? new DOMRect()
    const [x, y] = [Math.max(left, 0), Math.max(top, 0)]
    const [width, height] = [Math.min(right, innerWidth) - x, Math.min(bottom, innerHeight) - y]
    return [0.1, 0.5, 0.9].some((across) =>
      [0.2, 0.5, 0.8].some((down) => {
        const hit = document.elementFromPoint(x + width * across, y + height * down)
        return hit !== null && (element?.contains(hit) || focused.contains(hit) || hit.contains(focused))
      }),
    )
  })
  return isSeen ? null : `covered: ${name}`
}
