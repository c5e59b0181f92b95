import type { MediaFacts } from '@hotvote/shared/media-facts'
import * as Radix from '@radix-ui/react-dialog'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isVideo } from '../../lib/browser/format.ts'
import { type Fact, Facts } from '../data/facts.tsx'
import { useAttempts } from '../media/attempts.ts'
import { PlaceholderImage } from '../media/placeholder-image.tsx'
import { Unavailable } from '../media/thumbnail.tsx'
import { VideoPlayer } from '../media/video-player.tsx'
import { CloseButton, DialogFrame } from './dialog.tsx'

type Item = MediaFacts & { originalName: string }
type Props = {
  item: Item
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  above?: ReactNode
  children: ReactNode
}

export const MediaDialog = ({ item, onClose, onKeyDown, above, children }: Props) => (
  <DialogFrame
    aria-describedby={undefined}
    onClose={onClose}
    onKeyDown={onKeyDown}
    className="m-auto grid h-fit max-h-full w-[calc(100%-var(--safe-left)-var(--safe-right))] animate-appear content-start overflow-y-auto bg-panel shadow-soft max-md:h-full md:max-h-[calc(100%-3rem)] md:w-[min(64rem,calc(100%-3rem-var(--safe-left)-var(--safe-right)))] md:grid-cols-[1.3fr_1fr] md:rounded-card md:border md:border-line"
  >
    <div data-backdrop={item.backdrop} className="relative h-[45svh] overflow-hidden bg-stage md:h-auto md:min-h-128">
      <Large key={item.id} item={item} />
      {above}
    </div>
    <div className="min-w-0 p-4 pb-6 md:p-6">
      <div className="flex items-start justify-between gap-3">
        <Radix.Title className="min-w-0 pt-1.5 text-lg [overflow-wrap:anywhere]">{item.originalName}</Radix.Title>
        <CloseButton className="-mt-1 -mr-2 focus-visible:-outline-offset-2" />
      </div>
      {children}
    </div>
  </DialogFrame>
)

function Large({ item }: { item: Item }) {
  const [isBroken, setBroken] = useState(false)
  const { attempt, fail } = useAttempts(() => setBroken(true))
  const media = {
    src: item.displayUrl,
    onError: fail,
    className: 'absolute inset-0 size-full object-contain',
  }
  if (isBroken) return <Unavailable mimeType={item.mimeType} />
  return (
    <>
      {item.placeholder && (
        <PlaceholderImage
          thumbhash={item.placeholder}
          className="absolute -inset-[4%] size-[108%] max-w-none opacity-75"
        />
      )}
      {isVideo(item.mimeType) ? (
        // Videos have no placeholder, so the letterbox stays black.
        <VideoPlayer
          key={attempt}
          {...media}
          className={`${media.className} bg-black`}
          aria-label={item.originalName}
          preload="metadata"
        />
      ) : (
        <img key={attempt} {...media} alt={item.originalName} />
      )}
    </>
  )
}

export const ItemFacts = ({ facts }: { facts: Fact[] }) => (
  <Facts facts={facts} className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 [&_dt]:text-xs" />
)
