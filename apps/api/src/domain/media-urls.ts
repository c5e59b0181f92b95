import { itemIdIn } from '@hotvote/shared/item-address'
import { isKey, RENDITIONS } from './media-keys.ts'

/** Where media are served from, when that is not this site: an address without a slash at its end. */
export type ServedFrom = { mediaPublicUrl?: string | undefined }

/** Where the API itself serves media from. */
export const MEDIA_PATH = '/media/'

/** The public address of a stored file: below `MEDIA_PUBLIC_URL` where that is set, else on this site. */
export const mediaUrl = (servedFrom: ServedFrom, key: string): string =>
  servedFrom.mediaPublicUrl ? `${servedFrom.mediaPublicUrl}/${key}` : MEDIA_PATH + key

export type ItemKeys = {
  originalKey: string
  displayKey: string | null
  thumbKey: string | null
  mediumKey: string | null
  smallKey: string | null
}
/** Pixels, upright. */
type Size = { width: number; height: number }

/** The size of a picture that was made to fit into a square of `side`. */
export const fitInside = (side: number, { width, height }: Size): Size => {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** As `srcset` of an image has them, the smallest first; null where there is nothing to choose from. */
const buildSrcset = (servedFrom: ServedFrom, item: ItemKeys & Size): string | null => {
  const files = [
    { key: item.smallKey, side: RENDITIONS.small.side },
    { key: item.mediumKey, side: RENDITIONS.medium.side },
    { key: item.displayKey, side: RENDITIONS.display.side },
  ].flatMap(({ key, side }) => (key === null ? [] : [`${mediaUrl(servedFrom, key)} ${fitInside(side, item).width}w`]))
  return files.length > 1 ? files.join(', ') : null
}

/** The addresses of an item's files (docs/decisions/006, 067): a video has one, which the stage shows too. */
export const mediaUrls = (servedFrom: ServedFrom, item: ItemKeys & Size) => ({
  url: mediaUrl(servedFrom, item.originalKey),
  displayUrl: mediaUrl(servedFrom, item.displayKey ?? item.originalKey),
  srcset: buildSrcset(servedFrom, item),
  thumbnailUrl: item.thumbKey && mediaUrl(servedFrom, item.thumbKey),
})

/** The JPEG of an item for previews of links; null for a video, for a small picture, and until it is made. */
export const buildPreview = (servedFrom: ServedFrom, { shareKey, ...size }: Size & { shareKey: string | null }) =>
  shareKey === null ? null : { url: mediaUrl(servedFrom, shareKey), ...fitInside(RENDITIONS.share.side, size) }

type Site = ServedFrom & {
  publicUrl: string
  /** The site's own, with their ports. */
  hosts: ReadonlySet<string>
}

/** People leave out the scheme, or copy a path out of a page's source. */
const parsed = (typed: string, base: string): URL | null => {
  if (typed.startsWith('/')) return URL.parse(typed, base)
  return URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
}

/** The folder of `base` that the address lies in begins its path; hosts count, schemes do not. */
const below = (base: string, url: URL): string | undefined => {
  const { host, pathname } = new URL(`${base}/`)
  return url.host === host && url.pathname.startsWith(pathname) ? url.pathname.slice(pathname.length) : undefined
}

/** The key of the stored file that `typed` is the address of, when it is one of ours. */
export const mediaKeyIn = (typed: string, { publicUrl, mediaPublicUrl, hosts }: Site): string | undefined => {
  const url = parsed(typed, publicUrl)
  if (!url) return undefined
  const ofSite =
    hosts.has(url.host) && url.pathname.startsWith(MEDIA_PATH) ? url.pathname.slice(MEDIA_PATH.length) : undefined
  const key = ofSite ?? (mediaPublicUrl && below(mediaPublicUrl, url))
  return key && isKey(key) ? key : undefined
}

/** The item whose own page `typed` is the address of. */
export const mediaIdIn = (typed: string, { publicUrl, hosts }: Site): number | undefined => {
  const url = parsed(typed, publicUrl)
  return url && hosts.has(url.host) ? itemIdIn(url.pathname) : undefined
}
