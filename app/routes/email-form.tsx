import type { ReactNode } from "react"
import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { EmailField } from "#app/ui/text-field.tsx"

interface EmailFormProps {
  text: string
  submit: string
  email: string | undefined
  error: string | null | undefined
  action?: string
  intent?: string
  /** What stands between the field and the button. */
  children?: ReactNode
}

/** Asks for the address that a mail should go to. */
export function EmailForm({ text, submit, email, error, action, intent, children }: EmailFormProps) {
  return (
    <Form method="post" action={action} className="flex flex-col gap-4">
      <p className="text-sm text-soft">{text}</p>
      <EmailField defaultValue={email} error={error} required />
      {children}
      <Button name={intent && "intent"} value={intent} look="generate">
        {submit}
      </Button>
    </Form>
  )
}
