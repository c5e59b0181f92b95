import { ACCEPTED_TYPES, type AcceptedType } from '@hotvote/shared/limits'

/** Files made of a picture after its upload was answered; `side` is the longest one in pixels (docs/decisions/006). */
export const RENDITIONS = {
  display: { side: 1600, type: 'image/webp' },
  medium: { side: 1080, type: 'image/webp' },
  small: { side: 640, type: 'image/webp' },
  /** Messengers show no WebP in previews of links. */
  share: { side: 1200, type: 'image/jpeg' },
} as const
export type Rendition = keyof typeof RENDITIONS
/** Longest side of the file for grids, in pixels. */
export const THUMB_SIDE = 480

/** Files of an item: its own type in full size, the ones for the stage, the ones for grids and previews of links. */
export const VARIANTS = ['original', 'display', 'thumb', 'medium', 'small', 'share'] as const
export type Variant = (typeof VARIANTS)[number]

/** The only keys of the store: no dots but the one before the extension, so no key leads out of the store. */
const KEY = /^(?:[a-z0-9_-]+\/)*[a-z0-9_-]+\.(jpg|png|gif|webp|mp4)$/
const KEY_MAX = 200

export const isKey = (key: string): boolean => key.length <= KEY_MAX && KEY.test(key)

/** Keys of files that are made for the operator begin with this; no list of media has them, and no address. */
export const EXPORTS = '.exports/'
const EXPORT_KEY = /^\.exports\/[0-9a-f]{64}\.xlsx$/
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const isExportKey = (key: string): boolean => EXPORT_KEY.test(key)

/** @throws RangeError on a key that is not ours */
export const checkKey = (key: string): void => {
  if (!isKey(key) && !isExportKey(key))
    throw new RangeError(`Not a storage key: ${JSON.stringify(key.slice(0, KEY_MAX))}`)
}

const extensions = Object.entries(ACCEPTED_TYPES) as [AcceptedType, readonly string[]][]

/** The type of an object stands in the extension of its key. */
export const getContentType = (key: string): AcceptedType | typeof XLSX => {
  if (isExportKey(key)) return XLSX
  const found = extensions.find(([, endings]) => endings.some((ending) => key.endsWith(ending)))
  if (!found) throw new RangeError(`Not a storage key: ${JSON.stringify(key.slice(0, KEY_MAX))}`)
  return found[0]
}

/** The extension that keys of a type carry, with its dot. */
export const getExtension = (type: AcceptedType): string => ACCEPTED_TYPES[type][0]

/** What the keys of an upload begin with; nothing in it comes from the uploader. `ulid` is this item's alone. */
export const stemOfUpload = (date: Date, ulid: string): string =>
  `${date.toISOString().slice(0, 7).replace('-', '/')}/${ulid.toLowerCase()}`

/** The key of a file of an item. */
export const buildKey = (stem: string, variant: Variant, type: AcceptedType): string =>
  `${stem}-${variant}${getExtension(type)}`

/** The name of the file in a key, whoever named it. */
export const getFileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/** The keys that the renditions of an item have. */
export const listRenditionKeys = (stem: string): string[] =>
  (Object.keys(RENDITIONS) as Rendition[]).map((variant) => buildKey(stem, variant, RENDITIONS[variant].type))

/** Every key that the original of an item may have. */
export const listOriginalKeys = (stem: string): string[] => extensions.map(([type]) => buildKey(stem, 'original', type))

/** Keys of items: `yyyy/mm/{ulid}-{variant}.{ext}`. */
const OF_ITEM = new RegExp(`^(\\d{4}/\\d{2}/[0-9a-hjkmnp-tv-z]{26})-(${VARIANTS.join('|')})\\.\\w+$`)

/** Of which item a key is, and which of its files; nothing when it is of none. */
export const partsOfKey = (key: string) => {
  const [, stem, variant] = (isKey(key) && OF_ITEM.exec(key)) || []
  return { stem, variant }
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
const MARK = 16

/** 16 characters that stand for the bytes of a file. `sha256` in hex. */
export const contentId = (sha256: string): string =>
  [...Buffer.from(sha256, 'hex').subarray(0, MARK)].map((byte) => CROCKFORD[byte % 32]).join('')

/** The random part of a ULID; every import that makes this item from its files passes it on. */
export const getMark = (stem: string): string => stem.slice(-MARK)

/** Contents that an import must not bring back once an item is deleted: its file, and the mark of its keys. */
export const listContentIds = (sha256: string, keys: string[]): string[] => {
  const { stem } = partsOfKey(keys[0] ?? '')
  return [contentId(sha256), ...(stem === undefined ? [] : [getMark(stem)])]
}
