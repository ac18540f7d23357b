import { saveNovel } from "#app/copy/novels.ts"

interface QrPictureProps {
  link: string
  /** The dark modules as the path of a picture of `size` by `size`. */
  qr: { size: number; path: string }
}

/** A link as a picture for the camera of another device. */
export function QrPicture({ link, qr: { size, path } }: QrPictureProps) {
  return (
    <figure className="mt-3 flex flex-wrap items-center gap-3">
      {/* Cameras need dark modules on a light ground, whatever the theme. */}
      <svg
        role="img"
        aria-label={saveNovel.qr(link)}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="aspect-square w-36 max-w-full shrink-0 rounded-lg border border-line forced-color-adjust-none"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
        <path fill="#000" d={path} />
      </svg>
      <figcaption className="min-w-0 flex-1 basis-32 text-pretty text-sm text-soft">
        {saveNovel.qrHint}
      </figcaption>
    </figure>
  )
}
