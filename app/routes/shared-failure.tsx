import { sharedFailureText, sharedFailureTitle } from "#app/copy/novels.ts"
import type { SharedNovelFailure } from "#app/domain/novel.ts"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"

/** Why a share link, or another page of a shared novel, shows no novel. */
export function SharedFailure({ failure }: { failure: SharedNovelFailure }) {
  return (
    <MessagePage title={sharedFailureTitle[failure]} text={sharedFailureText[failure]}>
      <HomeLink />
    </MessagePage>
  )
}
