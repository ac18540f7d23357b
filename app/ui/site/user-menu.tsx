import { Form, href, Link } from "react-router"
import { account } from "#app/copy/account.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Button } from "#app/ui/button.tsx"
import { FoldOut } from "#app/ui/fold-out.tsx"

interface UserMenuProps {
  email: string
  /** Null if the profile could not be read. */
  profile: { username: string | null; avatarSrc: string | null } | null
}

/** The menu of a signed-in visitor. It opens without script. */
export function UserMenu({ email, profile }: UserMenuProps) {
  return (
    <FoldOut
      className="max-md:static"
      label={account.userMenu}
      summary={<Avatar src={profile?.avatarSrc ?? null} name={email} size="small" />}
      summaryClass="size-11 justify-center rounded-full"
    >
      <div className="absolute right-4 z-20 mt-1 w-60 max-w-[90vw] rounded-xl border border-line bg-raised p-2 shadow-float md:right-0">
        {profile ? (
          <p className="truncate px-3 pt-1 font-semibold">{profile.username ?? account.noUsername}</p>
        ) : (
          <p className="px-3 pt-1 text-sm text-danger">{account.profileAway}</p>
        )}
        <p className="truncate border-b border-line px-3 pb-2 text-sm text-soft">{email}</p>
        <MenuLink to={href("/profile")}>{account.profile}</MenuLink>
        <MenuLink to={href("/my-novels")}>{account.myNovels}</MenuLink>
        <Form method="post" action={href("/logout")}>
          <Button className="mt-1 w-full">{account.logout}</Button>
        </Form>
      </div>
    </FoldOut>
  )
}

function MenuLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="flex min-h-11 items-center rounded-lg px-3 text-ink no-underline hover:bg-wash">
      {children}
    </Link>
  )
}

/** Fills the menu's space during a login or logout. */
export function UserMenuPlaceholder() {
  return (
    <span
      role="status"
      aria-label={account.loading}
      className="inline-block size-9 rounded-full bg-line motion-safe:animate-pulse"
    />
  )
}
