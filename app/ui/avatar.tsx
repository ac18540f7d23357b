interface AvatarProps {
  src: string | null
  /** Its first letter stands in for a picture. */
  name: string
  size: "small" | "large"
}

/** An account's picture, or the first letter of its name or mail address. */
export function Avatar({ src, name, size }: AvatarProps) {
  const box = size === "large" ? "size-24 text-4xl" : "size-9 text-base"
  if (src) return <img src={src} alt="" className={`${box} rounded-full bg-wash object-cover`} />
  return (
    // Drawn by CSS, so that the letter is not part of the surrounding button's accessible name.
    <span
      aria-hidden="true"
      data-letter={[...name][0]}
      className={`${box} inline-flex items-center justify-center rounded-full bg-continue font-semibold text-on-fill uppercase before:content-[attr(data-letter)]`}
    />
  )
}
