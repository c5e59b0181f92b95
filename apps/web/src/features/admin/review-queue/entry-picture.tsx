import type { storedMediaFacts } from '@hotvote/shared/media-facts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { date, fileSize, isVideo } from '../../../lib/browser/format.ts'
import { useObjectUrl } from '../../../lib/browser/hooks.ts'
import { trashedPictureQuery } from '../../../lib/operator/trashed-picture.ts'
import { ItemPicture } from '../../../ui/media/item-picture.tsx'
import { PlaceholderImage } from '../../../ui/media/placeholder-image.tsx'
import { useShownItem } from '../../../ui/media/private-picture.tsx'
import { ItemFacts, MediaDialog } from '../../../ui/overlays/media-dialog.tsx'

type Item = z.infer<typeof storedMediaFacts>
type Props = { item: Item; alt: string }

const SHAPE = 'aspect-4/3! max-h-[60svh]'

/** A picture opens in the viewer on click; a video plays in place. */
export const LargePicture = ({ item, alt }: Props) =>
  isVideo(item.mimeType) ? (
    <ItemPicture item={item} alt={alt} className={SHAPE} />
  ) : (
    <Enlarged item={item} isPrivate={false} className={SHAPE}>
      <img
        src={item.displayUrl}
        srcSet={item.srcset ?? undefined}
        sizes="(min-width: 768px) 40vw, 100vw"
        alt={alt}
        loading="lazy"
        className="relative size-full object-contain"
      />
    </Enlarged>
  )

/** Shows an upload whose files require the operator's login. */
export function PrivatePicture({ item, alt }: Props) {
  const { data } = useQuery(trashedPictureQuery(item.id, true))
  const src = useObjectUrl(data)
  return (
    <Enlarged item={item} isPrivate className="aspect-square">
      {src && <img src={src} alt={alt} className="relative size-full object-contain" />}
    </Enlarged>
  )
}

type EnlargedProps = { item: Item; isPrivate: boolean; className: string; children: ReactNode }

function Enlarged({ item, isPrivate, className, children }: EnlargedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        data-viewer
        data-backdrop={item.backdrop}
        aria-label={`Enlarge ${item.originalName}`}
        onClick={() => setOpen(true)}
        className={clsx(className, 'relative block w-full cursor-zoom-in overflow-hidden rounded-[9px] bg-stage')}
      >
        {item.placeholder && (
          <PlaceholderImage thumbhash={item.placeholder} className="absolute inset-0 size-full object-cover blur-md" />
        )}
        {children}
      </button>
      {isOpen && <Viewer {...{ item, isPrivate }} onClose={() => setOpen(false)} />}
    </>
  )
}

const Viewer = ({ item, isPrivate, onClose }: { item: Item; isPrivate: boolean; onClose: () => void }) => (
  <MediaDialog item={useShownItem(item, isPrivate)} onClose={onClose}>
    <ItemFacts
      facts={[
        ['Type', item.mimeType],
        ['Size', fileSize(item.size)],
        ['Pixels', `${item.width} × ${item.height}`],
        ['Uploaded', date(item.uploadedAt)],
        ['Number', `#${item.id}`],
      ]}
    />
  </MediaDialog>
)
