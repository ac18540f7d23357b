import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { isLinkType } from "#app/domain/account.ts"

const TYPE_OF_TEMPLATE = {
  confirmation: "signup",
  email_change: "email_change",
  magic_link: "magiclink",
  recovery: "recovery",
}
/** The mails that the app asks for itself: their links repeat the proof of that. */
const ASKED_FOR = ["confirmation", "recovery"]
const FOLDER = "supabase/templates"

test.each(Object.entries(TYPE_OF_TEMPLATE))(
  "the mail %s links to the app's own page, with a type that the app takes",
  (name, type) => {
    const links = readFileSync(`${FOLDER}/${name}.html`, "utf8").matchAll(/href="([^"]*)"/g)
    const proof = ASKED_FOR.includes(name) ? "&redirect_to={{ .RedirectTo }}" : ""
    expect(Array.from(links, ([, link]) => link)).toEqual([
      `{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=${type}${proof}`,
    ])
    expect(isLinkType(type)).toBe(true)
  },
)

test("the project's configuration names every template", () => {
  const config = readFileSync("supabase/config.toml", "utf8")
  const named = config.matchAll(
    /^\[auth\.email\.template\.(\w+)\]\nsubject = ".+"\ncontent_path = "\.\/supabase\/templates\/(\w+)\.html"$/gm,
  )
  const names = Array.from(named, ([, section, file]) =>
    section === file ? section : `${section} ≠ ${file}`,
  )
  expect(names.sort()).toEqual(Object.keys(TYPE_OF_TEMPLATE))
  expect(readdirSync(FOLDER).sort()).toEqual(names.map((name) => `${name}.html`))
})
