import { expect, test } from "vitest"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

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
