import type { TrashedItem } from '@hotvote/shared/trash'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useRef } from 'react'
import { isVideo } from '../../../lib/browser/media-label.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { trashedPictureQuery } from '../../../lib/operator/trashed-picture.ts'
import { PlaceholderImage } from '../../../ui/media/placeholder-image.tsx'
import { thumbnailClass, Unavailable } from '../../../ui/media/thumbnail.tsx'
import { useNearViewport } from '../../../ui/media/use-near-viewport.ts'

/** A picture in the trash in small, fetched with the login when it is near the visible part. A video has none: it says what it is. */
export function TrashThumbnail({ item }: { item: TrashedItem }) {
  const box = useRef<HTMLSpanElement>(null)
  const isFilm = isVideo(item.mimeType)
  const { data, isError } = useQuery(trashedPictureQuery(item.id, useNearViewport(box) && !isFilm))
  const url = useObjectUrl(data)
  return (
    <span ref={box} data-backdrop={item.backdrop} className={thumbnailClass.frame}>
      {item.placeholder && <PlaceholderImage thumbhash={item.placeholder} className={thumbnailClass.picture} />}
      {url && <img src={url} alt="" decoding="async" className={thumbnailClass.picture} />}
      {isFilm && <Play aria-hidden className="absolute inset-0 m-auto size-8 text-mute" />}
      {isError && <Unavailable mimeType={item.mimeType} />}
    </span>
  )
}
