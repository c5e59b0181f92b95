import type { RatingItem } from '@hotvote/shared/rating'
import { stagePicture } from '@hotvote/shared/stage-picture'
import { clsx } from 'clsx'
import { Flame, Snowflake } from 'lucide-react'
import { type Ref, useLayoutEffect, useState } from 'react'
import { PlaceholderImage, useAttempts } from '../../ui/media/placeholder-image.tsx'
import { isFirstItem } from './first-item.ts'
import { mediaKind } from './item.ts'
import type { Exit } from './rating-state.ts'
import { StageVideo, type StageVideoProps } from './stage-video.tsx'

/** `held`: on the stage after the vote, where the item stays. */
export type LayerPlace = 'upcoming' | 'next' | 'current' | 'held' | Exit
type Props = {
  item: RatingItem
  place: LayerPlace
  alt: string
  isCovered: boolean
  /** It is on the stage, and its picture is there. */
  onSeen: () => void
  onFail: () => void
  onGone: () => void
  ref: Ref<HTMLDivElement> | undefined
}

const depths: Record<LayerPlace, string> = {
  upcoming: 'opacity-0',
  next: 'layer-next',
  current: 'z-1',
  held: 'z-1',
  hot: 'z-2 leaves-hot',
  not: 'z-2 leaves-not',
  skip: 'z-2 leaves-skip',
}

/** One item in the stack: the next ones wait beneath, the current one is seen, a leaving one passes above both. */
export function StageLayer({ item, place, alt, isCovered, onSeen, onFail, onGone, ref }: Props) {
  const [isLoaded, setLoaded] = useState(false)
  const { attempt, fail } = useAttempts(onFail)
  const isOnStage = place === 'current' || place === 'held'
  const kind = mediaKind(item.mimeType)
  const parts = { item, alt: isOnStage ? alt : '', isOnStage, onLoaded: () => setLoaded(true), onFail: fail }
  const isSeen = place === 'current' && isLoaded
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in the very frame
  useLayoutEffect(() => {
    if (isSeen) onSeen()
  }, [isSeen])
  return (
    <div
      ref={ref}
      inert={!isOnStage}
      data-backdrop={item.backdrop}
      className={clsx('layer pointer-events-none absolute inset-0 overflow-hidden', depths[place])}
      onAnimationEnd={(event) => event.target === event.currentTarget && onGone()}
    >
      {item.placeholder && <PlaceholderImage thumbhash={item.placeholder} className="backdrop" />}
      {kind === 'video' && <StageVideo key={attempt} {...parts} isCovered={isCovered} />}
      {(kind === 'image' || (kind === 'unknown' && isOnStage)) && (
        <StageImage key={attempt} {...parts} isLoaded={isLoaded} />
      )}
      <span className="tint tint-hot">
        <Flame aria-hidden className="size-20" />
      </span>
      <span className="tint tint-not">
        <Snowflake aria-hidden className="size-20" />
      </span>
    </div>
  )
}

type ImageProps = Omit<StageVideoProps, 'isCovered'> & { isLoaded: boolean }

/** Decoded while it waits behind the stage, so that it is painted in the very frame in which its turn comes. */
function StageImage({ item, alt, isOnStage, isLoaded, onLoaded, onFail }: ImageProps) {
  return (
    <img
      {...stagePicture(item)}
      alt={alt}
      width={item.width || undefined}
      height={item.height || undefined}
      draggable={false}
      decoding="sync"
      fetchPriority={isOnStage ? 'high' : 'low'}
      onLoad={(event) => {
        event.currentTarget.decode().then(onLoaded, onLoaded)
      }}
      onError={onFail}
      className={clsx(
        'absolute inset-0 size-full object-contain transition-opacity',
        !isLoaded && !isFirstItem(item) && 'opacity-0',
      )}
    />
  )
}
