import type { RatingItem } from '@hotvote/shared/visitor/rating'
import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { wantsStillness } from '../../lib/browser/device.ts'
import { chooseSound, useSoundChoice } from '../../lib/browser/preferences.ts'
import { useVideoSource } from '../../ui/media/attempts.ts'
import { aspectRatio } from './item.ts'

export type StageVideoProps = {
  item: RatingItem
  alt: string
  isOnStage: boolean
  isCovered: boolean
  onLoaded: () => void
  onFail: () => void
}

const control = 'grid size-11 place-items-center rounded-full bg-black/65 text-white hover:bg-black/80'

/** Uses the blurred first frame as the backdrop, because videos have no thumbhash. */
const paintBackdrop = (video: HTMLVideoElement, canvas: HTMLCanvasElement | null) =>
  canvas?.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)

/** False while the page is hidden, because browsers pause its videos. */
const isPageVisible = () => document.visibilityState === 'visible'

function usePlaying(video: RefObject<HTMLVideoElement | null>, isSeen: boolean) {
  const [isWanted, setWanted] = useState(() => !wantsStillness())
  const wantsSound = useSoundChoice() === true
  const [isRefused, setRefused] = useState(false)
  const isMuted = !wantsSound || isRefused
  const plays = isSeen && isWanted
  useEffect(() => {
    if (!plays) return video.current?.pause()
    const play = () =>
      // Keep the play button if the browser blocks autoplay.
      video.current?.play().catch((error: unknown) => {
        if (error instanceof Error && error.name !== 'NotAllowedError') return
        if (isMuted) setWanted(false)
        else setRefused(true)
      })
    const playOnReturn = () => isPageVisible() && play()
    play()
    document.addEventListener('visibilitychange', playOnReturn)
    return () => document.removeEventListener('visibilitychange', playOnReturn)
  }, [plays, isMuted, video])
  /** Phone calls and unplugged headphones also pause videos, so the button follows the video's state. */
  const follow = ({ currentTarget: { paused } }: SyntheticEvent<HTMLVideoElement>) => {
    if (isSeen && isPageVisible()) setWanted(!paused)
  }
  const changeSound = () => {
    setRefused(false)
    chooseSound(isMuted)
  }
  return { isWanted, setWanted, isMuted, changeSound, follow }
}

/** Video that plays in a loop, muted until the visitor turns the sound on (`visitor.md §2`). */
export function StageVideo({ item, alt, isOnStage, isCovered, onLoaded, onFail }: StageVideoProps) {
  const video = useVideoSource(item.displayUrl)
  const backdrop = useRef<HTMLCanvasElement>(null)
  const ratio = aspectRatio(item)
  const { isWanted, setWanted, isMuted, changeSound, follow } = usePlaying(video, isOnStage && !isCovered)

  return (
    <>
      <canvas ref={backdrop} width={8} height={6} className="backdrop" />
      <video
        ref={video}
        style={{ aspectRatio: ratio, width: `min(100cqw, 100cqh * ${ratio})` }}
        className="absolute inset-0 m-auto"
        aria-label={alt}
        muted={isMuted}
        loop
        playsInline
        preload="auto"
        onLoadedData={(event) => {
          paintBackdrop(event.currentTarget, backdrop.current)
          onLoaded()
        }}
        // Treat a suspended download as loaded, because browsers that save data load no frame before playback.
        onSuspend={onLoaded}
        onError={onFail}
        onPlay={follow}
        onPause={follow}
      />
      {isOnStage && (
        // Leaves room for the last vote at the foot of the picture.
        <div className="pointer-events-auto absolute right-4 bottom-17 flex gap-2">
          <button type="button" className={control} onClick={() => setWanted(!isWanted)}>
            <span className="sr-only">{isWanted ? 'Pause video' : 'Play video'}</span>
            {isWanted ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
          </button>
          {item.hasSound !== false && (
            <button type="button" className={control} onClick={changeSound}>
              <span className="sr-only">{isMuted ? 'Turn sound on' : 'Turn sound off'}</span>
              {isMuted ? <VolumeX aria-hidden className="size-5" /> : <Volume2 aria-hidden className="size-5" />}
            </button>
          )}
        </div>
      )}
    </>
  )
}
