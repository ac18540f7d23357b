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
  const hasScript = await page.evaluate(() => matchMedia("(scripting: enabled)").matches)
  const found = hasScript ? await violations(page, theme) : await violationsWithoutScript(page, theme)
  expect(found, screen).toEqual([])
}

/** Without script axe cannot run, so it runs in the page that has come already, held as it looks without. */
async function violationsWithoutScript(page: Page, theme: (typeof THEMES)[number]): Promise<string[]> {
  await page.evaluate(() => {
    const hold = ({ cssRules }: CSSStyleSheet | CSSGroupingRule) => {
      for (const rule of cssRules) {
        if (rule instanceof CSSMediaRule && rule.conditionText.includes("scripting"))
          rule.media.mediaText = rule.conditionText.includes("none") ? "all" : "not all"
        if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) hold(rule as CSSGroupingRule)
      }
    }
    for (const sheet of document.styleSheets) hold(sheet)
    for (const one of document.body.querySelectorAll("noscript")) {
      const shown = document.createElement("div")
      shown.append(...one.childNodes)
      one.replaceWith(shown)
    }
  })
  const devtools = await page.context().newCDPSession(page)
  // Only a session that has switched it off can switch it on.
  for (const value of [true, false]) await devtools.send("Emulation.setScriptExecutionDisabled", { value })
  try {
    return await violations(page, theme)
  } finally {
    await devtools.send("Emulation.setScriptExecutionDisabled", { value: true })
    await devtools.detach()
  }
}

async function violations(page: Page, theme: (typeof THEMES)[number]): Promise<string[]> {
  // Otherwise axe ends its work in a page of its own, in which no script runs either.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (theme === "dark" ? axe.withRules(["color-contrast"]) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" ")}`)
}
