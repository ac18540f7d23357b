import { myNovels } from "#app/copy/novels.ts"

const CARDS = ["one", "two", "three", "four"]

/** Placeholders for the grid of the account's novels while they load. */
export function NovelSkeletons() {
  return (
    <ul aria-busy="true" aria-label={myNovels.loading} className="grid gap-4 md:grid-cols-2">
      {CARDS.map((card) => (
        <li key={card} className="h-48 rounded-xl bg-wash motion-safe:animate-pulse" />
      ))}
    </ul>
  )
}
