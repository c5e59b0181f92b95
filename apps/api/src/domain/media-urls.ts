import { parseItemId } from '@hotvote/shared/item-address'
import { isKey, RENDITIONS, SHARE_SIZE } from './media-keys.ts'

/** Base URL of media, without a trailing slash. Undefined if this site serves its own media. */
export type ServedFrom = { mediaPublicUrl?: string | undefined }

export const MEDIA_PATH = '/media/'

export const mediaUrl = (servedFrom: ServedFrom, key: string): string =>
  servedFrom.mediaPublicUrl ? `${servedFrom.mediaPublicUrl}/${key}` : MEDIA_PATH + key

export type ItemKeys = {
  originalKey: string
  displayKey: string | null
  thumbKey: string | null
  mediumKey: string | null
  smallKey: string | null
}
/** Size in pixels of the upright picture. */
type Size = { width: number; height: number }

const fitInside = (side: number, { width, height }: Size): Size => {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Lists the smallest file first. Returns null if there is only one size. */
const buildSrcset = (servedFrom: ServedFrom, item: ItemKeys & Size): string | null => {
  const files = [
    { key: item.smallKey, side: RENDITIONS.small.side },
    { key: item.mediumKey, side: RENDITIONS.medium.side },
    { key: item.displayKey, side: RENDITIONS.display.side },
  ].flatMap(({ key, side }) => (key === null ? [] : [`${mediaUrl(servedFrom, key)} ${fitInside(side, item).width}w`]))
  return files.length > 1 ? files.join(', ') : null
}

/** A video's `displayUrl` is its original file (docs/decisions/006). */
export const mediaUrls = (servedFrom: ServedFrom, item: ItemKeys & Size) => ({
  url: mediaUrl(servedFrom, item.originalKey),
  displayUrl: mediaUrl(servedFrom, item.displayKey ?? item.originalKey),
  srcset: buildSrcset(servedFrom, item),
  thumbnailUrl: item.thumbKey && mediaUrl(servedFrom, item.thumbKey),
})

/** Returns null for videos, or if the preview has not been made yet. */
export const buildPreview = (servedFrom: ServedFrom, { shareKey }: { shareKey: string | null }) =>
  shareKey === null ? null : { url: mediaUrl(servedFrom, shareKey), ...SHARE_SIZE }

type Site = ServedFrom & {
  publicUrl: string
  hosts: ReadonlySet<string>
}

/** Accepts addresses without a scheme, and paths copied from a page's source. */
const parsed = (typed: string, base: string): URL | null => {
  if (typed.startsWith('/')) return URL.parse(typed, base)
  return URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
}

/** Returns the path of `url` relative to `base`, ignoring the scheme. */
const below = (base: string, url: URL): string | undefined => {
  const { host, pathname } = new URL(`${base}/`)
  return url.host === host && url.pathname.startsWith(pathname) ? url.pathname.slice(pathname.length) : undefined
}

export const parseMediaKey = (typed: string, { publicUrl, mediaPublicUrl, hosts }: Site): string | undefined => {
  const url = parsed(typed, publicUrl)
  if (!url) return undefined
  const ofSite =
    hosts.has(url.host) && url.pathname.startsWith(MEDIA_PATH) ? url.pathname.slice(MEDIA_PATH.length) : undefined
  const key = ofSite ?? (mediaPublicUrl && below(mediaPublicUrl, url))
  return key && isKey(key) ? key : undefined
}

export const parseMediaId = (typed: string, { publicUrl, hosts }: Site): number | undefined => {
  const url = parsed(typed, publicUrl)
  return url && hosts.has(url.host) ? parseItemId(url.pathname) : undefined
}
