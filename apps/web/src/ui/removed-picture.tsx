import { useQuery } from '@tanstack/react-query'
import { useObjectUrl } from '../lib/browser/use-object-url.ts'
import { trashedPictureQuery } from '../lib/operator/trashed-picture.ts'
import { NoPicture, StoredPicture } from './item-picture.tsx'

type Props = {
  /** Kept with a takedown request: a `data:` address. */
  picture: string | null
  /** The item, while it is in the trash. */
  trashedId: number | null
  alt: string
}

/** A removed item in small, for as long as its picture is known. */
export function RemovedPicture({ picture, trashedId, alt }: Props) {
  const { data } = useQuery(trashedPictureQuery(trashedId ?? 0, picture === null && trashedId !== null))
  const fetched = useObjectUrl(data)
  const src = picture ?? fetched
  return src ? <StoredPicture src={src} alt={alt} /> : <NoPicture text="Its picture is gone" />
}
