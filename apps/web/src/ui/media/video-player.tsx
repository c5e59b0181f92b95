import type { ComponentProps, KeyboardEvent, SyntheticEvent } from 'react'
import { useVideoSource } from './attempts.ts'

type Props = Pick<
  ComponentProps<'video'>,
  'className' | 'aria-label' | 'autoPlay' | 'muted' | 'preload' | 'onError'
> & {
  src: string
  hasControls?: boolean
  /** Whether it is muted, after each change of its volume. */
  onMuted?: (isMuted: boolean) => void
}

/**
 * A video in a dialog, with the browser's own controls. Chromium lets no key out of those, so that Escape would not
 * close the dialog: the focus stays on the video itself, which plays, seeks and changes its volume by key.
 */
export const VideoPlayer = ({ src, hasControls = true, onMuted, ...props }: Props) => (
  <video
    ref={useVideoSource(src)}
    {...props}
    // Without controls it would lose the keyboard's focus.
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

/** From one of its controls, which the document cannot tell from the video, to the video. */
const keepFocusOnVideo = ({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) => {
  if (document.activeElement === video) video.focus()
}

const tabPastControls = (event: KeyboardEvent<HTMLVideoElement>) => {
  const video = event.currentTarget
  const stops = [...(video.closest('[role="dialog"]')?.querySelectorAll<HTMLElement>('video, button, a[href]') ?? [])]
  if (event.key !== 'Tab' || event.shiftKey || stops.length < 2) return
  event.preventDefault()
  // The dialog would take it for a Tab from the element that has the keyboard by then.
  event.stopPropagation()
  stops[(stops.indexOf(video) + 1) % stops.length]?.focus()
}

type StillProps = { url: string; onFail: () => void; className: string }

/** A frame of a video, for a picture of it in small. */
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
