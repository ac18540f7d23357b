import { expect, test } from "vitest"
import { allowNewPassword } from "#app/server/visitor/recovery.server.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD, SessionVisitor } from "../support/session-visitor.ts"

test("a session alone cannot set a new password, because it may be stolen", async () => {
  const email = newEmail()
  const visitor = new AppVisitor()
  await visitor.post("/login", formOf({ intent: "register", email, password: PASSWORD }))
  expect((await visitor.fetch("/profile")).status).toBe(200)

  const page = await visitor.fetch("/reset-password")
  expect(page.status).toBe(401)
  expect(await pageOf(page)).toContain("请从邮件里的链接打开这一页。")
  const refused = await visitor.post("/reset-password", formOf({ password: "taken over by a thief" }))
  expect(refused.status).toBe(410)

  const again = await new AppVisitor().post("/login", formOf({ intent: "login", email, password: PASSWORD }))
  expect(again.status).toBe(303)
})

test("a mailed link sets one password: its cookie, copied before, sets no second one", async () => {
  const email = newEmail()
  const visitor = new AppVisitor()
  await visitor.post("/login", formOf({ intent: "register", email, password: PASSWORD }))
  const linked = new SessionVisitor()
  linked.cookies = new Map(visitor.cookies)
  await linked.visit(allowNewPassword)
  const [name = "", cookie = ""] = [...linked.cookies].find(([key]) => !visitor.cookies.has(key)) ?? []
  visitor.cookies.set(name, cookie)
  const thief = visitor.copy()
  const reset = (who: AppVisitor, password: string) => who.post("/reset-password", formOf({ password }))

  expect((await reset(visitor, "a new password of mine")).status).toBe(303)
  expect(visitor.cookies.has(name)).toBe(false)
  visitor.cookies.set(name, cookie)
  for (const who of [visitor, thief]) {
    const refused = await reset(who, "taken over by a thief")
    expect(refused.status).toBe(410)
    expect(await pageOf(refused)).toContain("链接")
  }
  const login = { intent: "login", email, password: "a new password of mine" }
  expect((await new AppVisitor().post("/login", formOf(login))).status).toBe(303)
})
