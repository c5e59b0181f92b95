import type { RatingItem } from '@hotvote/shared/rating'
import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import { VideoPlayer } from '../../ui/video-player.tsx'
import { mediaKind, ratioOf } from './media-kind.ts'

type Props = { item: RatingItem; alt: string; onClose: () => void }

/** Full screen; closes on Escape, a click beside the picture or going back, and the page below does not scroll (`visitor.md §2`). */
export function ViewerDialog({ item, alt, onClose }: Props) {
  const ratio = ratioOf(item)
  const media = {
    src: item.url,
    style: { aspectRatio: ratio, width: `min(100cqw, ${ratio * 100}cqh)` },
    className: 'animate-appear bg-black',
  }
  return (
    <DialogFrame aria-describedby={undefined} onClose={onClose} backdrop="bg-black" className="focus:outline-none">
      <Radix.Title className="sr-only">{alt}</Radix.Title>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: Escape does the same */}
      <div
        className="@container-size grid size-full place-items-center p-2 md:p-6"
        onClick={(event) => event.target === event.currentTarget && onClose()}
      >
        {mediaKind(item.mimeType) === 'video' ? (
          <VideoPlayer {...media} aria-label={alt} autoPlay />
        ) : (
          <img {...media} alt={alt} />
        )}
      </div>
      <Radix.Close
        aria-label="Close"
        className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-black/70 text-white hover:bg-black"
      >
        <X aria-hidden className="size-6" />
      </Radix.Close>
    </DialogFrame>
  )
}
