import type { MediaFacts } from '@hotvote/shared/media-facts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ImageOff } from 'lucide-react'
import { isVideo } from '../../lib/browser/format.ts'
import { useObjectUrl } from '../../lib/browser/hooks.ts'
import { trashedPictureQuery } from '../../lib/operator/trashed-picture.ts'
import { useVideoSource } from './attempts.ts'
import { PlaceholderImage } from './placeholder-image.tsx'

const frame = 'relative block aspect-video w-full shrink-0 overflow-hidden rounded-[9px] bg-stage'

type PictureProps = { item: MediaFacts; alt: string; className?: string; sizes?: string }

/** Picture of an item, never cropped because the operator must see everything to decide. */
export const ItemPicture = ({ item, alt, className, sizes = '(min-width: 768px) 40vw, 100vw' }: PictureProps) => (
  <span data-backdrop={item.backdrop} className={clsx(frame, className)}>
    {isVideo(item.mimeType) ? (
      <ItemVideo src={item.url} alt={alt} />
    ) : (
      <>
        {item.placeholder && (
          <PlaceholderImage thumbhash={item.placeholder} className="absolute inset-0 size-full object-cover blur-md" />
        )}
        <img
          src={item.displayUrl}
          srcSet={item.srcset ?? undefined}
          sizes={sizes}
          alt={alt}
          loading="lazy"
          className="relative size-full object-contain"
        />
      </>
    )}
  </span>
)

const ItemVideo = ({ src, alt }: { src: string; alt: string }) => (
  <video
    ref={useVideoSource(src)}
    aria-label={alt}
    controls
    preload="metadata"
    muted
    playsInline
    className="size-full"
  />
)

export const StoredPicture = ({ src, alt, className }: { src: string; alt: string; className?: string }) => (
  <span className={clsx(frame, className)}>
    <img src={src} alt={alt} className="size-full object-contain" />
  </span>
)

export const NoPicture = ({ text }: { text: string }) => (
  <div className="grid aspect-video place-items-center rounded-[9px] bg-raised p-2 text-center text-sm text-mute max-md:aspect-4/1">
    <span>
      <ImageOff aria-hidden className="mx-auto mb-1 size-5" />
      {text}
    </span>
  </div>
)

type Props = {
  /** A `data:` URL stored with a takedown request. */
  picture: string | null
  /** Id of the item while it is in the trash, otherwise null. */
  trashedId: number | null
  alt: string
}

export function RemovedPicture({ picture, trashedId, alt }: Props) {
  const { data, isLoading } = useQuery(trashedPictureQuery(trashedId ?? 0, picture === null && trashedId !== null))
  const fetched = useObjectUrl(data)
  const src = picture ?? fetched
  if (src) return <StoredPicture src={src} alt={alt} />
  return <NoPicture text={isLoading || data ? 'Loading…' : 'Picture no longer available'} />
}
