import { z } from "zod"
import { type AccountFailure, EMAIL_MAX_CHARS, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "./account.ts"

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
