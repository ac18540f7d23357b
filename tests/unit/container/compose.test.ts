import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

const COMPOSE = readFileSync("compose.yaml", "utf8")
const CONFIG = readFileSync("supabase/config.toml", "utf8")

/** A service's lines, by its name. */
const SERVICES = new Map(
  Array.from(COMPOSE.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)+)/gm), ([, name = "", lines = ""]) => [
    name,
    lines,
  ]),
)

/** The environment of a service, by the names of its variables. */
function environmentOf(service: string): Record<string, string> {
  const [, lines = ""] = /^ {4}environment:\n((?: {6}.*\n)*)/m.exec(SERVICES.get(service) ?? "") ?? []
  return Object.fromEntries(
    Array.from(lines.matchAll(/^ {6}(\w+): "?(.*?)"?$/gm), ([, name, value]) => [name, value]),
  )
}

test("our own containers cannot write or gain rights, and only the gateway is reached from outside", () => {
  const limits = [
    "    read_only: true\n",
    "    cap_drop:\n      - ALL\n",
    "    security_opt:\n      - no-new-privileges:true\n",
  ]
  const unlimited = ["app", "migrate"].flatMap((name) =>
    limits.filter((limit) => !SERVICES.get(name)?.includes(limit)).map((limit) => `${name} lacks ${limit}`),
  )
  expect(unlimited).toEqual([])
  const open = [...SERVICES].filter(([, lines]) => /^ {4}ports:/m.test(lines)).map(([name]) => name)
  expect(open).toEqual(["gateway"])
})

test("no service's log grows for ever", () => {
  expect(COMPOSE).toMatch(/&logging\n {2}driver: local\n {2}options: \{ max-size: ".+", max-file: ".+" \}\n/)
  const unbounded = [...SERVICES].filter(([, lines]) => !lines.includes("    logging: *logging\n"))
  expect(unbounded.map(([name]) => name)).toEqual([])
})

test("the app is given every variable that it knows, and no other", () => {
  const source = readFileSync("app/server/config/env.server.ts", "utf8")
  const known = new Set(Array.from(source.matchAll(/^ {4}([A-Z_]+): /gm), ([, name]) => name))
  expect(known).toContain("SESSION_SECRET")
  expect(Object.keys(environmentOf("app")).sort()).toEqual([...known].sort())
})

test("the example names every variable that compose.yaml takes, and no value", () => {
  const taken = new Set(Array.from(COMPOSE.matchAll(/\$\{(\w+)/g), ([, name]) => name))
  const lines = readFileSync(".env.example", "utf8").match(/^(?:# )?[A-Z_]+=.*/gm) ?? []
  expect(lines.map((line) => line.replace("# ", "")).sort()).toEqual(
    [...taken].map((name) => `${name}=`).sort(),
  )
})

test("mails and passwords are as config.toml has them for the hosted project", () => {
  const auth = environmentOf("auth")
  const setting = (name: string) => new RegExp(`^${name} = "?(.*?)"?$`, "m").exec(CONFIG)?.[1]
  expect(auth).toMatchObject({
    GOTRUE_PASSWORD_MIN_LENGTH: setting("minimum_password_length"),
    GOTRUE_MAILER_OTP_EXP: setting("otp_expiry"),
    GOTRUE_MAILER_OTP_LENGTH: setting("otp_length"),
    GOTRUE_SMTP_MAX_FREQUENCY: setting("max_frequency"),
  })
  const templates = CONFIG.matchAll(/^\[auth\.email\.template\.(\w+)\]\nsubject = "(.+)"/gm)
  for (const [, name = "", subject] of templates) {
    expect(auth[`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`]).toBe(subject)
    expect(auth[`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`]).toBe(
      `http://gateway:8000/templates/${name}.html`,
    )
  }
})
