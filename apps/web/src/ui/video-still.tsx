import { useVideoSource } from './use-video-source.ts'

type Props = { url: string; onFail: () => void; className: string }

/** A frame of a video, for a picture of it in small. */
export const VideoStill = ({ url, onFail, className }: Props) => (
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
