import { href } from "react-router"
import { shared, sharedFailureText } from "#app/copy/novels.ts"
import type { SharedNovelFailure } from "#app/domain/novel.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"

/** Why a share link, or another page of a shared novel, shows no novel. */
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
