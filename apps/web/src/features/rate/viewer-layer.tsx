import type { RatingItem } from '@hotvote/shared/rating'
import { stagePicture } from '@hotvote/shared/stage-picture'
import { clsx } from 'clsx'
import { type Ref, useState } from 'react'
import { savesData } from '../../lib/browser/saves-data.ts'
import { chooseSound, useSoundChoice } from '../../lib/browser/sound-choice.ts'
import { VideoPlayer } from '../../ui/media/video-player.tsx'
import { mediaKind, ratioOf } from './media-kind.ts'
import type { Exit } from './rating-state.ts'
import type { Zoom } from './zoom.ts'

type Props = {
  item: RatingItem
  /** How it leaves; undefined while it is looked at. */
  exit: Exit | undefined
  alt: string
  zoom: Zoom
  /** Pixels that it is pulled down. */
  pull: number
  /** It follows a finger, without delay. */
  isHeld: boolean
  ref: Ref<HTMLDivElement> | undefined
}

/** One item in full size, as large as there is room for; a leaving one passes above the next. */
export function ViewerLayer({ item, exit, alt, zoom: { scale, x, y }, pull, isHeld, ref }: Props) {
  const ratio = ratioOf(item)
  const shrunk = scale * Math.max(0.8, 1 - pull / 2000)
  return (
    <div
      inert={exit !== undefined}
      className={clsx(
        '@container-size absolute inset-0 grid place-items-center p-2 md:p-6',
        exit && `pointer-events-none z-1 leaves-${exit}`,
      )}
    >
      <div
        ref={ref}
        data-picture
        data-backdrop={item.backdrop}
        style={{
          aspectRatio: ratio,
          width: `min(100cqw, ${ratio * 100}cqh)`,
          transform: `translate(${x}px, ${y + pull}px) scale(${shrunk})`,
        }}
        className={clsx('relative bg-black', !isHeld && 'transition-transform')}
      >
        {mediaKind(item.mimeType) === 'video' ? (
          <Film item={item} alt={alt} isZoomed={scale > 1} />
        ) : (
          <Picture item={item} alt={alt} isZoomed={scale > 1} />
        )}
      </div>
    </div>
  )
}

const whole = 'absolute inset-0 size-full'

/**
 * What the stage has loaded already, until the original is there: a vote shows the next item at once. Who saves data is sent
 * the original, often megabytes, once they look closer.
 */
function Picture({ item, alt, isZoomed }: Pick<Props, 'item' | 'alt'> & { isZoomed: boolean }) {
  const [isWhole, setWhole] = useState(false)
  const show = () => setWhole(true)
  return (
    <>
      <img
        {...stagePicture(item)}
        alt={alt}
        decoding="sync"
        draggable={false}
        className={clsx(whole, isWhole && 'opacity-0')}
      />
      {item.url !== item.displayUrl && (isWhole || isZoomed || !savesData()) && (
        <img
          src={item.url}
          alt=""
          draggable={false}
          onLoad={(event) => event.currentTarget.decode().then(show, show)}
          className={clsx(whole, !isWhole && 'opacity-0')}
        />
      )}
    </>
  )
}

/** With sound, unless the visitor turned it off; while zoomed, its controls would be somewhere else. */
function Film({ item, alt, isZoomed }: Pick<Props, 'item' | 'alt'> & { isZoomed: boolean }) {
  const isMuted = useSoundChoice() === false
  return (
    <VideoPlayer
      src={item.url}
      aria-label={alt}
      autoPlay
      muted={isMuted}
      onMuted={(muted) => muted !== isMuted && chooseSound(!muted)}
      hasControls={!isZoomed}
      className={clsx(
        whole,
        'bg-black',
        item.hasSound === false && '[&::-webkit-media-controls-volume-control-container]:hidden',
      )}
    />
  )
}
