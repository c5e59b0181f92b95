import type { storedMediaFacts } from '@hotvote/shared/media-facts'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { isVideo } from '../../../lib/browser/format.ts'
import { ItemPicture } from '../../../ui/media/item-picture.tsx'
import { PlaceholderImage } from '../../../ui/media/placeholder-image.tsx'
import { PrivateThumbnail } from '../../../ui/media/private-picture.tsx'
import { ItemPreview } from '../../../ui/overlays/item-preview.tsx'

type Item = z.infer<typeof storedMediaFacts>

const SHAPE = 'aspect-4/3! max-h-[60svh] max-md:max-h-[34svh]'

/** A picture opens in the viewer on click; a video plays in place. */
export const LargePicture = ({ item, alt }: { item: Item; alt: string }) =>
  isVideo(item.mimeType) ? (
    <ItemPicture item={item} alt={alt} className={SHAPE} />
  ) : (
    <Enlarged item={item} isPrivate={false} className={SHAPE}>
      {item.placeholder && (
        <PlaceholderImage thumbhash={item.placeholder} className="absolute inset-0 size-full object-cover blur-md" />
      )}
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
export const PrivatePicture = ({ item }: { item: Item }) => (
  <Enlarged item={item} isPrivate className="aspect-square">
    <PrivateThumbnail item={item} />
  </Enlarged>
)

type EnlargedProps = { item: Item; isPrivate: boolean; className: string; children: ReactNode }

function Enlarged({ item, isPrivate, className, children }: EnlargedProps) {
  const [open, show] = useState<Item>()
  return (
    <>
      <button
        type="button"
        data-viewer
        data-whole
        data-backdrop={item.backdrop}
        aria-label={`Enlarge ${item.originalName}`}
        onClick={() => show(item)}
        className={clsx(className, 'relative block w-full cursor-zoom-in overflow-hidden rounded-[9px] bg-stage')}
      >
        {children}
      </button>
      {open && <ItemPreview items={[item]} {...{ item, isPrivate }} onShow={show} />}
    </>
  )
}
