import { z } from "zod"
import { findUsernameProblem, type ProfileFailure } from "../profile.ts"
import { anyText } from "./form-fields.ts"

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
