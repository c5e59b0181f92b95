import type { ComponentProps, KeyboardEvent, SyntheticEvent } from 'react'
import { useVideoSource } from './attempts.ts'

type Props = Pick<
  ComponentProps<'video'>,
  'className' | 'aria-label' | 'autoPlay' | 'muted' | 'preload' | 'onError'
> & {
  src: string
  hasControls?: boolean
  onMuted?: (isMuted: boolean) => void
}

/** Chromium's native controls swallow Escape, so the focus stays on the video, which handles keys itself. */
export const VideoPlayer = ({ src, hasControls = true, onMuted, ...props }: Props) => (
  <video
    ref={useVideoSource(src)}
    {...props}
    // Without controls the video would not be focusable.
    tabIndex={0}
    controls={hasControls}
    loop
    playsInline
    onFocus={keepFocusOnVideo}
    onPlay={keepFocusOnVideo}
    onPause={keepFocusOnVideo}
    onSeeked={keepFocusOnVideo}
    onVolumeChange={(event) => {
      keepFocusOnVideo(event)
      onMuted?.(event.currentTarget.muted)
    }}
    onKeyDown={tabPastControls}
  />
)

/** Moves the focus from a native control to the video; `activeElement` is the video for both. */
const keepFocusOnVideo = ({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) => {
  if (document.activeElement === video) video.focus()
}

const tabPastControls = (event: KeyboardEvent<HTMLVideoElement>) => {
  const video = event.currentTarget
  const stops = [...(video.closest('[role="dialog"]')?.querySelectorAll<HTMLElement>('video, button, a[href]') ?? [])]
  if (event.key !== 'Tab' || event.shiftKey || stops.length < 2) return
  event.preventDefault()
  // Otherwise the dialog would handle Tab from the newly focused element.
  event.stopPropagation()
  stops[(stops.indexOf(video) + 1) % stops.length]?.focus()
}

type StillProps = { url: string; onFail: () => void; className: string }

export const VideoStill = ({ url, onFail, className }: StillProps) => (
  <video
    // The fragment makes phones paint a frame without playing.
    ref={useVideoSource(`${url}#t=0.1`)}
    muted
    playsInline
    preload="metadata"
    tabIndex={-1}
    aria-hidden
    onError={onFail}
    className={className}
  />
)
