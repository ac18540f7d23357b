import type { Page } from "playwright"
import { PROMPT } from "./station.prose.ts"
import type { Made, Person } from "./texts.ts"

export interface Scene {
  name: string
  /** What the index says of it. */
  caption: string
  by: Person
  path: string
  /** Another address for a browser without script. */
  pathWithoutScript?: string
  /** What happens on the page before its picture is taken. */
  act?(page: Page, script: boolean): Promise<unknown>
  /** The text goes on while pictures are taken, so these are taken first. */
  grows?: boolean
  /** Why there is no such state without script. */
  needsScript?: string
}

/** Every state of the design, in the order in which an author meets them. */
export function scenes(made: Made): Scene[] {
  const { failed, unsaved, finished, outline, adult, novel, version, continuing, writing } = made
  return [
    {
      name: "home",
      caption: "The empty desk of somebody who has written before",
      by: "returning",
      path: "/",
    },
    {
      name: "gate",
      caption: "The question for age before a text of levels 4 and 5",
      by: "returning",
      path: "/",
      act: askForAdults,
    },
    {
      name: "writing",
      caption: "A text is written",
      by: "beginner",
      path: `/?generation=${writing}`,
      act: untilWriting,
      grows: true,
    },
    {
      name: "finished",
      caption: "A written text, from its beginning",
      by: "author",
      path: `/?generation=${finished}`,
    },
    {
      name: "finished-end",
      caption: "The end of a written text, and what its author does next",
      by: "author",
      path: `/?generation=${finished}`,
      act: showControls,
    },
    {
      name: "continuing",
      caption: "The next part is written below the old text",
      by: "resuming",
      path: `/?generation=${continuing}#part`,
      act: untilWriting,
      grows: true,
    },
    {
      name: "outline",
      caption: "The outline waits for its author",
      by: "author",
      path: `/generations/${outline}/outline`,
    },
    { name: "outline-desk", caption: "The same on the desk", by: "author", path: `/?generation=${outline}` },
    {
      name: "memory",
      caption: "What the engine remembers",
      by: "author",
      path: `/generations/${finished}/memory`,
    },
    {
      name: "edit-text",
      caption: "An unsaved text is edited",
      by: "author",
      path: `/generations/${finished}/edit`,
    },
    {
      name: "save",
      caption: "Saving: a dialog with script, a page without",
      by: "author",
      path: `/?generation=${finished}`,
      pathWithoutScript: `/save?generation=${finished}`,
      act: openSaving,
    },
    {
      name: "save-logged-out",
      caption: "Saving without an account",
      by: "returning",
      path: `/?generation=${unsaved}`,
      act: pressSave,
    },
    {
      name: "failed",
      caption: "A generation that failed without a word",
      by: "unlucky",
      path: `/?generation=${failed}`,
    },
    { name: "novel", caption: "A saved novel", by: "author", path: `/novels/${novel}` },
    {
      name: "novel-share",
      caption: "Its menu to share it",
      by: "author",
      path: `/novels/${novel}`,
      act: (page) => page.locator("#share > summary").click(),
    },
    { name: "novel-memory", caption: "Its memory", by: "author", path: `/novels/${novel}/memory` },
    { name: "novel-edit", caption: "It is edited in place", by: "author", path: `/novels/${novel}/edit` },
    {
      name: "novel-version",
      caption: "An earlier text, compared",
      by: "author",
      path: `/novels/${novel}${version}`,
    },
    {
      name: "novel-continue",
      caption: "Going on with it on the desk",
      by: "author",
      path: `/?novel=${novel}`,
    },
    { name: "my-novels", caption: "The shelf", by: "author", path: "/my-novels" },
    {
      name: "my-novels-loading",
      caption: "The shelf while it loads",
      by: "author",
      path: "/",
      act: loadShelf,
      needsScript: "without it the browser itself shows that a page loads",
    },
    { name: "bin", caption: "The bin", by: "author", path: "/my-novels/bin" },
    { name: "reader", caption: "The share page", by: "reader", path: `/shared/${novel}` },
    {
      name: "reader-gate",
      caption: "The question for age on a share page",
      by: "reader",
      path: `/shared/${adult}`,
    },
    { name: "notice", caption: "A notice: the shelf needs an account", by: "reader", path: "/my-novels" },
    { name: "login", caption: "Logging in", by: "reader", path: "/login" },
    { name: "profile", caption: "The profile", by: "author", path: "/profile" },
    { name: "nowhere", caption: "A page that does not exist", by: "reader", path: "/nowhere" },
  ]
}

async function untilWriting(page: Page, script: boolean): Promise<void> {
  if (!script) await page.waitForURL(/\/live(#|$)/, { waitUntil: "commit" })
  await page.locator("article p:visible").first().waitFor()
  // The text that is there already arrives in frames.
  await page.waitForTimeout(1_000)
}

async function askForAdults(page: Page): Promise<void> {
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  await page.getByRole("radio", { name: /^较高/ }).check()
  await page.getByRole("button", { name: "生成小说" }).click()
  await page.locator("#gate").waitFor()
}

/** They stand beside a text where there is room, else below it. */
async function showControls(page: Page): Promise<void> {
  await page.evaluate(() => {
    const end = [...document.querySelectorAll("article p")].at(-1)
    end?.scrollIntoView({ block: "start" })
    window.scrollBy(0, -160)
  })
}

async function openSaving(page: Page, script: boolean): Promise<void> {
  if (!script) return
  await pressSave(page, script)
  await page.getByRole("dialog").getByLabel("标题").waitFor()
}

async function pressSave(page: Page, script: boolean): Promise<void> {
  await page.getByRole("button", { name: "保存", exact: true }).locator("visible=true").first().click()
  if (!script) await page.waitForURL(/\/save/)
}

async function loadShelf(page: Page): Promise<void> {
  await page.route("**/my-novels.data*", () => {})
  const menu = page.locator("header details:has(nav) > summary")
  if (await menu.isVisible()) await menu.click()
  const links = page.getByRole("banner").getByRole("link", { name: "生成小说" })
  await links.locator("visible=true").first().click()
  await page.locator(".skeleton").first().waitFor()
}
