import { useMemo } from 'react'
import { thumbHashToDataURL } from 'thumbhash'

const decodePlaceholder = (thumbhash: string) => {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))
  } catch {
    return null // Ignore a damaged hash, because the image is decorative.
  }
}

/** Fills the letterbox with the item's colors. */
export function PlaceholderImage({ thumbhash, className }: { thumbhash: string; className: string }) {
  const url = useMemo(() => decodePlaceholder(thumbhash), [thumbhash])
  return url && <img src={url} alt="" draggable={false} className={className} />
}
