import type { storedMediaFacts } from '@hotvote/shared/media-facts'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { isVideo } from '../../../lib/browser/format.ts'
import { ItemPicture } from '../../../ui/media/item-picture.tsx'
import { PrivateThumbnail } from '../../../ui/media/private-picture.tsx'
import { ItemPreview } from '../../../ui/overlays/item-preview.tsx'

type Item = z.infer<typeof storedMediaFacts>

/** A picture opens in the viewer on click; a video plays in place. */
export function LargePicture({ item, alt }: { item: Item; alt: string }) {
  const picture = <ItemPicture item={item} alt={alt} className="aspect-4/3! max-h-[60svh] max-md:max-h-[34svh]" />
  return isVideo(item.mimeType) ? picture : <Enlarged item={item} isPrivate={false} picture={picture} />
}

/** Shows an upload whose files require the operator's login. */
export const PrivatePicture = ({ item }: { item: Item }) => (
  <Enlarged item={item} isPrivate picture={<PrivateThumbnail item={item} />} />
)

function Enlarged({ item, isPrivate, picture }: { item: Item; isPrivate: boolean; picture: ReactNode }) {
  const [open, show] = useState<Item>()
  return (
    <>
      <button
        type="button"
        data-viewer
        data-whole
        aria-label={`Enlarge ${item.originalName}`}
        onClick={() => show(item)}
        className="block w-full cursor-zoom-in overflow-hidden rounded-[9px]"
      >
        {picture}
      </button>
      {open && <ItemPreview items={[item]} {...{ item, isPrivate }} onShow={show} />}
    </>
  )
}
