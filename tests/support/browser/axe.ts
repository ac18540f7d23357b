import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect } from "./browser-test.ts"

export const THEMES = ["light", "dark"] as const

/** Checks the page as it is now. In the dark theme only contrast, because a theme changes nothing else and axe is slow. */
export async function expectAccessible(
  page: Page,
  screen: string,
  theme: (typeof THEMES)[number],
): Promise<void> {
  // A theme that has just changed fades in, and colours in between fail.
  await page.evaluate(async () => {
    const fading = document.getAnimations().filter(
      // In a closed `<details>` nothing fades on, so that those would never finish.
      (animation) =>
        animation instanceof CSSTransition &&
        animation.effect instanceof KeyframeEffect &&
        animation.effect.target?.checkVisibility() === true,
    )
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
  const axe = new AxeBuilder({ page })
  const { violations } = await (theme === "dark" ? axe.withRules(["color-contrast"]) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" ")}`)
  expect(found, screen).toEqual([])
}
