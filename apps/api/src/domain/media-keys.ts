import { ACCEPTED_TYPES, type AcceptedType } from '@hotvote/shared/limits'

/** Smaller versions generated after the upload. `side` is the longest side in pixels (docs/decisions/006). */
export const RENDITIONS = {
  display: { side: 1600, type: 'image/webp' },
  medium: { side: 1080, type: 'image/webp' },
  small: { side: 640, type: 'image/webp' },
  /** For link previews, because messaging apps don't show WebP and crop other shapes. */
  share: { side: 1200, type: 'image/jpeg' },
} as const
export type Rendition = keyof typeof RENDITIONS
/** Size of every link preview in pixels. */
export const SHARE_SIZE = { width: RENDITIONS.share.side, height: 630 }
/** Longest side in pixels. */
export const THUMB_SIDE = 480

export const VARIANTS = ['original', 'display', 'thumb', 'medium', 'small', 'share'] as const
export type Variant = (typeof VARIANTS)[number]

/** Allows no dot except the one before the extension, so no key can point outside the store. */
const KEY = /^(?:[a-z0-9_-]+\/)*[a-z0-9_-]+\.(jpg|png|gif|webp|mp4)$/
const KEY_MAX = 200

export const isKey = (key: string): boolean => key.length <= KEY_MAX && KEY.test(key)

/** Key prefix of the operator's exports. File lists and public URLs exclude these keys. */
export const EXPORTS = '.exports/'
const EXPORT_KEY = /^\.exports\/[0-9a-f]{64}\.xlsx$/
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const isExportKey = (key: string): boolean => EXPORT_KEY.test(key)

/** @throws {RangeError} for a key that this site does not generate */
export const checkKey = (key: string): void => {
  if (!isKey(key) && !isExportKey(key))
    throw new RangeError(`Not a storage key: ${JSON.stringify(key.slice(0, KEY_MAX))}`)
}

const extensions = Object.entries(ACCEPTED_TYPES) as [AcceptedType, readonly string[]][]

export const getContentType = (key: string): AcceptedType | typeof XLSX => {
  if (isExportKey(key)) return XLSX
  const found = extensions.find(([, endings]) => endings.some((ending) => key.endsWith(ending)))
  if (!found) throw new RangeError(`Not a storage key: ${JSON.stringify(key.slice(0, KEY_MAX))}`)
  return found[0]
}

export const getExtension = (type: AcceptedType): string => ACCEPTED_TYPES[type][0]

/** `ulid` must be unique. The uploader has no influence on the key. */
export const buildUploadStem = (date: Date, ulid: string): string =>
  `${date.toISOString().slice(0, 7).replace('-', '/')}/${ulid.toLowerCase()}`

export const buildKey = (stem: string, variant: Variant, type: AcceptedType): string =>
  `${stem}-${variant}${getExtension(type)}`

export const getFileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

export const listRenditionKeys = (stem: string): string[] =>
  (Object.keys(RENDITIONS) as Rendition[]).map((variant) => buildKey(stem, variant, RENDITIONS[variant].type))

export const listOriginalKeys = (stem: string): string[] => extensions.map(([type]) => buildKey(stem, 'original', type))

/** Format of item keys: `yyyy/mm/{ulid}-{variant}.{ext}`. */
const ITEM_KEY = new RegExp(`^(\\d{4}/\\d{2}/[0-9a-hjkmnp-tv-z]{26})-(${VARIANTS.join('|')})\\.\\w+$`)

export const parseKey = (key: string) => {
  const [, stem, variant] = (isKey(key) && ITEM_KEY.exec(key)) || []
  return { stem, variant }
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
const MARK = 16

/** Returns 16 characters derived from a file's SHA-256 (hex). */
export const contentId = (sha256: string): string =>
  [...Buffer.from(sha256, 'hex').subarray(0, MARK)].map((byte) => CROCKFORD[byte % 32]).join('')

/** Returns the random part of the ULID, which doesn't change if the item's files are imported again. */
export const getUlidSuffix = (stem: string): string => stem.slice(-MARK)

/** Ids of an item's contents, which keep an import from restoring them after the item was deleted. */
export const listContentIds = (sha256: string, keys: string[]): string[] => {
  const { stem } = parseKey(keys[0] ?? '')
  return [contentId(sha256), ...(stem === undefined ? [] : [getUlidSuffix(stem)])]
}
