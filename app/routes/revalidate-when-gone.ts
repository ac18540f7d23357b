import type { ShouldRevalidateFunctionArgs } from "react-router"

const GONE = 404

/** Loads a list again also after an action that was refused because an entry of it is not there any more. */
export function revalidateWhenGone({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === GONE
}
