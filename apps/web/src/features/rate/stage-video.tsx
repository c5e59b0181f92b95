import type { RatingItem } from '@hotvote/shared/rating'
import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { wantsStillness } from '../../lib/browser/motion.ts'
import { ratioOf } from './media-kind.ts'

type Props = {
  item: RatingItem
  alt: string
  isOnStage: boolean
  isCovered: boolean
  onLoaded: () => void
  onFail: () => void
}

const control = 'grid size-11 place-items-center rounded-full bg-black/65 text-white hover:bg-black/80'

/** A first frame of a few pixels behind the video, which has no thumbhash. */
const paintBackdrop = (video: HTMLVideoElement, canvas: HTMLCanvasElement | null) =>
  canvas?.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)

/** Plays by itself, muted and in a loop, while it is on the stage and not covered by the viewer (`visitor.md §2`). */
export function StageVideo({ item, alt, isOnStage, isCovered, onLoaded, onFail }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const backdrop = useRef<HTMLCanvasElement>(null)
  const [isWanted, setWanted] = useState(() => !wantsStillness())
  const [isMuted, setMuted] = useState(true)
  const ratio = ratioOf(item)
  const plays = isOnStage && !isCovered && isWanted

  useEffect(() => {
    // A browser may refuse to play by itself; the button then offers it.
    if (plays) video.current?.play().catch(() => setWanted(false))
    else video.current?.pause()
  }, [plays])

  return (
    <>
      <canvas ref={backdrop} width={8} height={6} className="backdrop" />
      <video
        ref={video}
        src={item.displayUrl}
        aria-label={alt}
        muted={isMuted}
        loop
        playsInline
        preload="auto"
        onLoadedData={(event) => {
          paintBackdrop(event.currentTarget, backdrop.current)
          onLoaded()
        }}
        // A browser that saves data loads no frame before somebody presses play: this is all there is to see.
        onSuspend={onLoaded}
        onError={onFail}
        style={{ aspectRatio: ratio, width: `min(100cqw, ${ratio * 100}cqh)` }}
        className="absolute inset-0 m-auto"
      />
      {isOnStage && (
        <div className="pointer-events-auto absolute right-4 bottom-4 flex gap-2">
          <button type="button" className={control} onClick={() => setWanted(!isWanted)}>
            <span className="sr-only">{isWanted ? 'Pause video' : 'Play video'}</span>
            {isWanted ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
          </button>
          <button type="button" className={control} onClick={() => setMuted(!isMuted)}>
            <span className="sr-only">{isMuted ? 'Turn sound on' : 'Turn sound off'}</span>
            {isMuted ? <VolumeX aria-hidden className="size-5" /> : <Volume2 aria-hidden className="size-5" />}
          </button>
        </div>
      )}
    </>
  )
}
