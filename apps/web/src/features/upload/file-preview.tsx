import { Film, ImageOff, Play } from 'lucide-react'
import { useState } from 'react'
import { useObjectUrl } from '../../lib/browser/hooks.ts'
import { VideoStill } from '../../ui/media/video-player.tsx'
import { isAcceptedType } from './accepted-files.ts'

/** Thumbnail of the file, hidden from screen readers because its name is next to it. */
export function FilePreview({ file, isRefused }: { file: File; isRefused: boolean }) {
  // Browsers cannot show other types, and a refused file can be of any size.
  const isShown = isAcceptedType(file.type) && !isRefused
  const url = useObjectUrl(isShown ? file : undefined)
  const [broken, setBroken] = useState(false)
  const isVideo = file.type.startsWith('video/')
  const fail = () => setBroken(true)
  return (
    <div
      aria-hidden
      className="relative grid size-14 shrink-0 place-items-center overflow-hidden rounded-control bg-raised text-mute sm:size-16"
    >
      {url === undefined || broken ? (
        <Placeholder isVideo={isVideo} isBroken={broken || !isShown} />
      ) : isVideo ? (
        <>
          <VideoStill url={url} onFail={fail} className="size-full object-cover" />
          <span className="absolute grid size-7 place-items-center rounded-full bg-black/60 text-white">
            <Play className="size-3.5 fill-current" />
          </span>
        </>
      ) : (
        <img src={url} alt="" decoding="async" onError={fail} className="size-full object-cover" />
      )}
    </div>
  )
}

function Placeholder({ isVideo, isBroken }: { isVideo: boolean; isBroken: boolean }) {
  if (isVideo) return <Film className="size-5" />
  return isBroken ? <ImageOff className="size-5" /> : null
}
