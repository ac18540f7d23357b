import { z } from "zod"
import {
  type AccountFailure,
  type DeletionFailure,
  EMAIL_MAX_CHARS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
} from "../account.ts"
import {
  type AuthorPageFailure,
  findAboutProblem,
  findUsernameProblem,
  type ProfileFailure,
} from "../profile.ts"
import { anyText, isTicked } from "./form-fields.ts"

const word = (failure: AccountFailure) => ({ error: failure })

const bytes = new TextEncoder()

/** Trims and lower-cases an address. Every issue's message is an `AccountFailure`. */
export const emailSchema = z
  .string(word("credentials-missing"))
  .trim()
  .toLowerCase()
  .min(1, word("credentials-missing"))
  .max(EMAIL_MAX_CHARS, word("email-invalid"))
  .pipe(z.email(word("email-invalid")))

/** A new password. Every issue's message is an `AccountFailure`. */
export const passwordSchema = z
  .string(word("credentials-missing"))
  .min(1, { ...word("credentials-missing"), abort: true })
  .min(PASSWORD_MIN_CHARS, word("password-too-short"))
  .refine((password) => bytes.encode(password).length <= PASSWORD_MAX_CHARS, word("password-too-long"))

export const credentialsSchema = z.object({ email: emailSchema, password: passwordSchema })
export type Credentials = z.output<typeof credentialsSchema>

/** The form that signs in or up. */
export const loginSchema = credentialsSchema.extend({
  intent: z.enum(["login", "register"]).catch("login"),
})

/** The form that asks for a mail. */
export const mailSchema = z.object({ email: emailSchema })

/** The form that asks for another mail. `sent_at` is when the last one was sent, in milliseconds; 0 if it was not. */
export const resendSchema = mailSchema.extend({
  intent: z.literal("resend"),
  sent_at: z.coerce.number().catch(0),
})

/** The form that redeems a mailed link, whose token is in the address. */
export const confirmSchema = z.object({})

/** The form that sets a new password with a mailed link. */
export const newPasswordSchema = z.object({ password: passwordSchema })

/** The form that replaces the password. */
export const changePasswordSchema = newPasswordSchema.extend({
  intent: z.literal("password"),
  current_password: anyText,
})

/** The form that deletes the account. Issues are failures. */
export const deleteAccountSchema = z.object({
  intent: z.literal("delete"),
  current_password: anyText,
  is_understood: isTicked.refine((ticked) => ticked, {
    error: "deletion-unconfirmed" satisfies DeletionFailure,
  }),
})

/** The form that signs out, here or everywhere. */
export const logoutSchema = z.object({ scope: anyText })

/** The form of a profile. The button "avatar" uploads the picture only. Issues are failures. */
export const profileFormSchema = z
  .object({
    intent: z.enum(["save", "avatar"]).catch("save"),
    username: anyText.pipe(z.string().trim()),
    avatar_url: anyText,
    avatar: z.file().optional().catch(undefined),
  })
  .refine(({ intent, username }) => intent === "avatar" || !findUsernameProblem(username), {
    path: ["username"],
    error: "username-too-long" satisfies ProfileFailure,
  })

/** The form of an author's page. Issues are failures. */
export const authorPageSchema = z.object({
  intent: z.literal("author"),
  is_open: isTicked,
  about: anyText.refine((about) => !findAboutProblem(about), {
    error: "about-too-long" satisfies AuthorPageFailure,
  }),
})
