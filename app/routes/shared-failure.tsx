import { href } from "react-router"
import { shared, sharedFailureText } from "../copy/novels.ts"
import type { SharedNovelFailure } from "../domain/novel.ts"
import { buttonClass } from "../ui/button.tsx"
import { MessagePage } from "../ui/message-page.tsx"

/** Why a share link, or a page that belongs to it, shows no novel. */
export function SharedFailure({ failure }: { failure: SharedNovelFailure }) {
  return (
    <MessagePage
      title={failure === "taken-down" ? shared.takenDown : shared.gone}
      text={sharedFailureText[failure]}
    >
      <HomeLink />
    </MessagePage>
  )
}

export function HomeLink() {
  return (
    <a href={href("/")} className={buttonClass("plain")}>
      {shared.home}
    </a>
  )
}
