import type { RatingItem } from '@hotvote/shared/rating'
import { stagePicture } from '@hotvote/shared/stage-picture'
import { clsx } from 'clsx'
import { isFirstItem } from './first-item.ts'

type Props = {
  item: RatingItem
  alt: string
  isOnStage: boolean
  isLoaded: boolean
  onLoaded: () => void
  onFail: () => void
}

/** Decoded while it waits behind the stage, so that it is painted in the very frame in which its turn comes. */
export function StageImage({ item, alt, isOnStage, isLoaded, onLoaded, onFail }: Props) {
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
