import type { MediaFacts } from '@hotvote/shared/media-facts'
import { FileVideo, ImageOff, Play } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isVideo, mediaLabel } from '../../lib/browser/format.ts'
import { useAttempts } from './attempts.ts'
import { PlaceholderImage } from './placeholder-image.tsx'
import { VideoStill } from './video-player.tsx'

type Props = {
  item: Pick<MediaFacts, 'url' | 'thumbnailUrl' | 'mimeType' | 'placeholder' | 'backdrop'>
  /** Plays a video without sound. */
  isPlaying?: boolean
}

/** Inside `data-whole`, thumbnails are square and show the whole picture. */
export const thumbnailClass = {
  frame: '@container relative block aspect-[4/3] overflow-hidden bg-stage in-data-whole:aspect-square',
  picture: 'absolute inset-0 size-full object-cover in-data-whole:object-contain',
  placeholder: 'absolute inset-0 size-full object-cover in-data-whole:opacity-60 in-data-whole:blur-lg',
}

/** Thumbnail that loads near the viewport. It is decorative, because the caller shows the item's name. */
export function Thumbnail({ item, isPlaying = false }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  const isNear = useNearViewport(box)
  const [isBroken, setBroken] = useState(false)
  const { attempt, fail } = useAttempts(() => setBroken(true))
  return (
    <span ref={box} data-backdrop={item.backdrop} className={thumbnailClass.frame}>
      {isBroken ? (
        <Unavailable mimeType={item.mimeType} />
      ) : (
        isNear && <Media key={attempt} item={item} isPlaying={isPlaying} onFail={fail} />
      )}
    </span>
  )
}

function Media({ item, isPlaying = false, onFail }: Props & { onFail: () => void }) {
  if (isVideo(item.mimeType))
    return (
      <>
        <VideoStill url={item.url} isPlaying={isPlaying} onFail={onFail} className={thumbnailClass.picture} />
        {!isPlaying && <PlayIcon />}
      </>
    )
  return (
    <>
      {item.placeholder && <PlaceholderImage thumbhash={item.placeholder} className={thumbnailClass.placeholder} />}
      <img
        src={item.thumbnailUrl ?? item.url}
        alt=""
        decoding="async"
        onError={onFail}
        className={thumbnailClass.picture}
      />
    </>
  )
}

export const PlayIcon = () => (
  <span className="absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-black/60 text-white">
    <Play aria-hidden className="size-5 fill-current" />
  </span>
)

/** See `visitor.md §2`. */
export function Unavailable({ mimeType }: { mimeType: string }) {
  const Icon = isVideo(mimeType) ? FileVideo : ImageOff
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 text-sm text-text">
      <Icon aria-hidden className="size-6 @min-[8rem]:@max-[10rem]:hidden" />
      <span className="text-center @max-[8rem]:sr-only">{mediaLabel(mimeType)} unavailable</span>
    </span>
  )
}

/** Badge in the corner of a picture. The parent must be `relative`. */
export const PictureBadge = ({ children }: { children: ReactNode }) => (
  <span className="pointer-events-none absolute top-2 left-2 rounded-full bg-black/70 px-2.5 py-0.5 text-xs font-semibold text-white">
    {children}
  </span>
)

const MARGIN = '800px'

const waiting = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** All thumbnails share one observer, because a list may have ten thousand of them. */
const observe = (element: Element, onChange: (isNear: boolean) => void) => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) waiting.get(target)?.(isIntersecting)
    },
    { rootMargin: MARGIN },
  )
  waiting.set(element, onChange)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

export function useNearViewport(ref: RefObject<Element | null>) {
  const [isNear, setNear] = useState(false)
  useEffect(() => (ref.current ? observe(ref.current, setNear) : undefined), [ref])
  return isNear
}
