import type { MediaFacts } from '@hotvote/shared/media-facts'
import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlaceholderImage } from '../../../ui/placeholder-image.tsx'

const frame = 'relative block aspect-video w-full overflow-hidden rounded-[9px] bg-stage'

/** An item as it is, whole: what is decided on must be seen. It leads to the file itself. */
export function ItemPicture({ item, alt }: { item: MediaFacts; alt: string }) {
  if (item.mimeType.startsWith('video/'))
    return (
      <div className={frame}>
        <video src={item.url} aria-label={alt} controls preload="metadata" muted playsInline className="size-full" />
      </div>
    )
  return (
    <a href={item.url} target="_blank" rel="noopener noreferrer" className={frame}>
      {item.placeholder && (
        <PlaceholderImage thumbhash={item.placeholder} className="absolute inset-0 size-full object-cover blur-md" />
      )}
      <img
        src={item.thumbnailUrl ?? item.displayUrl}
        alt={alt}
        loading="lazy"
        className="relative size-full object-contain"
      />
    </a>
  )
}

export const StoredPicture = ({ src, alt }: { src: string; alt: string }) => (
  <div className={frame}>
    <img src={src} alt={alt} className="size-full object-contain" />
  </div>
)

/** In the place of a picture that there is not. */
export const NoPicture = ({ text }: { text: string }) => (
  <div className="grid aspect-video place-items-center rounded-[9px] bg-raised p-2 text-center text-sm text-mute max-md:aspect-4/1">
    <span>
      <ImageOff aria-hidden className="mx-auto mb-1 size-5" />
      {text}
    </span>
  </div>
)

/** One of two pictures that are compared. */
export const Captioned = ({ text, children }: { text: string; children: ReactNode }) => (
  <figure>
    <figcaption className="mb-1 text-sm text-mute">{text}</figcaption>
    {children}
  </figure>
)
